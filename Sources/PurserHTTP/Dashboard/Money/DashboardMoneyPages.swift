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

/// Days and months on pages about money.
enum DashboardDays {
    /// The months that can be asked for: from the one in which the App Store opened on.
    static let months = "2008-07"..."2099-12"
    /// The months of Apple's fiscal year that can be asked for, which has the last months of a year in the next one.
    static let fiscalMonths = "2008-07"..."2100-12"

    /// Returns the month of a day: `2026-03`.
    static func month(of day: PacificDay) -> String { String(day.text.prefix(7)) }

    /// Returns the month so many months after another one.
    static func month(_ count: Int, after month: String) -> String? {
        guard let period = ReportPeriod(month, length: .month), case .month(let year, let number) = period else {
            return nil
        }
        let place = year * 12 + number - 1 + count
        return ReportPeriod.month(year: place / 12, month: place % 12 + 1).text
    }

    /// Returns the values of the way to the months around one, and to any other.
    static func months(around month: String, path: (String) -> String) -> [String: Any] {
        var values: [String: Any] = ["month": month, "before": false, "after": false]
        if let before = Self.month(-1, after: month), Self.months.contains(before) {
            values["before"] = ["path": path(before), "month": before]
        }
        if let after = Self.month(1, after: month), Self.months.contains(after) {
            values["after"] = ["path": path(after), "month": after]
        }
        return values
    }
}
