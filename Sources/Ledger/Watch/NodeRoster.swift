/// The nodes that are running, and those that stopped without a goodbye, by the samples that they store.
///
/// When a node is first seen, the roster stores a sample without values, its mark, which waits among the samples until
/// the node has sent its goodbye or was missed for an hour. So a new leader knows the nodes of the previous one.
///
/// A server that shares its database with no other is the only node: marks of other nodes are those of its own former
/// processes, and they are not lost.
package struct NodeRoster: Sendable {
    /// The result of one update.
    package struct Update: Sendable {
        /// The number of running nodes.
        package let presentCount: Int
        /// The nodes that are missing and have not sent a goodbye, sorted.
        package let lost: [NodeID]
        /// The marks of the nodes that were first seen, to be stored once their samples are aggregated.
        package let newMarks: [NodeSample]
        /// The marks of the nodes that sent a goodbye or were dropped, to be deleted.
        package let endedMarks: [NodeSample]
    }

    /// The value in the last sample of a node that stops.
    package static let goodbye = MetricSample.Value(MetricKey("goodbye"), .gauge, 1)
    /// The number of updates without a sample after which a node is lost.
    package static let lostAfter = 2
    /// The number of updates without a sample after which a node is dropped.
    package static let forgottenAfter = 60

    private let isShared: Bool
    private var missed: [NodeID: Int] = [:]

    /// Creates an empty roster, of nodes that share a database or of a single node.
    package init(isShared: Bool) { self.isShared = isShared }

    /// Processes the samples and marks that wait at a minute's end.
    ///
    /// - Parameters:
    ///   - samples: The waiting samples.
    ///   - own: The node that evaluates, which has stored no sample.
    ///   - minute: The minute that ended.
    /// - Returns: The running and the lost nodes.
    package mutating func take(
        _ samples: [NodeSample],
        lookingFrom own: NodeID,
        atMinute minute: Int64
    ) -> Update {
        let marks = samples.filter(\.sample.values.isEmpty)
        var seen = [own: minute]
        var gone: Set<NodeID> = []
        for sample in samples where !sample.sample.values.isEmpty {
            seen[sample.node] = max(seen[sample.node] ?? sample.sample.minute, sample.sample.minute)
            if sample.sample.values.contains(where: { $0.key == Self.goodbye.key }) { gone.insert(sample.node) }
        }
        if !self.isShared { gone.formUnion((Array(seen.keys) + marks.map(\.node)).filter { $0 != own }) }
        let known = Set(seen.keys).union(marks.map(\.node)).subtracting(gone)
        var missed: [NodeID: Int] = [:]
        for node in known { missed[node] = seen[node] == nil ? (self.missed[node] ?? 0) + 1 : 0 }
        let forgotten = known.filter { (missed[$0] ?? 0) >= Self.forgottenAfter }
        for node in forgotten { missed[node] = nil }
        self.missed = missed
        let lost = missed.filter { $0.value >= Self.lostAfter }.keys.sorted { $0.rawValue < $1.rawValue }
        let marked = Set(marks.map(\.node))
        let newcomers = seen.filter { !marked.contains($0.key) && !gone.contains($0.key) }
        return Update(
            presentCount: missed.count - lost.count,
            lost: lost,
            newMarks: newcomers.map { NodeSample(node: $0.key, sample: MetricSample(minute: $0.value, values: [])) },
            endedMarks: marks.filter { gone.contains($0.node) || forgotten.contains($0.node) }
        )
    }
}
