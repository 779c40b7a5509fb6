/// Where spans are sent, and of how many requests.
package struct TracingSettings: Hashable, Sendable {
    /// The address of a collector that takes OTLP over HTTP in JSON.
    package let endpoint: String
    /// Which share of the requests that begin here is traced, from 0 to 1; where a caller with a secret key has decided, that
    /// counts.
    package let sample: Double

    /// Spans of a share of requests for a collector.
    package init(endpoint: String, sample: Double) {
        self.endpoint = endpoint
        self.sample = sample
    }
}
