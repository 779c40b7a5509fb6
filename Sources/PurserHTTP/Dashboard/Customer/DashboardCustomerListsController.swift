import Hummingbird
import Ledger
import PurserService

/// The whole lists of a customer, of which their page shows the beginning: purchases, orders, transfers, grants,
/// consents, held evidence, and the reasons to review them.
struct DashboardCustomerListsController: Sendable {
    /// Returns a list of a customer.
    private typealias List = @Sendable (CustomerID, DashboardVisit, DashboardApp) async throws -> DashboardTable

    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        func add(_ path: String, _ list: @escaping List) {
            routes.get(app: path, for: .scope(.read)) { visit, app in
                let customer = try visit.customer()
                let table = try await list(customer, visit, app)
                return try await visit.page("customer-list", title: table.name, table: table, app.values(of: customer))
            }
        }
        add("customers/:customer/purchases", self.purchases)
        add("customers/:customer/orders", self.orders)
        add("customers/:customer/transfers", self.transfers)
        add("customers/:customer/grants", self.grants)
        add("customers/:customer/consents", self.consents)
        add("customers/:customer/held-evidence", self.held)
        add("customers/:customer/risk", self.risk)
    }

    @Sendable private func purchases(
        of customer: CustomerID,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> DashboardTable {
        let lines = try await Problem.explaining {
            try await self.services.customers.purchases(
                of: customer,
                in: app.app,
                environment: app.environment,
                view: .all
            )
        }
        let mayTransfer = visit.mayUse(.admin)
        return DashboardTable(
            name: "customerPurchases",
            columns: [
                .init("customerPurchaseAt"), .init("customerPurchaseProduct"), .init("state"),
                .init("customerPurchaseEndsAt"),
                .init("customerPurchaseQuantity", isNumber: true), .init("customerPurchasePrice", isMoney: true),
                .init("customerPurchaseClaim"), .init("transaction"),
            ],
            empty: "customerNoPurchases",
            of: lines.reversed()
        ) { line in
            let id = line.transactionIDs.first?.rawValue ?? ""
            let transfer = app.path("customers", customer.rawValue, "transfer", query: ["transaction": id])
            return DashboardTable.Row(
                cells: [
                    .init(line.purchasedAt), .init(line.productID.rawValue, link: app.path("transactions", id)),
                    .init(visit.text(line.state.textKey), value: line.state.rawValue, chip: line.state.chip),
                    .init(line.endsAt), .init("\(line.quantity)"),
                    line.price.map { .money($0) } ?? .init(""),
                    .init(line.claim.reason.sentence(visit), value: line.claim.reason.rawValue),
                    .init(id, isID: true),
                ],
                acts: mayTransfer ? [("transferShort", transfer)] : []
            )
        }
    }

    @Sendable private func orders(
        of customer: CustomerID,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable {
        let service = self.services.orders
        return DashboardTable(
            name: "customerOrders",
            columns: [
                .init("order"), .init("customerPurchaseProduct"), .init("state"), .init("customerOrderedAt"),
                .init("customerPurchasePrice", isMoney: true),
            ],
            empty: "customerNoOrders"
        ) { cursor, limit in
            let found = try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
                try await service.orders(of: customer, in: app.app, before: Int64(cursor) ?? .max, limit: limit + 1)
            }
            let now = service.now
            return DashboardTable.Page(found, limit: limit, cursor: { "\($0.position)" }) { entry in
                let order = entry.record.order
                let state = entry.record.state(at: now)
                let id = order.id.rawValue
                return DashboardTable.Row(cells: [
                    .init(id, link: DashboardApp(app.app, in: order.environment).path("orders", id), isID: true),
                    .init(order.productID.rawValue),
                    .init(visit.text(state.textKey), value: state.rawValue, chip: state.chip),
                    .init(order.createdAt), order.price.map { .money($0) } ?? .init(""),
                ])
            }
        }
    }

    @Sendable private func transfers(
        of customer: CustomerID,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable {
        let service = self.services.customers
        return DashboardTable(
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
            return DashboardTable.Page(found, limit: limit, cursor: { _ in "\(skipping + limit)" }) { transfer in
                Self.row(transfer, visit, app)
            }
        }
    }

    private static func row(
        _ transfer: OwnershipTransfer,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable.Row {
        let nobody = visit.text("transferNobody")
        var row = DashboardTable.Row(cells: [
            .init(transfer.transferredAt), app.cell(of: transfer.from, nobody: nobody),
            app.cell(of: transfer.to, nobody: nobody),
            .init(transfer.reason.sentence(visit), value: transfer.reason.rawValue),
            DashboardApp(app.app, in: transfer.environment).cell(of: transfer.transactionIDs),
        ])
        if let change = transfer.change, visit.mayUse(.admin) {
            row.acts = [("customerUndo", app.path("ownership-changes", change.rawValue, "undo"))]
        }
        return row
    }

    @Sendable private func grants(
        of customer: CustomerID,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> DashboardTable {
        let grants = try await Problem.explaining(by: Problem.grant) { () throws(GrantError) in
            try await self.services.grants.grants(of: customer, in: app.app)
        }
        let now = self.services.grants.now
        let mayRevoke = visit.mayUse(.write)
        return DashboardTable(
            name: "customerGrants",
            columns: [
                .init("grantAt"), .init("entitlement"), .init("state"), .init("grantBegins"), .init("grantEnds"),
                .init("grantedBy"), .init("reason"),
            ],
            empty: "customerNoGrants",
            of: grants.sorted { $0.grantedAt > $1.grantedAt }
        ) { grant in
            let state = grant.state(at: now)
            let (key, chip) =
                switch state {
                case .queued: ("grantQueued", "")
                case .active: ("grantActive", "good")
                case .ended: ("grantEnded", "")
                case .revoked: ("grantRevoked", "bad")
                }
            let revoke = app.path("customers", customer.rawValue, "grants", grant.id.rawValue, "revoke")
            return DashboardTable.Row(
                cells: [
                    .init(grant.grantedAt), .init(grant.entitlement.rawValue),
                    .init(visit.text(key), value: state.rawValue, chip: chip), .init(grant.beginsAt),
                    .init(grant.endsAt), .init(grant.grantedBy), .init(grant.reason, note: grant.revocation?.reason),
                ],
                acts: mayRevoke && grant.isOpen(at: now) ? [("grantRevokeShort", revoke)] : []
            )
        }
    }

    @Sendable private func consents(
        of customer: CustomerID,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> DashboardTable {
        let service = self.services.customers
        let consents = try await Problem.explaining { try await service.consents(of: customer, in: app.app) }
        let current = service.current(among: consents)?.id
        let withdraw = app.path("customers", customer.rawValue, "consents", "withdraw")
        return DashboardTable(
            name: "customerConsents",
            columns: [
                .init("consentGivenAt"), .init("state"), .init("consentVersion"), .init("consentStorefront"),
                .init("consentSource"), .init("consentWithdrawnAt"), .init("consentRecordedBy"), .init("consentID"),
            ],
            empty: "customerNoConsents",
            of: consents
        ) { consent in
            let isCurrent = consent.id == current
            let former = consent.withdrawal == nil ? "consentReplaced" : "consentWithdrawn"
            return DashboardTable.Row(
                cells: [
                    .init(consent.givenAt),
                    .init(visit.text(isCurrent ? "consentCurrent" : former), chip: isCurrent ? "good" : ""),
                    .init(consent.version, note: consent.locale), .init(consent.storefront),
                    .init(consent.source ?? ""), .init(consent.withdrawal?.withdrawnAt), .init(consent.recordedBy),
                    .init(consent.id.rawValue, isID: true),
                ],
                acts: isCurrent && visit.mayUse(.write) ? [("consentWithdrawShort", withdraw)] : []
            )
        }
    }

    @Sendable private func held(
        of customer: CustomerID,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable {
        let service = self.services.customers
        return DashboardTable(
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
            return DashboardTable.Page(found, limit: limit, cursor: \.cursor.text) { held in
                DashboardTable.Row(cells: [
                    .init(held.receivedAt), .init(held.submission.transactionID.rawValue, isID: true),
                    .init(visit.text(held.reason.textKey), value: held.reason.rawValue),
                    .init(held.code), .init(held.dueAt),
                ])
            }
        }
    }

    @Sendable private func risk(
        of customer: CustomerID,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> DashboardTable {
        let risk = try await Problem.explaining {
            try await self.services.customers.risk(of: customer, in: app.app, environment: app.environment)
        }
        return DashboardTable(
            name: "customerRisk",
            columns: [.init("riskPoints", isNumber: true), .init("reason"), .init("riskLastAt"), .init("transaction")],
            empty: "riskNone",
            of: risk.reasons
        ) { reason in
            DashboardTable.Row(cells: [
                .init("+\(reason.points)", value: "\(reason.points)"),
                .init(
                    reason.sentence(visit),
                    value: reason.kind.rawValue,
                    note: reason.customers.map(\.rawValue).joined(separator: ", ")
                ),
                .init(reason.lastAt), app.cell(of: reason.transactions),
            ])
        }
    }
}
