import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The page of one customer, which support opens with the customer on the phone.
///
/// Nothing on it reads all of a customer's past: lists show their newest rows, and lead to pages with all of them.
struct DashboardCustomerController: Sendable {
    /// The number of rows of the short lists.
    private static let shortList = 6
    /// The number of entries of the timeline.
    private static let timelineCount = 15

    /// The use cases of the server.
    let services: Services

    /// Adds the route.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "customers/:customer", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let customer = try visit.customer()
        let overview: CustomerOverview
        do throws(CustomerError) {
            overview = try await self.services.customers.overview(
                of: customer,
                in: app.app,
                environment: app.environment
            )
        } catch .refused(.unknownCustomer) {
            let values = ["title": customer.rawValue, "says": visit.text("customerUnknown", customer.rawValue)]
            return visit.page("customer-missing", title: "customers", values, status: .notFound)
        } catch {
            throw Problem.customer(error)
        }
        if let target = overview.mergedInto, target != customer {
            let query: KeyValuePairs = ["from": customer.rawValue]
            return visit.redirect(to: app.path("customers", target.rawValue, query: query))
        }
        var timeline = DashboardTimelineController.table(
            of: customer,
            kinds: DashboardTimelineController.bounded,
            service: self.services.customers,
            visit,
            app
        )
        timeline.pageCount = Self.timelineCount
        let cards = CustomerCards(overview: overview, visit: visit, app: app)
        var values = cards.values
        values["title"] = customer.rawValue
        values["wallets"] = try await self.wallets(cards)
        values["grants"] = try await self.grants(cards)
        values["orders"] = try await self.orders(cards)
        let fulfillments = try await self.fulfillments(cards)
        values["fulfillments"] = fulfillments
        values["hasFulfillments"] = !fulfillments.isEmpty
        values["held"] = try await self.held(cards)
        values["block"] = try await self.block(cards)
        values["risk"] = try await self.risk(cards)
        var happened = try await timeline.values(for: visit)
        values["hasMoreHappened"] = happened["next"] as? Bool != false
        happened["next"] = false
        happened["csv"] = app.path("customers", customer.rawValue, "timeline", query: ["export": "csv"])
        happened["json"] = app.path("customers", customer.rawValue, "timeline", query: ["export": "json"])
        values["timelinePath"] = cards.path("timeline")
        values["table"] = happened
        return visit.page("customer", title: "customers", values)
    }

    // MARK: What other services know

    private func wallets(_ cards: CustomerCards) async throws -> [[String: Any]] {
        let wallets = try await Problem.explaining(by: Problem.wallet) { () throws(WalletError) in
            try await self.services.wallets.wallets(
                of: cards.customer,
                in: cards.app.app,
                environment: cards.app.environment
            )
        }
        return wallets.map(cards.wallet)
    }

    private func grants(_ cards: CustomerCards) async throws -> Any {
        let grants = try await Problem.explaining(by: Problem.grant) { () throws(GrantError) in
            try await self.services.grants.grants(of: cards.customer, in: cards.app.app)
        }
        let open = grants.filter { $0.isOpen(at: cards.overview.at) }
        guard !grants.isEmpty else { return false }
        return ["rows": open.prefix(Self.shortList).map(cards.grant), "path": cards.path("grants")] as [String: Any]
    }

    private func orders(_ cards: CustomerCards) async throws -> [String: Any] {
        let found = try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
            try await self.services.orders.orders(
                of: cards.customer,
                in: cards.app.app,
                before: .max,
                limit: Self.shortList + 1
            )
        }
        let now = self.services.orders.now
        return [
            "rows": found.prefix(Self.shortList).map { cards.order($0.record, at: now) }, "isEmpty": found.isEmpty,
            "path": found.count > Self.shortList ? cards.path("orders") : false,
        ]
    }

    /// Returns the fulfillments of the newest purchases that have one.
    private func fulfillments(_ cards: CustomerCards) async throws -> [[String: Any]] {
        var rows: [[String: Any]] = []
        let lines = cards.lines.reversed().filter { $0.kind != .autoRenewable }.prefix(Self.shortList)
        for line in lines {
            guard let id = line.transactionIDs.first else { continue }
            do throws(FulfillmentError) {
                let found = try await self.services.fulfillments.fulfillment(
                    FulfillmentID(id, in: line.environment),
                    in: cards.app.app.name
                )
                rows.append(cards.fulfillment(found))
            } catch .unknown {
                // A purchase that only gives an entitlement has none.
                continue
            } catch {
                throw Problem.fulfillment(error)
            }
        }
        return rows
    }

    private func held(_ cards: CustomerCards) async throws -> Any {
        let found = try await Problem.explaining {
            try await self.services.customers.heldSubmissions(
                of: cards.customer,
                in: cards.app.app,
                reason: nil,
                after: nil,
                limit: Self.shortList
            )
        }
        guard !found.isEmpty else { return false }
        return ["rows": found.map(cards.held), "path": cards.path("held-evidence")] as [String: Any]
    }

    private func block(_ cards: CustomerCards) async throws -> Any {
        let block = try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
            try await self.services.orders.block(
                of: cards.customer,
                in: cards.app.app,
                environment: cards.app.environment
            )
        }
        guard let block else { return false }
        return [
            "says": cards.visit.text("blockSays", block.at.dayText, block.by), "reason": block.reason,
            "path": cards.mayWrite ? cards.path("unblock") : false,
        ] as [String: Any]
    }

    /// Returns the reasons to review the customer; they are computed from all purchases, so those of a customer with
    /// very many are on a page of their own.
    private func risk(_ cards: CustomerCards) async throws -> [String: Any] {
        guard cards.overview.isWhole else { return ["isElsewhere": ["path": cards.path("risk")]] }
        let risk = try await Problem.explaining {
            try await self.services.customers.risk(
                of: cards.customer,
                in: cards.app.app,
                environment: cards.app.environment
            )
        }
        return cards.risk(risk)
    }
}
