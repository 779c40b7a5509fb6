/// What a rule found at one time about one alarm.
package struct AlarmReading: Hashable, Sendable {
    /// How bad it is.
    package enum Severity: String, Hashable, Comparable, Sendable, CaseIterable {
        /// Somebody should look today.
        case warning
        /// Somebody should look now.
        case critical

        /// Orders by how bad it is.
        package static func < (left: Self, right: Self) -> Bool { left == .warning && right == .critical }
    }

    /// What it is about.
    package let key: AlarmKey
    /// How bad it is.
    package let severity: Severity
    /// What was measured.
    package let value: Double
    /// From which value on the alarm fires, in the same unit.
    package let limit: Double
    /// Facts for the text, by name, such as `place: tls` or `code: appstore_unauthorized`; at most ten, short.
    package let facts: [String: String]

    /// A reading of these values.
    package init(
        _ key: AlarmKey,
        severity: Severity,
        value: Double,
        limit: Double,
        facts: [String: String] = [:]
    ) {
        self.key = key
        self.severity = severity
        self.value = value
        self.limit = limit
        self.facts = facts
    }
}
