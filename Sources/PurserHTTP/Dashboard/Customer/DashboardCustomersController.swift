import Hummingbird
import Ledger
import PurserService

/// The entry page of customers: how to find one, and those at risk.
struct DashboardCustomersController: Sendable {
    /// The maximum number of customers in one page; the server reads the ledger for each of them.
    private static let maximumPage = 20

    /// The use cases of the server.
    let services: Services

    /// Adds the route.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "customers", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let threshold = app.app.catalog.riskThreshold
        let risks = self.services.risks
        let table = DashboardTable(
            name: "customersAtRisk",
            columns: [.init("customer"), .init("riskPoints", isNumber: true), .init("reason"), .init("riskSince")],
            empty: threshold == nil ? "customersNoThreshold" : "customersNoRisk"
        ) { cursor, limit in
            let limit = min(limit, Self.maximumPage)
            let found = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await risks.raised(
                    in: app.app.name,
                    after: Self.place(cursor),
                    limit: limit + 1
                )
            }
            return DashboardTable.Page(found, limit: limit, cursor: { Self.cursor($0.record.place) }) { entry in
                Self.row(entry, visit, app)
            }
        }
        var values: [String: Any] = ["threshold": false]
        if let threshold { values["threshold"] = visit.text("customersThreshold", DashboardNumbers.count(threshold)) }
        return try await visit.page("customers", title: "customers", table: table, values)
    }

    private static func row(
        _ entry: RiskService.Entry,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable.Row {
        let name = entry.record.customer.rawValue
        let reasons = entry.risk.reasons.map { "+\($0.points) \($0.sentence(visit))" }
        return DashboardTable.Row(cells: [
            .init(name, link: DashboardApp(app.app, in: .production).path("customers", name), isID: true),
            .count(entry.risk.points),
            .init(reasons.joined(separator: " · ")), .init(entry.record.raisedAt),
        ])
    }

    private static func cursor(_ place: RiskCursor) -> String { "\(place.points)-\(place.number)" }

    private static func place(_ text: String) -> RiskCursor? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let points = Int64(parts[0]), let number = Int64(parts[1]) else { return nil }
        return RiskCursor(points: points, number: number)
    }
}

extension RiskReason {
    /// Returns the reason as a sentence.
    func sentence(_ visit: DashboardVisit) -> String {
        let key =
            switch self.kind {
            case .repeatedRefunds: "riskRepeatedRefunds"
            case .refundAfterUse: "riskRefundAfterUse"
            case .sharedAccount: "riskSharedAccount"
            case .refunderRing: "riskRefunderRing"
            case .fastPurchases: "riskFastPurchases"
            case .storefrontJump: "riskStorefrontJump"
            case .cheapCoins: "riskCheapCoins"
            case .coinDebt: "riskCoinDebt"
            }
        return visit.text(key, DashboardNumbers.count(self.count))
    }
}
