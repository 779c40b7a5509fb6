import Hummingbird
import Ledger
import PurserService

/// The whole lists of a customer, of which their page shows the beginning: purchases, orders, transfers, grants,
/// consents, held evidence, and the reasons to review them.
struct DashboardCustomerListsController: Sendable {
    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "customers/:customer/purchases", for: .scope(.read)) { visit, app in
            try await self.purchases(visit, app)
        }
        routes.get(app: "customers/:customer/orders", for: .scope(.read)) { visit, app in
            try await self.orders(visit, app)
        }
        routes.get(app: "customers/:customer/transfers", for: .scope(.read)) { visit, app in
            try await self.transfers(visit, app)
        }
        routes.get(app: "customers/:customer/grants", for: .scope(.read)) { visit, app in
            try await self.grants(visit, app)
        }
        routes.get(app: "customers/:customer/consents", for: .scope(.read)) { visit, app in
            try await self.consents(visit, app)
        }
        routes.get(app: "customers/:customer/held-evidence", for: .scope(.read)) { visit, app in
            try await self.held(visit, app)
        }
        routes.get(app: "customers/:customer/risk", for: .scope(.read)) { visit, app in
            try await self.risk(visit, app)
        }
    }

    private func page(
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        of customer: CustomerID,
        title: String,
        _ table: DashboardTable
    ) async throws -> Response {
        try await visit.page("customer-list", title: title, table: table, app.values(of: customer))
    }

    /// Returns a page of rows that were all read at once; the cursor counts rows.
    private static func slice(
        _ rows: [DashboardTable.Row],
        after cursor: String,
        limit: Int
    ) -> DashboardTable.Page {
        let start = min(max(0, Int(cursor) ?? 0), rows.count)
        let end = min(start + limit, rows.count)
        return DashboardTable.Page(rows: Array(rows[start..<end]), next: end < rows.count ? "\(end)" : nil)
    }

    private func purchases(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let customer = try visit.customer()
        let lines = try await Problem.explaining {
            try await self.services.customers.purchases(
                of: customer,
                in: app.app,
                environment: app.environment,
                view: .all
            )
        }
        let rows = lines.reversed().map { line in
            let state = line.state.shown
            let id = line.transactionIDs.first?.rawValue ?? ""
            return DashboardTable.Row(
                cells: [
                    .init(line.purchasedAt), .init(line.productID.rawValue, link: app.path("transactions", id)),
                    .init(visit.text(state.key), value: line.state.rawValue, chip: state.chip),
                    .init(line.endsAt), .init("\(line.quantity)"),
                    .init(line.price.map { DashboardNumbers.money($0) } ?? ""),
                    .init(line.claim.reason.sentence(visit), value: line.claim.reason.rawValue),
                    .init(id, isID: true),
                ],
                acts: visit.mayUse(.admin)
                    ? [
                        (
                            "transferShort",
                            app.path("customers", customer.rawValue, "transfer", query: ["transaction": id])
                        )
                    ] : []
            )
        }
        let table = DashboardTable(
            name: "customerPurchases",
            columns: [
                .init("customerPurchaseAt"), .init("customerPurchaseProduct"), .init("state"),
                .init("customerPurchaseEndsAt"),
                .init("customerPurchaseQuantity", isNumber: true), .init("customerPurchasePrice", isNumber: true),
                .init("customerPurchaseClaim"), .init("transaction"),
            ],
            empty: "customerNoPurchases"
        ) { cursor, limit in Self.slice(rows, after: cursor, limit: limit) }
        return try await self.page(visit, app, of: customer, title: "customerPurchases", table)
    }

    private func orders(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let customer = try visit.customer()
        let service = self.services.orders
        let table = DashboardTable(
            name: "customerOrders",
            columns: [
                .init("order"), .init("customerPurchaseProduct"), .init("state"), .init("customerOrderedAt"),
                .init("customerPurchasePrice", isNumber: true),
            ],
            empty: "customerNoOrders"
        ) { cursor, limit in
            let found = try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
                try await service.orders(of: customer, in: app.app, before: Int64(cursor) ?? .max, limit: limit + 1)
            }
            let shown = found.prefix(limit)
            let now = service.now
            let rows = shown.map { entry in
                let order = entry.record.order
                let state = entry.record.state(at: now)
                let id = order.id.rawValue
                return DashboardTable.Row(cells: [
                    .init(id, link: DashboardApp(app.app, in: order.environment).path("orders", id), isID: true),
                    .init(order.productID.rawValue),
                    .init(visit.text(state.shown.key), value: state.rawValue, chip: state.shown.chip),
                    .init(order.createdAt), .init(order.price.map { DashboardNumbers.money($0) } ?? ""),
                ])
            }
            return DashboardTable.Page(
                rows: rows,
                next: found.count > shown.count ? shown.last.map { "\($0.position)" } : nil
            )
        }
        return try await self.page(visit, app, of: customer, title: "customerOrders", table)
    }

    private func transfers(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let customer = try visit.customer()
        let service = self.services.customers
        let table = DashboardTable(
            name: "customerTransfers",
            columns: [
                .init("happenedAt"), .init("transferFrom"), .init("transferTo"), .init("transferReason"),
                .init("transferTransactions"),
            ],
            empty: "customerNoTransfers"
        ) { cursor, limit in
            let skipping = max(0, Int(cursor) ?? 0)
            let found = try await Problem.explaining {
                try await service.transfers(of: customer, in: app.app, skipping: skipping, limit: limit + 1)
            }
            let rows = found.prefix(limit).map { Self.row($0, visit, app) }
            return DashboardTable.Page(rows: rows, next: found.count > limit ? "\(skipping + limit)" : nil)
        }
        return try await self.page(visit, app, of: customer, title: "customerTransfers", table)
    }

    private static func row(
        _ transfer: OwnershipTransfer,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    )
        -> DashboardTable.Row
    {
        let place = DashboardApp(app.app, in: transfer.environment)
        func person(_ customer: CustomerID?) -> DashboardTable.Cell {
            guard let customer else { return .init(visit.text("transferNobody"), value: "") }
            return .init(customer.rawValue, link: app.path("customers", customer.rawValue))
        }
        let ids = transfer.transactionIDs.map(\.rawValue)
        var row = DashboardTable.Row(cells: [
            .init(transfer.transferredAt), person(transfer.from), person(transfer.to),
            .init(transfer.reason.sentence(visit), value: transfer.reason.rawValue),
            .init(
                ids.first ?? "",
                value: ids.joined(separator: " "),
                link: ids.first.map { place.path("transactions", $0) },
                note: ids.count > 1 ? "+\(ids.count - 1)" : nil
            ),
        ])
        if let change = transfer.change, visit.mayUse(.admin) {
            row.acts = [("customerUndo", app.path("ownership-changes", change.rawValue, "undo"))]
        }
        return row
    }

    private func grants(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let customer = try visit.customer()
        let grants = try await Problem.explaining(by: Problem.grant) { () throws(GrantError) in
            try await self.services.grants.grants(of: customer, in: app.app)
        }
        let now = self.services.grants.now
        let rows = grants.sorted { $0.grantedAt > $1.grantedAt }.map { grant -> DashboardTable.Row in
            let state = grant.state(at: now)
            let shown: (key: String, chip: String) =
                switch state {
                case .queued: ("grantQueued", "")
                case .active: ("grantActive", "good")
                case .ended: ("grantEnded", "")
                case .revoked: ("grantRevoked", "bad")
                }
            var row = DashboardTable.Row(cells: [
                .init(grant.grantedAt), .init(grant.entitlement.rawValue),
                .init(visit.text(shown.key), value: state.rawValue, chip: shown.chip), .init(grant.beginsAt),
                .init(grant.endsAt), .init(grant.grantedBy), .init(grant.reason, note: grant.revocation?.reason),
            ])
            if visit.mayUse(.write), state == .active || state == .queued {
                row.acts = [
                    (
                        "grantRevokeShort",
                        app.path("customers", customer.rawValue, "grants", grant.id.rawValue, "revoke")
                    )
                ]
            }
            return row
        }
        let table = DashboardTable(
            name: "customerGrants",
            columns: [
                .init("grantAt"), .init("entitlement"), .init("state"), .init("grantBegins"), .init("grantEnds"),
                .init("grantedBy"), .init("reason"),
            ],
            empty: "customerNoGrants"
        ) { cursor, limit in Self.slice(rows, after: cursor, limit: limit) }
        return try await self.page(visit, app, of: customer, title: "customerGrants", table)
    }

    private func consents(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let customer = try visit.customer()
        let service = self.services.customers
        let consents = try await Problem.explaining { try await service.consents(of: customer, in: app.app) }
        let current = service.current(among: consents)?.id
        let rows = consents.map { consent -> DashboardTable.Row in
            let isCurrent = consent.id == current
            var row = DashboardTable.Row(cells: [
                .init(consent.givenAt),
                .init(
                    visit.text(
                        isCurrent
                            ? "consentCurrent" : consent.withdrawal == nil ? "consentReplaced" : "consentWithdrawn"
                    ),
                    chip: isCurrent ? "good" : ""
                ),
                .init(consent.version, note: consent.locale), .init(consent.storefront), .init(consent.source ?? ""),
                .init(consent.withdrawal?.withdrawnAt), .init(consent.recordedBy),
                .init(consent.id.rawValue, isID: true),
            ])
            if isCurrent, visit.mayUse(.write) {
                row.acts = [("consentWithdrawShort", app.path("customers", customer.rawValue, "consents", "withdraw"))]
            }
            return row
        }
        let table = DashboardTable(
            name: "customerConsents",
            columns: [
                .init("consentGivenAt"), .init("state"), .init("consentVersion"), .init("consentStorefront"),
                .init("consentSource"), .init("consentWithdrawnAt"), .init("consentRecordedBy"), .init("consentID"),
            ],
            empty: "customerNoConsents"
        ) { cursor, limit in Self.slice(rows, after: cursor, limit: limit) }
        return try await self.page(visit, app, of: customer, title: "customerConsents", table)
    }

    private func held(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let customer = try visit.customer()
        let service = self.services.customers
        let table = DashboardTable(
            name: "customerHeld",
            columns: [
                .init("customerHeldAt"), .init("transaction"), .init("reason"), .init("customerHeldCode"),
                .init("customerHeldUntil"),
            ],
            empty: "customerNoHeld"
        ) { cursor, limit in
            let found = try await Problem.explaining {
                try await service.heldSubmissions(
                    of: customer,
                    in: app.app,
                    reason: nil,
                    after: HeldSubmissionCursor(cursor),
                    limit: limit + 1
                )
            }
            let shown = found.prefix(limit)
            let rows = shown.map { held in
                DashboardTable.Row(cells: [
                    .init(held.receivedAt), .init(held.submission.transactionID.rawValue, isID: true),
                    .init(held.reason.rawValue), .init(held.code), .init(held.dueAt),
                ])
            }
            return DashboardTable.Page(rows: rows, next: found.count > shown.count ? shown.last?.cursor.text : nil)
        }
        return try await self.page(visit, app, of: customer, title: "customerHeld", table)
    }

    private func risk(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let customer = try visit.customer()
        let risk = try await Problem.explaining {
            try await self.services.customers.risk(of: customer, in: app.app, environment: app.environment)
        }
        let rows = risk.reasons.map { reason in
            DashboardTable.Row(cells: [
                .init("+\(reason.points)", value: "\(reason.points)"),
                .init(
                    reason.sentence(visit),
                    value: reason.kind.rawValue,
                    note: reason.customers.map(\.rawValue).joined(separator: ", ")
                ),
                .init(reason.lastAt),
                .init(
                    reason.transactions.first?.rawValue ?? "",
                    value: reason.transactions.map(\.rawValue).joined(separator: " "),
                    link: reason.transactions.first.map { app.path("transactions", $0.rawValue) },
                    note: reason.transactions.count > 1 ? "+\(reason.transactions.count - 1)" : nil
                ),
            ])
        }
        let table = DashboardTable(
            name: "customerRisk",
            columns: [.init("riskPoints", isNumber: true), .init("reason"), .init("riskLastAt"), .init("transaction")],
            empty: "riskNone"
        ) { cursor, limit in Self.slice(rows, after: cursor, limit: limit) }
        return try await self.page(visit, app, of: customer, title: "customerRisk", table)
    }
}
