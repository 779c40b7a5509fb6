import Ledger
import PurserService

/// The pages about reports and reconciliation.
struct DashboardMoneyPages: DashboardPages {
    /// The use cases of the server.
    let services: Services

    static let entries: [DashboardNavigation.Page] = [
        DashboardNavigation.Page(path: "reconciliation", name: "reconciliation", group: .money, letter: "x"),
        DashboardNavigation.Page(path: "reports", name: "reports", group: .money, letter: "m"),
    ]

    func add(to routes: DashboardRoutes) {
        DashboardReconciliationController(service: self.services.reconciliation).add(to: routes)
        DashboardReconciliationDayController(service: self.services.reconciliation).add(to: routes)
        DashboardReconciliationActController(service: self.services.reconciliation).add(to: routes)
        DashboardSettlementController(service: self.services.reconciliation).add(to: routes)
        DashboardReportsController(
            reports: self.services.reports,
            proceeds: self.services.proceeds,
            fetches: self.services.reportFetches
        ).add(to: routes)
        DashboardReportFetchController(fetches: self.services.reportFetches, gate: routes.gate).add(to: routes)
        let reconciliation = self.services.reconciliation
        DashboardProceedsController(proceeds: self.services.proceeds, today: { reconciliation.today }).add(to: routes)
    }
}

extension DashboardAccess {
    /// Returns whether the operator of a visit is admitted, so that a page shows the way to an act.
    func admits(_ visit: DashboardVisit) -> Bool {
        visit.signedIn.map { self.admits($0.account.role) } ?? false
    }
}
