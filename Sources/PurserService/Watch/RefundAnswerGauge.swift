package import Ledger
import Metrics

/// Counts the requests of Apple's about refunds whose answer is due soon and not given.
package struct RefundAnswerGauge: MinuteGauge {
    /// How long before its end a request counts; never more than a fifth of the time that Apple gives.
    package static let notice = Span.minutes(30)
    /// How many cases are read at a time.
    private static let pageSize = 200

    let repository: any Repository
    let apps: [ServedApp]

    /// A gauge of these apps' refunds.
    package init(repository: any Repository, apps: [ServedApp]) {
        self.repository = repository
        self.apps = apps
    }

    /// Measures and records; what cannot be read stays unknown.
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

    /// Counts them by environment; those about which nothing may be told do not count.
    package func counts(of app: AppName, at now: Instant) async throws(RepositoryError) -> [StoreEnvironment: Int] {
        var counts: [StoreEnvironment: Int] = [:]
        for status in [RefundStatus.requested, .held] {
            var position: Int64 = 0
            while true {
                let page = try await self.repository.refunds(
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

    private static func isDue(_ record: RefundRecord, at now: Instant) -> Bool {
        guard let request = record.openRequest, case .open(let end) = request.status(at: now, record.deadlines) else {
            return false
        }
        let notice = min(Self.notice, Span(milliseconds: record.deadlines.answer.milliseconds / 5))
        return end - now <= notice
    }
}
