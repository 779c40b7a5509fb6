import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The search: one field for every id that a person can be given, which leads to what the id identifies.
struct DashboardSearchController: Sendable {
    /// The use cases of the server.
    let services: Services

    /// Adds the route.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "search", for: .scope(.read)) { visit, app in
            try await self.search(visit.query["q"], visit, app, asksApple: visit.isFromOwnPage)
        }
        routes.post(app: "search", for: .scope(.read)) { visit, app in
            try await self.search(visit.form["q"], visit, app, asksApple: true)
        }
    }

    /// Something that an id identifies.
    private struct Match {
        /// The key of its kind.
        let kind: String
        let name: String
        let path: String
        var note = ""
    }

    /// Searches; an order number is looked up at Apple only for a request from a page of the server, because that adds
    /// to the audit log and takes from Apple's rate limit, to which no link of another site may lead.
    private func search(
        _ text: String,
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        asksApple: Bool
    ) async throws -> Response {
        let id = text.trimmed
        var values: [String: Any] = ["searched": id, "hasSearched": !id.isEmpty]
        guard !id.isEmpty else { return visit.page("search", title: "search", values) }
        guard id.utf8.count <= CustomerID.maximumBytes else {
            values["says"] = visit.text("searchTooLong")
            return visit.page("search", title: "search", values, status: .unprocessableContent)
        }
        let found = try await Problem.explaining {
            try await self.services.customers.lookUp(id, in: app.app, by: try visit.origin(), asksApple: asksApple)
        }
        var matches = found.matches.flatMap { Self.matches($0, app, visit) }
        matches += try await self.ownMatches(id, app)
        var (number, order) = (id, found.order)
        if matches.isEmpty, order == .notAsked, let written = Self.orderNumber(in: id) {
            // It may be a mistyped id of another kind, so Apple is asked only when a person says so.
            let meant = try await Problem.explaining {
                try await self.services.customers.lookUp(
                    written,
                    in: app.app,
                    by: try visit.origin(),
                    asksApple: visit.isPost
                )
            }
            matches = meant.matches.flatMap { Self.matches($0, app, visit) }
            (number, order) = (written, meant.order)
        }
        // A transaction that is also an original of its chain is found as both, and both lead to its page.
        var paths: Set<String> = []
        matches = matches.filter { paths.insert($0.path).inserted }
        if matches.count == 1 { return visit.redirect(to: matches[0].path) }
        values["matches"] = matches.map { match -> [String: Any] in
            ["kind": visit.text(match.kind), "name": match.name, "path": match.path, "note": match.note]
        }
        values["hasMatches"] = !matches.isEmpty
        values["says"] = visit.text(matches.isEmpty ? "searchNothing" : "searchSeveral", number)
        switch order {
        case .notAsked, .known: break
        case .possible:
            values["askPath"] = app.path("search")
            values["orderNumber"] = number
            if matches.isEmpty { values["says"] = visit.text("searchNotStored", number) }
        case .unknown: values["asked"] = visit.text("searchOrderUnknown")
        case .failed(let code): values["asked"] = visit.text("searchOrderFailed", code)
        }
        values["others"] = visit.apps.filter { $0 != app.app.name }.map { name in
            let path = "\(DashboardSettings.path)/apps/\(name.rawValue.asQueryValue)/search?q=\(id.asQueryValue)"
            return ["name": visit.text("searchIn", name.rawValue), "path": path]
        }
        return visit.page("search", title: "search", values)
    }

    /// Returns the order number in a text that was copied from one of Apple's mails with its label, `Order ID:` or
    /// `订单号：`, or typed in small letters or with spaces; `nil` where it has none.
    private static func orderNumber(in text: String) -> String? {
        text.split { $0 == ":" || $0 == "：" }.last.flatMap { RecoveryService.number(String($0)) }
    }

    /// Returns what a match of a lookup leads to.
    private static func matches(
        _ match: LookupResult.Match,
        _ app: DashboardApp,
        _ visit: DashboardVisit
    ) -> [Match] {
        switch match {
        case .transaction(let report), .originalTransaction(let report):
            let app = DashboardApp(app.app, in: report.environment)
            let id = report.transactionID.rawValue
            return [
                Match(
                    kind: "transaction",
                    name: id,
                    path: app.path("transactions", id),
                    note: [
                        report.purchase?.productID.rawValue, report.claim.owner?.rawValue,
                        report.environment == .production ? nil : report.environment.rawValue,
                    ].compactMap { $0 }.joined(separator: " · ")
                )
            ]
        case .accountToken(let token, let customer):
            return [
                Match(
                    kind: "customer",
                    name: customer.rawValue,
                    path: app.path("customers", customer.rawValue),
                    note: visit.text("searchToken", token.description)
                )
            ]
        case .customer(let customer, let record):
            let shown = record.mergedInto ?? customer
            return [
                Match(
                    kind: "customer",
                    name: shown.rawValue,
                    path: app.path("customers", shown.rawValue),
                    note: record.mergedInto == nil ? "" : visit.text("searchMerged", customer.rawValue)
                )
            ]
        case .appleAccount(let environment, let bindings):
            let app = DashboardApp(app.app, in: environment)
            return bindings.map { binding in
                Match(
                    kind: "customer",
                    name: binding.customer.rawValue,
                    path: app.path("customers", binding.customer.rawValue),
                    note: visit.text("searchAppleAccount")
                )
            }
        case .order(let reports):
            return reports.flatMap { Self.matches(.transaction($0), app, visit) }
        }
    }

    /// Returns the order, refund, fulfillment and event with an id of the server's own, and the signed object with a
    /// digest.
    private func ownMatches(_ id: String, _ app: DashboardApp) async throws -> [Match] {
        let name = app.app.name
        var matches: [Match] = []
        do throws(OrderError) {
            let order = try await self.services.orders.order(OrderID(id), in: app.app)
            matches.append(Match(kind: "order", name: id, path: app.path("orders", order.order.id.rawValue)))
        } catch {
            guard case .unknownOrder = error else { throw Problem.order(error) }
        }
        do throws(RefundError) {
            let refund = try await self.services.refunds.refund(RefundID(id), in: name)
            let place = DashboardApp(app.app, in: refund.environment)
            matches.append(Match(kind: "refund", name: id, path: place.path("refunds", id)))
        } catch {
            guard case .unknown = error else { throw Problem.refund(error) }
        }
        do throws(FulfillmentError) {
            _ = try await self.services.fulfillments.fulfillment(FulfillmentID(id), in: name)
            matches.append(Match(kind: "fulfillment", name: id, path: app.path("fulfillments", id)))
        } catch {
            guard case .unknown = error else { throw Problem.fulfillment(error) }
        }
        do throws(WebhookError) {
            _ = try await self.services.webhooks.event(EventID(id), in: name)
            matches.append(Match(kind: "event", name: id, path: app.path("events", id)))
        } catch {
            guard case .eventUnknown = error else { throw Problem.webhook(error) }
        }
        if let digest = EvidenceDigest(hexadecimal: id.lowercased()) {
            do throws(CustomerError) {
                let found = try await self.services.customers.evidence(digest, in: app.app)
                let name = found.digest.hexadecimal
                matches.append(Match(kind: "evidence", name: name, path: app.path("evidence", name)))
            } catch {
                guard case .unknownEvidence = error else { throw Problem.customer(error) }
            }
        }
        return matches
    }
}
