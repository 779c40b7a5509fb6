import Hummingbird
import Ledger
import PurserService

/// The timeline of a customer: everything that happened, with the way to its evidence.
///
/// Apple's evidence and submissions are shown on demand, because the server reads all purchases for them.
struct DashboardTimelineController: Sendable {
    /// The kinds whose cost does not grow with a customer's past.
    static let bounded: Set<TimelineEntry.Kind> = [.event, .transfer, .action]
    private static let all = "all"

    /// The service that reads timelines.
    let service: CustomerService

    /// Adds the route.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "customers/:customer/timeline", for: .scope(.read)) { visit, app in
            try await self.page(visit, app)
        }
    }

    /// Returns the table of a customer's timeline, with entries of these kinds.
    static func table(
        of customer: CustomerID,
        kinds: Set<TimelineEntry.Kind>,
        service: CustomerService,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable {
        let rows = TimelineRows(visit: visit, app: app)
        return DashboardTable(name: "timeline", columns: TimelineRows.columns, empty: "timelineEmpty") {
            cursor,
            limit in
            let page = try await Problem.explaining {
                try await service.timeline(
                    of: customer,
                    in: app.app,
                    kinds: kinds,
                    after: TimelineCursor(cursor),
                    limit: limit
                )
            }
            return DashboardTable.Page(rows: page.entries.map(rows.row), next: page.next?.text)
        }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let customer = try visit.customer()
        let wanted = visit.query["type"]
        let kinds =
            TimelineEntry.Kind(rawValue: wanted).map { [$0] }
            ?? (wanted == Self.all ? Set(TimelineEntry.Kind.allCases) : Self.bounded)
        let filter = DashboardFilter(
            field: "type",
            choices: [
                ("", visit.text("timelineHappened")), (Self.all, visit.text("timelineAll")),
                (TimelineEntry.Kind.event.rawValue, visit.text("timelineEvents")),
                (TimelineEntry.Kind.evidence.rawValue, visit.text("timelineEvidence")),
                (TimelineEntry.Kind.submission.rawValue, visit.text("timelineSubmissions")),
                (TimelineEntry.Kind.transfer.rawValue, visit.text("timelineTransfers")),
                (TimelineEntry.Kind.action.rawValue, visit.text("timelineActions")),
            ]
        )
        return try await visit.page(
            "customer-list",
            title: "timeline",
            table: Self.table(of: customer, kinds: kinds, service: self.service, visit, app),
            filter.values(for: visit).merging(app.values(of: customer)) { $1 }
        )
    }
}

extension DashboardApp {
    /// Returns the values for a page below a customer's.
    func values(of customer: CustomerID) -> [String: Any] {
        ["customerName": customer.rawValue, "customerPath": self.path("customers", customer.rawValue)]
    }
}
