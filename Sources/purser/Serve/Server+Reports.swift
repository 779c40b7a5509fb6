import PurserService
import ServiceLifecycle

extension Server {
    /// Keeps Apple's reports.
    var reports: ReportService { self.connect.reports }

    /// Fetches reports by the schedule, and has the days compared about which something is new.
    var reportService: any Service {
        let reconciliation = self.reconciliation
        return ReportFetchService(
            workers: self.assembly.apps.map { app in
                ReportFetchWorker(
                    for: app.name,
                    fetch: self.connect.fetches[app.name],
                    repository: self.repository,
                    ambient: self.time.ambient,
                    logger: self.logger,
                    reconcile: { app, days in await reconciliation.refresh(app, days: days) }
                )
            },
            catchUp: self.time.catchUp,
            clock: .continuous
        )
    }
}
