internal import Metrics
internal import Observability
package import PurserService

/// A separate metrics registry for the counts of the work that a test runs within it, and of no other.
///
/// Counters are looked up in the registry when they are made, so an object that stores its counters has to be made
/// within `counting`.
package final class CountedMetrics: Sendable {
    private let registry = MetricsRegistry()

    /// A registry without metrics.
    package init() {}

    /// Runs work whose metrics, those of its child tasks among them, are counted here.
    package func counting<Outcome>(_ work: () async throws -> Outcome) async throws -> Outcome {
        try await withMetricsFactory(self.registry) { () async throws -> Outcome in try await work() }
    }

    /// Removes the metrics of these names.
    package func forget(_ names: Set<String>) { self.registry.forget(names) }

    /// The series of a name as `/metrics` shows them, each with its labels and its value, sorted; without series that
    /// are 0.
    ///
    /// A timer has its values under the name with `_count` and `_sum`.
    package func series(of name: String) -> [String] {
        self.registry.text().split(separator: "\n")
            .filter { line in line.hasPrefix(name + "{") || line.hasPrefix(name + " ") }
            .map { String($0.dropFirst(name.utf8.count)) }
            .filter { !$0.hasSuffix(" 0") }
    }

    /// Takes samples of these metrics for the history, as a server's sampler does of its own; `refresh` records before
    /// each sample what is only computed on request.
    package func sampler(refresh: @escaping @Sendable () async -> Void = {}) -> MetricSampler {
        MetricSampler(visiting: self.registry.visit, refresh: refresh)
    }
}
