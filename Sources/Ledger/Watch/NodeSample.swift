/// A sample and the node that it is from, as it waits to be folded into the history.
package struct NodeSample: Hashable, Sendable {
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
