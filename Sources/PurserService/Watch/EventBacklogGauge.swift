package import Ledger
import Metrics

/// Measures the age of the oldest event that a sink has not received, even while the sink receives nothing.
package struct EventBacklogGauge: MinuteGauge {
    /// The maximum number of streams that are read; where more wait, those that are sent next.
    package static let greatestStreamCount = 10_000

    let repository: any Repository
    let sinks: [EventSink]

    /// Creates a gauge of these sinks.
    package init(repository: any Repository, sinks: [EventSink]) {
        self.repository = repository
        self.sinks = sinks
    }

    /// Measures and records the ages, 0 where a sink has received everything; a value that cannot be read stays
    /// unknown.
    package func record(at now: Instant) async {
        for sink in self.sinks {
            guard let age = try? await self.age(of: sink, at: now) else { continue }
            Gauge(
                label: "purser_events_oldest_seconds",
                dimensions: [("app", sink.app.rawValue), ("sink", sink.name.rawValue)]
            ).record(Double(age.milliseconds) / 1000)
        }
    }

    private func age(of sink: EventSink, at now: Instant) async throws(RepositoryError) -> Span {
        let oldest = try await self.repository.read { view in
            try view.oldestUnsentEvent(
                for: sink.name,
                of: sink.app,
                limit: Self.greatestStreamCount
            )
        }
        return oldest.map { max(.zero, now - $0) } ?? .zero
    }
}
