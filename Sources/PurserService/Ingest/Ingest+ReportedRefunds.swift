import Ledger
import Logging
import Metrics

extension Ingest {
    /// The minimum time for which a report waits for its purchase.
    private static let longestWait = Span.days(400)

    /// Records refunds that are reported without Apple's signature, each in its own unit of work; returns whether any
    /// was new.
    ///
    /// A report of an unknown purchase is stored and takes effect once the purchase is recorded. Each environment of an
    /// app holds as many reports as other evidence. Beyond that, a report replaces one that has waited longer than any
    /// purchase is late; if there is none, it must be sent again.
    func record(
        _ reports: [ReportedRefund],
        in environment: StoreEnvironment,
        at now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> Bool {
        var isNew = false
        var isFull = false
        for report in reports {
            var unit = Intake(app: app.name, environment: environment, receivedAt: now)
            unit.catalog = app.catalog
            unit.asksApple = app.askable.contains(environment)
            unit.reportedRefunds = [report]
            do {
                let dropped = try await self.repository.write { unit in
                    try unit.makeRoom(
                        for: report,
                        of: app.name,
                        environment: environment,
                        limit: self.quarantineLimit,
                        before: now - Self.longestWait
                    )
                }
                guard let dropped else {
                    isFull = true
                    continue
                }
                if dropped > 0 {
                    self.logger.warning(
                        "Reported refunds were dropped, because their purchases never came and there was no room left.",
                        metadata: [
                            "app": "\(app.name)", "environment": "\(environment.rawValue)", "count": "\(dropped)",
                        ]
                    )
                }
                guard try await self.repository.ingest(unit).isNew else { continue }
            } catch {
                self.outage.note(at: now)
                throw .storage(error)
            }
            isNew = true
            self.logger.warning(
                "A refund is reported that Apple did not sign.",
                metadata: [
                    "app": "\(app.name)", "environment": "\(environment.rawValue)",
                    "treatment": "\(report.treatment.rawValue)",
                ]
            )
            Counter(
                label: "purser_reported_refunds_total",
                dimensions: [
                    ("app", "\(app.name)"), ("environment", environment.rawValue),
                    ("treatment", report.treatment.rawValue),
                ]
            ).increment()
        }
        if isFull { throw .quarantineFull }
        return isNew
    }
}
