/// What one alarm is about.
///
/// Two readings with the same key are one alarm.
package struct AlarmKey: Hashable, Comparable, Sendable {
    /// The alarm's name.
    package let name: AlarmName
    /// The app; `nil` for the whole server.
    package let app: AppName?
    /// The environment, where the alarm keeps them apart.
    package let environment: StoreEnvironment?
    /// What else tells it apart, such as a host, a product or an endpoint; at most 200 bytes, empty for nothing.
    package let subject: String

    /// A key of these values.
    package init(
        _ name: AlarmName,
        app: AppName? = nil,
        environment: StoreEnvironment? = nil,
        subject: String = ""
    ) {
        self.name = name
        self.app = app
        self.environment = environment
        self.subject = subject
    }

    /// The key as a text, such as `link_down/shop/Production/api.storekit.itunes.apple.com`; parts that are missing are
    /// empty.
    package var text: String {
        [self.name.rawValue, self.app?.rawValue ?? "", self.environment?.rawValue ?? "", self.subject]
            .joined(separator: "/")
    }

    /// Orders keys by their text.
    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}
