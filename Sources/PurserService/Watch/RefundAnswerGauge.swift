package import Ledger
import Metrics

/// Counts Apple's refund requests without an answer whose deadline is near.
package struct RefundAnswerGauge: MinuteGauge {
    /// The time before its deadline at which a request counts; at most a fifth of the time that Apple gives.
    package static let notice = Span.minutes(30)
    /// The number of refunds that are read at once.
    private static let pageSize = 200

    let repository: any Repository
    let apps: [ServedApp]

    /// Creates a gauge of these apps' refunds.
    package init(repository: any Repository, apps: [ServedApp]) {
        self.repository = repository
        self.apps = apps
    }

    /// Measures and records; a value that cannot be read stays unknown.
    package func record(at now: Instant) async {
        for app in self.apps {
            guard let counts = try? await self.counts(of: app.name, at: now) else { continue }
            for environment in app.storeEnvironments {
                Gauge(
                    label: "purser_refund_answers_due",
                    dimensions: [("app", app.name.rawValue), ("environment", environment.rawValue)]
                ).record(counts[environment] ?? 0)
            }
        }
    }

    /// Returns the counts by environment; requests about which no answer may be sent do not count.
    package func counts(of app: AppName, at now: Instant) async throws(RepositoryError) -> [StoreEnvironment: Int] {
        try await self.repository.read { view in
            var counts: [StoreEnvironment: Int] = [:]
            for status in [RefundStatus.requested, .held] {
                // The pages limit the memory; there are few open requests, so one view lasts for all of them.
                var position: Int64 = 0
                while true {
                    let page = try view.refunds(
                        of: app,
                        matching: RefundFilter(status: status),
                        after: position,
                        limit: Self.pageSize
                    )
                    for refund in page where Self.isDue(refund.record, at: now) {
                        counts[refund.record.environment, default: 0] += 1
                    }
                    guard page.count == Self.pageSize, let last = page.last else { break }
                    position = last.position
                }
            }
            return counts
        }
    }

    private static func isDue(_ record: RefundRecord, at now: Instant) -> Bool {
        guard let request = record.openRequest, case .open(let end) = request.status(at: now, record.deadlines) else {
            return false
        }
        let notice = min(Self.notice, Span(milliseconds: record.deadlines.answer.milliseconds / 5))
        return end - now <= notice
    }
}
