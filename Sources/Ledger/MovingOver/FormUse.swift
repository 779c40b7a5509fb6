/// How often a form was used on a day, by one version of an app.
package struct FormUse: Hashable, Sendable {
    /// The longest name of a version that is kept, in bytes.
    package static let maximumVersionBytes = 64

    /// The app.
    package let app: AppName
    /// The day in UTC.
    package let day: CivilDay
    /// The form.
    package let form: InterfaceForm
    /// The version of the app, as the form states it; empty where it does not, as no signed transaction does.
    package let version: String
    /// How often.
    package let count: Int64

    /// A use of these values.
    package init(app: AppName, day: CivilDay, form: InterfaceForm, version: String, count: Int64) {
        self.app = app
        self.day = day
        self.form = form
        self.version = version
        self.count = count
    }
}
