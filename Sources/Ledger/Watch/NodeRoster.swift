/// Finds the nodes that work, and those that stopped without saying so, by the samples that they put.
///
/// A node that is seen first is remembered by a sample without values, its mark, which waits among the samples until
/// the node has said goodbye or was missed for an hour. So a new leader knows the nodes of the one before.
///
/// A server that shares its database with no other is alone: marks of other nodes are those of its own former
/// processes, which nobody misses.
package struct NodeRoster: Sendable {
    /// What one look has found.
    package struct Update: Sendable {
        /// How many nodes work.
        package let presentCount: Int
        /// The nodes that were missed and have not said goodbye, sorted.
        package let lost: [NodeID]
        /// The marks of the nodes that were seen first, to be put once their samples are aggregated.
        package let newMarks: [NodeSample]
        /// The marks of the nodes that said goodbye or were forgotten, to be removed.
        package let endedMarks: [NodeSample]
    }

    /// What a node puts with its last sample when it stops.
    package static let goodbye = MetricSample.Value(MetricKey("goodbye"), .gauge, 1)
    /// After so many looks without a sample a node is lost.
    package static let lostAfter = 2
    /// After so many looks without a sample a node is forgotten.
    package static let forgottenAfter = 60

    private let isShared: Bool
    private var missed: [NodeID: Int] = [:]

    /// A roster that has looked at nothing yet, of nodes that share a database or of one that is alone.
    package init(isShared: Bool) { self.isShared = isShared }

    /// Takes the samples and marks that wait at a minute's end.
    ///
    /// - Parameters:
    ///   - samples: What waits.
    ///   - own: The node that looks, which has put nothing.
    ///   - minute: The minute that ended.
    /// - Returns: Who works and who is lost.
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
