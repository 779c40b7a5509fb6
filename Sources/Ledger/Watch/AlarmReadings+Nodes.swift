extension AlarmReadings {
    /// The most nodes that a reading names.
    private static var greatestNamedCount: Int { 5 }

    /// Names the nodes in the readings of `node_lost`, as the fact `nodes`; figures know only how many there are.
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
