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

/// What all rules found at one time.
package struct AlarmReadings: Sendable {
    /// When.
    package let at: Instant
    /// What is bad, each key once.
    ///
    /// An alarm that is neither here nor unknown is good.
    package var bad: [AlarmReading] = []
    /// The alarms of which nothing is known at the time, because their metrics are missing: they stay as they are.
    package var unknown: Set<AlarmKey> = []
    /// The alarms of which nothing is known in any app, environment and subject.
    package var unknownNames: Set<AlarmName> = []

    /// Readings of a time, nothing bad yet.
    package init(at instant: Instant) {
        self.at = instant
    }
}

extension AlarmReadings {
    /// The most nodes that a reading names.
    private static var greatestNamedCount: Int { 5 }

    /// Names the nodes in the readings of `node_lost`, as the fact `nodes`; metrics know only how many there are.
    package mutating func name(lostNodes nodes: [NodeID]) {
        guard !nodes.isEmpty else { return }
        var names = nodes.prefix(Self.greatestNamedCount).map(\.rawValue)
        if nodes.count > names.count { names.append("…") }
        for index in self.bad.indices where self.bad[index].key.name == .nodeLost {
            let reading = self.bad[index]
            self.bad[index] = AlarmReading(
                reading.key,
                severity: reading.severity,
                value: reading.value,
                limit: reading.limit,
                facts: reading.facts.merging(["nodes": names.joined(separator: " ")]) { _, new in new }
            )
        }
    }
}
