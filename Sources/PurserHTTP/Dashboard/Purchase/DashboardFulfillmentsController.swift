import Hummingbird
import Ledger
import PurserService

/// The fulfillments by state and customer, and the page of one.
struct DashboardFulfillmentsController: Sendable {
    /// The states of what is not over yet, in the order in which the first page lists them: what needs a person, what is
    /// due, and what waits.
    private static let open: [FulfillmentState] = [
        .suspended, .revocationSuspended, .due, .fulfilling, .revocationDue, .revoking, .waiting,
    ]
    /// The value of the filter that shows all states.
    private static let all = "all"

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
        let wanted: [FulfillmentState?]
        switch typed {
        case "": wanted = Self.open
        case Self.all: wanted = [nil]
        default:
            guard let state = FulfillmentState(rawValue: typed) else {
                throw RequestFields.invalid("state", visit.text("chartChoiceUnknown"))
            }
            wanted = [state]
        }
        let customer = visit.query["customer"].trimmed
        if !customer.isEmpty {
            guard let id = CustomerID(customer) else {
                throw RequestFields.invalid("customer", visit.text("customerInvalid"))
            }
            filter.customer = id
        }
        let states = DashboardFilter(
            field: "state",
            choices: [("", visit.text("fulfillmentOpen")), (Self.all, visit.text("fulfillmentAll"))]
                + FulfillmentState.allCases.map { ($0.rawValue, visit.text($0.textKey)) }
        )
        let values = states.values(for: visit).merging(
            [
                "about": visit.text(typed.isEmpty ? "fulfillmentAboutOpen" : "fulfillmentAbouts"),
                "people": [
                    "path": app.path("fulfillments"), "typed": customer, "state": typed.isEmpty ? false as Any : typed,
                ],
            ]
        ) { $1 }
        return try await visit.page(
            "purchase-list",
            title: "fulfillments",
            table: self.table(wanted, filter, visit, app),
            values
        )
    }

    /// Returns the fulfillments in some states, one state after the other; `nil` among them stands for all.
    private func table(
        _ states: [FulfillmentState?],
        _ filter: FulfillmentFilter,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable {
        let service = self.services.fulfillments
        let mayWrite = visit.mayUse(.write)
        let isOfEverybody = filter.customer == nil
        let empty =
            states == [nil]
            ? "fulfillmentNone" : states == Self.open ? "fulfillmentNoneOpen" : "fulfillmentNoneSuch"
        return DashboardTable(
            name: "fulfillments",
            columns: [
                .init("fulfillment"), .init("customer"), .init("fulfillmentState"), .init("purchaseAt"),
                .init("fulfillmentChangedAt"), .init("fulfillmentAttempts", isNumber: true),
            ],
            empty: isOfEverybody ? empty : "fulfillmentNoneSuch"
        ) { cursor, limit in
            // A cursor has the number of the state before the position in it; a list of one state needs none.
            let parts = cursor.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            var (place, position) = (0, try DashboardTable.position(parts.last.map(String.init) ?? ""))
            if parts.count == 2 { place = Int(try DashboardTable.position(String(parts[0]))) }
            var rows: [DashboardTable.Row] = []
            while place < states.count {
                var wanted = filter
                wanted.state = states[place]
                let (exact, start, room) = (wanted, position, limit - rows.count)
                let found = try await Problem.explaining(by: Problem.fulfillment) { () throws(FulfillmentError) in
                    try await service.list(exact, after: start, limit: room + 1, in: app.app.name)
                }
                let shown = found.prefix(room)
                rows += shown.map { Self.row($0.fulfillment, mayWrite: mayWrite, visit, app) }
                guard found.count <= room else {
                    return DashboardTable.Page(rows: rows, next: "\(place)-\(shown.last?.position ?? start)")
                }
                (place, position) = (place + 1, 0)
            }
            return DashboardTable.Page(rows: rows, next: nil)
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
                place.cell(of: fulfillment.customer),
                DashboardTable.Cell(
                    visit.text(state.textKey),
                    value: state.rawValue,
                    note: fulfillment.reason.map { visit.text($0.textKey) },
                    chip: state.chip
                ),
                DashboardTable.Cell(fulfillment.purchasedAt), DashboardTable.Cell(fulfillment.changedAt),
                .count(fulfillment.attempts, note: fulfillment.failure.map { Self.text(of: $0) }),
            ],
            acts: mayWrite && isStuck && DashboardFulfillmentAct.retry.fits(fulfillment)
                ? [(DashboardFulfillmentAct.retry.textKey, place.path("fulfillments", id, "retry"))] : []
        )
    }

    private static func text(of failure: DeliveryFailure) -> String {
        failure.status.map { "\(failure.code) \($0)" } ?? failure.code
    }

    // MARK: One fulfillment

    private func fulfillment(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let fulfillment = try await self.services.fulfillments.fulfillment(in: visit, app)
        let app = DashboardApp(app.app, in: fulfillment.environment)
        let acts = DashboardFulfillmentAct.allCases.filter { act in
            visit.mayUse(act.isForAdministrators ? .admin : .write) && act.fits(fulfillment)
        }
        return visit.page(
            "fulfillment",
            title: visit.text("fulfillmentTitle", fulfillment.goodsText),
            [
                "chip": ["color": fulfillment.state.chip, "text": visit.text(fulfillment.state.textKey)],
                "sentences": fulfillment.sentences(for: visit),
                "call": fulfillment.callSentence(for: visit) ?? false as Any,
                "acts": acts.map { act -> [String: Any] in
                    visit.link(
                        act.textKey,
                        to: app.path("fulfillments", fulfillment.id.rawValue, act.rawValue),
                        isDangerous: act.isDangerous
                    )
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
            DashboardFact("purchaseQuantity", DashboardNumbers.count(fulfillment.goods.quantity)),
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
            DashboardFact("fulfillmentRounds", DashboardNumbers.count(fulfillment.rounds)),
            DashboardFact("fulfillmentAttempts", DashboardNumbers.count(fulfillment.attempts)),
            DashboardFact("fulfillmentFailingSince", at: fulfillment.failingSince),
            DashboardFact(
                "fulfillmentLastFailure",
                fulfillment.failure.map { Self.text(of: $0) },
                note: fulfillment.failure?.at.dayText,
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
