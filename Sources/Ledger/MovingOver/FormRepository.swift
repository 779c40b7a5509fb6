/// Keeps how often each form was used, by day: no row for a request.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol FormRepository: Sendable {
    /// Adds uses to those that are counted already.
    func count(_ uses: [FormUse]) async throws(RepositoryError)

    /// The uses in an app since a day, by day, form and version.
    func formUses(of app: AppName, since day: CivilDay) async throws(RepositoryError) -> [FormUse]

    /// The first day of which anything is counted in an app; `nil` when nothing ever was.
    func firstFormDay(of app: AppName) async throws(RepositoryError) -> CivilDay?
}
