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
            var intake = Intake(app: app.name, environment: environment, receivedAt: now)
            intake.catalog = app.catalog
            intake.asksApple = app.askable.contains(environment)
            intake.reportedRefunds = [report]
            do {
                let recorded = try await self.repository.write(recording: intake) {
                    [intake, limit = self.quarantineLimit] unit -> (isNew: Bool, dropped: Int)? in
                    let dropped = try unit.makeRoom(
                        for: report,
                        of: app.name,
                        environment: environment,
                        limit: limit,
                        before: now - Self.longestWait
                    )
                    return try dropped.map { (try unit.ingest(intake).isNew, $0) }
                }
                guard let recorded else {
                    isFull = true
                    continue
                }
                if recorded.dropped > 0 {
                    self.logger.warning(
                        "Reported refunds were dropped, because their purchases never came and there was no room left.",
                        metadata: [
                            "app": "\(app.name)", "environment": "\(environment.rawValue)",
                            "count": "\(recorded.dropped)",
                        ]
                    )
                }
                guard recorded.isNew else { continue }
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
