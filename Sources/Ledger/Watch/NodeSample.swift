/// A sample and the node that it is from, as it waits to be folded into the history.
package struct NodeSample: Hashable, Sendable {
    /// For how many minutes a sample waits at most; older ones of a node are dropped with its next one.
    package static let greatestAge: Int64 = 60

    /// The node.
    package let node: NodeID
    /// What it counted and measured.
    package let sample: FigureSample

    /// A sample of a node.
    package init(node: NodeID, sample: FigureSample) {
        self.node = node
        self.sample = sample
    }
}
