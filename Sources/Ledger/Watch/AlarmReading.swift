/// The result of a rule about one alarm at one instant.
package struct AlarmReading: Hashable, Sendable {
    /// The severity of a reading.
    package enum Severity: String, Hashable, Comparable, Sendable, CaseIterable {
        /// An operator should check it today.
        case warning
        /// An operator should check it now.
        case critical

        /// Orders severities, the less severe first.
        package static func < (left: Self, right: Self) -> Bool { left == .warning && right == .critical }
    }

    /// The alarm.
    package let key: AlarmKey
    /// The severity.
    package let severity: Severity
    /// The measured value.
    package let value: Double
    /// The value from which the alarm fires, in the same unit.
    package let limit: Double
    /// Facts for the message, by name, such as `place: tls` or `code: appstore_unauthorized`; at most ten, short.
    package let facts: [String: String]

    /// Creates a reading of these values.
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

/// The results of all rules at one instant.
package struct AlarmReadings: Sendable {
    /// The instant.
    package let at: Instant
    /// The bad readings, each key once.
    ///
    /// An alarm that is neither in this list nor unknown is good.
    package var bad: [AlarmReading] = []
    /// The alarms that are unknown at the instant, because their metrics are missing: their state does not change.
    package var unknown: Set<AlarmKey> = []
    /// The alarms that are unknown in every app, environment and subject.
    package var unknownNames: Set<AlarmName> = []

    /// Creates the readings of an instant, without a bad one.
    package init(at instant: Instant) {
        self.at = instant
    }
}

extension AlarmReadings {
    /// The maximum number of nodes that a reading names.
    private static var greatestNamedCount: Int { 5 }

    /// Names the nodes in the readings of `node_lost`, as the fact `nodes`; metrics contain only their number.
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
