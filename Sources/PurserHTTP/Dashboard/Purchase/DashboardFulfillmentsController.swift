import Hummingbird
import Ledger
import PurserService

/// The fulfillments by state and customer, and the page of one.
struct DashboardFulfillmentsController: Sendable {
    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "fulfillments", for: .scope(.read)) { visit, app in try await self.list(visit, app) }
        routes.get(app: "fulfillments/:fulfillment", for: .scope(.read)) { visit, app in
            try await self.fulfillment(visit, app)
        }
    }

    private func list(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let typed = visit.query["state"]
        var filter = FulfillmentFilter()
        if !typed.isEmpty {
            guard let state = FulfillmentState(rawValue: typed) else {
                throw RequestFields.choice("state", typed, known: FulfillmentState.allCases.map(\.rawValue))
            }
            filter.state = state
        }
        let customer = visit.query["customer"].trimmed
        if !customer.isEmpty {
            guard let id = CustomerID(customer) else {
                throw RequestFields.invalid("customer", CustomerID.requirement)
            }
            filter.customer = id
        }
        let states = DashboardFilter(
            field: "state",
            choices: [("", visit.text("fulfillmentAll"))]
                + FulfillmentState.allCases.map { ($0.rawValue, visit.text($0.textKey)) }
        )
        let values = states.values(for: visit).merging(
            [
                "about": visit.text("fulfillmentAbouts"),
                "people": [
                    "path": app.path("fulfillments"), "typed": customer, "state": typed.isEmpty ? false as Any : typed,
                ],
            ]
        ) { $1 }
        return try await visit.page(
            "purchase-list",
            title: "fulfillments",
            table: self.table(filter, visit, app),
            values
        )
    }

    private func table(_ filter: FulfillmentFilter, _ visit: DashboardVisit, _ app: DashboardApp) -> DashboardTable {
        let service = self.services.fulfillments
        let mayWrite = visit.signedIn?.account.role.scopes.contains(.write) ?? false
        return DashboardTable(
            name: "fulfillments",
            columns: [
                .init("fulfillment"), .init("customer"), .init("fulfillmentState"), .init("purchaseAt"),
                .init("fulfillmentChangedAt"), .init("fulfillmentAttempts", isNumber: true),
            ],
            empty: filter == FulfillmentFilter() ? "fulfillmentNone" : "fulfillmentNoneSuch"
        ) { cursor, limit in
            var position: Int64 = 0
            if !cursor.isEmpty {
                guard let number = Int64(cursor), number > 0 else {
                    throw RequestFields.invalid("cursor", "This must be the `cursor` of a link to the next page.")
                }
                position = number
            }
            let found = try await Problem.explaining(by: Problem.fulfillment) {
                [position] () throws(FulfillmentError) in
                try await service.list(filter, after: position, limit: limit + 1, in: app.app.name)
            }
            let page = found.prefix(limit)
            return DashboardTable.Page(
                rows: page.map { Self.row($0.fulfillment, mayWrite: mayWrite, visit, app) },
                next: found.count > limit ? page.last.map { "\($0.position)" } : nil
            )
        }
    }

    private static func row(
        _ fulfillment: Fulfillment,
        mayWrite: Bool,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable.Row {
        let place = DashboardApp(app.app, in: fulfillment.environment)
        let id = fulfillment.id.rawValue
        let customer = fulfillment.customer?.rawValue
        let state = fulfillment.state
        let isStuck = state == .suspended || state == .revocationSuspended
        return DashboardTable.Row(
            cells: [
                DashboardTable.Cell(
                    fulfillment.goodsText,
                    value: id,
                    link: place.path("fulfillments", id),
                    note: fulfillment.environment == .production ? nil : fulfillment.environment.rawValue
                ),
                DashboardTable.Cell(
                    customer ?? "–",
                    value: customer ?? "",
                    link: customer.map { place.path("customers", $0) }
                ),
                DashboardTable.Cell(
                    visit.text(state.textKey),
                    value: state.rawValue,
                    note: fulfillment.reason.map { visit.text($0.textKey) },
                    chip: state.chip
                ),
                DashboardTable.Cell(fulfillment.purchasedAt), DashboardTable.Cell(fulfillment.changedAt),
                DashboardTable.Cell(
                    DashboardNumbers.count(Int64(fulfillment.attempts)),
                    value: "\(fulfillment.attempts)",
                    note: fulfillment.failure.map { Self.text(of: $0) }
                ),
            ],
            acts: mayWrite && isStuck && DashboardFulfillmentAct.retry.fits(fulfillment)
                ? [(DashboardFulfillmentAct.retry.textKey, place.path("fulfillments", id, "retry"))] : []
        )
    }

    private static func text(of failure: DeliveryFailure) -> String {
        ([failure.code] + [failure.status.map { "\($0)" }].compactMap(\.self)).joined(separator: " ")
    }

    // MARK: One fulfillment

    private func fulfillment(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let fulfillment = try await self.services.fulfillments.fulfillment(in: visit, app)
        let app = DashboardApp(app.app, in: fulfillment.environment)
        let scopes = visit.signedIn?.account.role.scopes ?? []
        let acts = DashboardFulfillmentAct.allCases.filter { act in
            scopes.contains(act.isForAdministrators ? .admin : .write) && act.fits(fulfillment)
        }
        return visit.page(
            "fulfillment",
            title: visit.text("fulfillmentTitle", fulfillment.goodsText),
            [
                "chip": ["color": fulfillment.state.chip, "text": visit.text(fulfillment.state.textKey)],
                "sentences": fulfillment.sentences(for: visit),
                "call": fulfillment.callSentence(for: visit).map { $0 as Any } ?? false,
                "acts": acts.map { act -> [String: Any] in
                    [
                        "path": app.path("fulfillments", fulfillment.id.rawValue, act.rawValue),
                        "name": visit.text(act.textKey), "isDangerous": act.isDangerous,
                    ]
                },
                "facts": DashboardFact.values(Self.facts(fulfillment, visit, app), visit),
                "attempts": ["facts": DashboardFact.values(Self.attempts(fulfillment, visit), visit)],
            ]
        )
    }

    private static func facts(
        _ fulfillment: Fulfillment,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [DashboardFact?] {
        let customer = fulfillment.customer?.rawValue
        let transaction = fulfillment.transactionID.rawValue
        return [
            DashboardFact("customer", customer, link: customer.map { app.path("customers", $0) }),
            DashboardFact("transaction", transaction, link: app.path("transactions", transaction), isID: true),
            DashboardFact("purchaseProduct", fulfillment.goods.productID.rawValue, isID: true),
            DashboardFact("purchaseType", fulfillment.goods.kind.rawValue),
            DashboardFact("purchaseQuantity", DashboardNumbers.count(Int64(fulfillment.goods.quantity))),
            DashboardFact("purchaseCoins", DashboardNumbers.coins(fulfillment.goods.coins)),
            DashboardFact("fulfillmentDifference", DashboardNumbers.coins(fulfillment.goods.difference)),
            DashboardFact("purchaseAt", at: fulfillment.purchasedAt),
            DashboardFact("fulfillmentCreatedAt", at: fulfillment.createdAt),
            DashboardFact("fulfillmentChangedAt", at: fulfillment.changedAt),
            DashboardFact(
                "fulfillmentConfirmedAt",
                at: fulfillment.confirmedAt,
                note: fulfillment.confirmedBy.map { visit.text($0.textKey) }
            ),
            DashboardFact(
                "fulfillmentDelay",
                fulfillment.delay.map {
                    visit.text("fulfillmentSeconds", DashboardNumbers.count($0.milliseconds / 1000))
                }
            ),
            DashboardFact(
                "fulfillmentRevokedShare",
                fulfillment.revoked == 0 ? nil : DashboardNumbers.share(fulfillment.revoked)
            ),
            DashboardFact("fulfillmentRecovered", fulfillment.recovered.flatMap { DashboardNumbers.coins($0) }),
            DashboardFact("fulfillmentReleased", fulfillment.isReleased ? visit.text("yes") : nil),
            DashboardFact("fulfillmentID", fulfillment.id.rawValue, isID: true),
            DashboardFact("environment", fulfillment.environment.rawValue),
        ]
    }

    private static func attempts(_ fulfillment: Fulfillment, _ visit: DashboardVisit) -> [DashboardFact?] {
        [
            DashboardFact("fulfillmentRounds", DashboardNumbers.count(Int64(fulfillment.rounds))),
            DashboardFact("fulfillmentAttempts", DashboardNumbers.count(Int64(fulfillment.attempts))),
            DashboardFact("fulfillmentFailingSince", at: fulfillment.failingSince),
            DashboardFact(
                "fulfillmentLastFailure",
                fulfillment.failure.map { Self.text(of: $0) },
                note: fulfillment.failure.map { visit.day($0.at) },
                chip: "bad"
            ),
            DashboardFact("fulfillmentKey", fulfillment.callKey, isID: true),
        ]
    }
}

extension FulfillmentService {
    /// Returns the fulfillment that the path names.
    func fulfillment(in visit: DashboardVisit, _ app: DashboardApp) async throws -> Fulfillment {
        try await Problem.explaining(by: Problem.fulfillment) { () throws(FulfillmentError) in
            try await self.fulfillment(FulfillmentID(visit.parameters.get("fulfillment") ?? ""), in: app.app.name)
        }
    }

    /// Returns the fulfillment of a purchase, which is named after the first of its transactions that became known;
    /// `nil` where nothing is to be fulfilled.
    func fulfillment(of ids: some Sequence<TransactionID>, _ app: DashboardApp) async throws -> Fulfillment? {
        for id in ids {
            do throws(FulfillmentError) {
                return try await self.fulfillment(FulfillmentID(id, in: app.environment), in: app.app.name)
            } catch {
                guard case .unknown = error else { throw Problem.fulfillment(error) }
            }
        }
        return nil
    }
}
