package import Ledger
import NIOCore

/// The use case that returns the state of the links to Apple: on the node that probes from its newest results, on
/// others from the metric history.
package struct LinkService: Sendable {
    /// Reads rows of the metric history by their numbers.
    package typealias History =
        @Sendable (MetricResolution, ClosedRange<Int64>, [MetricKey]) async throws(RepositoryError) -> [MetricRow]

    /// The time for which this node's results are used after its last probe.
    private static let life: TimeAmount = .seconds(180)

    /// Whether hosts are probed.
    package let isEnabled: Bool
    private let hosts: [String]
    private let results: LinkResults
    private let ambient: Ambient
    private let history: History

    /// Creates a service of the configured hosts.
    ///
    /// - Parameters:
    ///   - targets: The hosts.
    ///   - isEnabled: Whether they are probed.
    ///   - results: The results of this node.
    ///   - ambient: The ledger's time.
    ///   - history: Reads rows of single minutes.
    package init(
        _ targets: [LinkTarget],
        isEnabled: Bool,
        results: LinkResults,
        ambient: Ambient,
        history: @escaping History
    ) {
        self.hosts = targets.map(\.host)
        self.isEnabled = isEnabled
        self.results = results
        self.ambient = ambient
        self.history = history
    }

    /// Returns the status of each host, in the order of the configuration.
    package func statuses() async throws(RepositoryError) -> [LinkStatus] {
        guard self.isEnabled, !self.hosts.isEmpty else { return [] }
        if let notedAt = self.results.notedAt, NIODeadline.now() - notedAt < Self.life {
            return self.hosts.map { self.results.status(of: $0) ?? LinkStatus(host: $0) }
        }
        let now = self.ambient.now()
        let newest = MetricResolution.minute.row(ofPoint: MetricResolution.minute.point(of: now))
        let rows = try await self.history(.minute, (newest - 1)...newest, LinkStatus.keys(of: self.hosts))
        return self.hosts.map { LinkStatus(host: $0, metrics: rows, at: now) }
    }
}
