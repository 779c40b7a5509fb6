import Ledger
import Logging
import Metrics

extension Ingest {
    /// How long a report waits for its purchase at least.
    private static let longestWait = Span.days(400)

    /// Records refunds that are reported and that Apple did not sign, each in a unit of its own; whether any was new.
    ///
    /// A report of a purchase that is not known yet is kept, and counts once the purchase comes; as many wait in each
    /// environment of an app as of anything else that must wait. What comes beyond that takes the place of those whose
    /// purchase has not come for so long that it never will, and is to come again where there are none.
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
                let dropped = try await self.repository.makeRoom(
                    for: report,
                    of: app.name,
                    environment: environment,
                    limit: self.quarantineLimit,
                    before: now - Self.longestWait
                )
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
                guard try await self.repository.record(unit).isNew else { continue }
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
