/// The values that one node counted and measured in one minute.
package struct MetricSample: Hashable, Sendable {
    /// One value of a sample.
    package struct Value: Hashable, Sendable {
        /// The series.
        package let key: MetricKey
        /// The kind of the series.
        package let kind: MetricKind
        /// The value.
        package let value: Double

        /// Creates a value of a series.
        package init(_ key: MetricKey, _ kind: MetricKind, _ value: Double) {
            self.key = key
            self.kind = kind
            self.value = value
        }
    }

    /// The minute, see `MetricResolution.minute.point(of:)`.
    package let minute: Int64
    /// The values, each series once.
    package let values: [Value]

    /// Creates a sample of these values.
    package init(minute: Int64, values: [Value]) {
        self.minute = minute
        self.values = values
    }
}

/// A sample and its node, which waits to be aggregated into the history.
package struct NodeSample: Hashable, Sendable {
    /// The maximum time in minutes for which a sample waits; older ones of a node are dropped with its next one.
    package static let greatestAge: Int64 = 60

    /// The node.
    package let node: NodeID
    /// The sample.
    package let sample: MetricSample

    /// Creates a sample of a node.
    package init(node: NodeID, sample: MetricSample) {
        self.node = node
        self.sample = sample
    }
}
