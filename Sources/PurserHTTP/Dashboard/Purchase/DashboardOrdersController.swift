import Hummingbird
import Ledger
import PurserService

/// The orders by queue, and the page of one order.
struct DashboardOrdersController: Sendable {
    /// The maximum number of payments of an order for which a fulfillment is looked up.
    private static let maximumLookups = 20

    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "orders", for: .scope(.read)) { visit, app in try await self.list(visit, app) }
        routes.get(app: "orders/:order", for: .scope(.read)) { visit, app in try await self.order(visit, app) }
    }

    private func list(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let typed = visit.query["queue"]
        let queue = OrderQueue(rawValue: typed.isEmpty ? OrderQueue.open.rawValue : typed)
        guard queue != nil || typed == OrderService.queueWithoutOrder else {
            throw RequestFields.invalid("queue", visit.text("orderQueueWrong"))
        }
        let counts = visit.isForFile ? [:] : try await self.counts(app)
        // A page opens on what needs attention; a file, and the page after another one, stay in their queue.
        if typed.isEmpty, visit.query["cursor"].isEmpty,
            let urgent = OrderQueue.allCases.first(where: { $0 != .open && counts[$0] != nil })
        {
            return visit.redirect(to: visit.address(with: ["queue": urgent.rawValue]))
        }
        func choice(_ queue: OrderQueue, _ name: String) -> (value: String, name: String) {
            let count = counts[queue].map { " · \(DashboardWaitingCounts.text(of: $0))" } ?? ""
            return (queue.rawValue, visit.text(name) + count)
        }
        let filter = DashboardFilter(
            field: "queue",
            choices: [
                choice(.open, "orderQueueOpen"), choice(.paidNotFulfilled, "orderQueuePaid"),
                choice(.fulfilledNotPaid, "orderQueueUnpaid"), choice(.flagged, "orderQueueFlagged"),
                (OrderService.queueWithoutOrder, visit.text("orderQueueWithoutOrder")),
            ],
            initial: OrderQueue.open.rawValue
        )
        let table = queue.map { self.table(of: $0, visit, app) } ?? self.paymentsWithoutOrder(visit, app)
        let about =
            switch queue {
            case .open: "orderAboutOpen"
            case .paidNotFulfilled: "orderAboutPaid"
            case .fulfilledNotPaid: "orderAboutUnpaid"
            case .flagged: "orderAboutFlagged"
            case nil: "orderAboutWithoutOrder"
            }
        let values = filter.values(for: visit).merging(["about": visit.text(about)]) { $1 }
        return try await visit.page("purchase-list", title: "orders", table: table, values)
    }

    /// Returns the number of orders in each queue that has some, each counted up to the maximum of what waits.
    private func counts(_ app: DashboardApp) async throws -> [OrderQueue: Int] {
        let service = self.services.orders
        var counts: [OrderQueue: Int] = [:]
        for queue in OrderQueue.allCases {
            let count = try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
                try await service.orderCount(in: queue, in: app.app, limit: DashboardWaitingCounts.maximum)
            }
            if count > 0 { counts[queue] = count }
        }
        return counts
    }

    private func table(of queue: OrderQueue, _ visit: DashboardVisit, _ app: DashboardApp) -> DashboardTable {
        let service = self.services.orders
        return DashboardTable(
            name: "orders",
            columns: [
                .init("order"), .init("customer"), .init("purchaseProduct"),
                .init("purchaseQuantity", isNumber: true), .init("orderAmount", isMoney: true), .init("orderState"),
                .init("orderCreatedAt"),
            ],
            empty: "orderNone"
        ) { cursor, limit in
            let position = try DashboardTable.position(cursor)
            let found = try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
                try await service.orders(in: queue, in: app.app, after: position, limit: limit + 1)
            }
            let now = service.now
            return DashboardTable.Page(found, limit: limit, cursor: { "\($0.position)" }) { entry in
                Self.row(entry.record, at: now, visit, app)
            }
        }
    }

    private static func row(
        _ record: OrderRecord,
        at now: Instant,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable.Row {
        let order = record.order
        let place = DashboardApp(app.app, in: order.environment)
        let state = record.state(at: now)
        let remarks = record.flags.map { visit.text($0.textKey) }.joined(separator: " ")
        let isSandbox = order.environment != .production
        return DashboardTable.Row(cells: [
            DashboardTable.Cell(
                order.id.rawValue,
                link: place.path("orders", order.id.rawValue),
                note: isSandbox ? order.environment.rawValue : order.reference,
                isID: true
            ),
            place.cell(of: order.customer),
            DashboardTable.Cell(order.productID.rawValue),
            .count(order.quantity),
            .money(order.amount),
            DashboardTable.Cell(
                visit.text(state.textKey),
                value: state.rawValue,
                note: remarks,
                chip: record.flags.isEmpty ? state.chip : "warn"
            ),
            DashboardTable.Cell(order.createdAt),
        ])
    }

    private func paymentsWithoutOrder(_ visit: DashboardVisit, _ app: DashboardApp) -> DashboardTable {
        let service = self.services.orders
        return DashboardTable(
            name: "orderPayments",
            columns: [
                .init("transaction"), .init("customer"), .init("purchaseProduct"),
                .init("purchaseQuantity", isNumber: true), .init("purchaseState"), .init("purchaseAt"),
            ],
            empty: "orderNone"
        ) { cursor, limit in
            let position = try DashboardTable.position(cursor)
            let found = try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
                try await service.paymentsWithoutOrder(in: app.app, after: position, limit: limit + 1)
            }
            return DashboardTable.Page(found, limit: limit, cursor: { "\($0.position)" }) { entry in
                DashboardTable.Row(cells: Self.cells(entry.payment, visit, app))
            }
        }
    }

    /// Returns the cells of a payment: transaction, owner, product, quantity, state and instant.
    private static func cells(
        _ payment: OrderPayment,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> [DashboardTable.Cell] {
        let place = DashboardApp(app.app, in: payment.environment)
        let id = payment.transactionID.rawValue
        let state: PurchaseLine.State =
            payment.refundedAt != nil ? .refunded : payment.isRefundReported ? .refundReported : .paid
        return [
            DashboardTable.Cell(
                id,
                link: place.path("transactions", id),
                note: payment.environment == .production ? nil : payment.environment.rawValue,
                isID: true
            ),
            place.cell(of: payment.owner),
            DashboardTable.Cell(payment.productID.rawValue),
            .count(payment.quantity),
            DashboardTable.Cell(
                visit.text(state.textKey),
                value: state.rawValue,
                note: payment.refundedShare.map { DashboardNumbers.share($0) },
                chip: state.chip
            ),
            DashboardTable.Cell(payment.purchasedAt),
        ]
    }

    // MARK: One order

    private func order(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let record = try await self.services.orders.order(in: visit, app)
        let order = record.order
        let app = DashboardApp(app.app, in: order.environment)
        let now = self.services.orders.now
        let state = record.state(at: now)
        let mayWrite = visit.mayUse(.write)
        let id = order.id.rawValue
        var acts: [[String: Any]] = []
        if mayWrite {
            acts.append(visit.link("orderAddNote", to: app.path("orders", id, "note")))
            if record.matches.isEmpty, record.cancellation == nil {
                acts.append(visit.link("orderCancel", to: app.path("orders", id, "cancel"), isDangerous: true))
            }
        }
        return try await visit.page(
            "order",
            title: visit.text("orderTitle", id),
            tables: [try await self.payments(of: record, visit, app)],
            [
                "chip": ["color": state.chip, "text": visit.text(state.textKey)], "acts": acts,
                "sentences": record.sentences(at: now, for: visit),
                "facts": DashboardFact.values(self.facts(record, visit, app), visit),
                "history": record.history(visit).map { entry -> [String: Any] in
                    [
                        "at": DashboardVisit.time(entry.at), "says": entry.says,
                        "note": entry.note.map { $0 as Any } ?? false,
                    ]
                },
            ]
        )
    }

    /// Returns the purchases with the token of an order, each with whether it pays for the order and is fulfilled.
    private func payments(
        of record: OrderRecord,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> DashboardTable {
        var rows: [DashboardTable.Row] = []
        for (place, payment) in record.payments.enumerated() {
            let pays = record.isPaid(by: payment)
            let home = DashboardApp(app.app, in: payment.environment)
            let ids = pays && place < Self.maximumLookups ? [payment.transactionID] : []
            let fulfillment = try await self.services.fulfillments.fulfillment(of: ids, home)
            rows.append(
                DashboardTable.Row(
                    cells: Self.cells(payment, visit, app) + [
                        DashboardTable.Cell(
                            visit.text(pays ? "yes" : "no"),
                            value: pays ? "true" : "false",
                            chip: pays ? "good" : "warn"
                        ),
                        fulfillment.map { found in
                            DashboardTable.Cell(
                                visit.text(found.state.textKey),
                                value: found.id.rawValue,
                                link: home.path("fulfillments", found.id.rawValue)
                            )
                        } ?? DashboardTable.Cell("–", value: ""),
                    ]
                )
            )
        }
        return DashboardTable(
            name: "orderPayments",
            columns: [
                .init("transaction"), .init("customer"), .init("purchaseProduct"),
                .init("purchaseQuantity", isNumber: true), .init("purchaseState"), .init("purchaseAt"),
                .init("orderPays"), .init("fulfillment"),
            ],
            empty: "orderPaymentsNone",
            of: rows
        ) { $0 }
    }

    private func facts(_ record: OrderRecord, _ visit: DashboardVisit, _ app: DashboardApp) -> [DashboardFact?] {
        let order = record.order
        let customer = order.customer.rawValue
        return [
            DashboardFact("customer", customer, link: app.path("customers", customer)),
            DashboardFact("purchaseProduct", order.productID.rawValue, isID: true),
            DashboardFact("purchaseQuantity", DashboardNumbers.count(order.quantity)),
            DashboardFact("orderPrice", order.price.map { DashboardNumbers.money($0) }),
            DashboardFact("orderAmount", order.amount.map { DashboardNumbers.money($0) }),
            DashboardFact("orderReference", order.reference, isID: true),
            DashboardFact("purchaseStorefront", order.storefront),
            DashboardFact("purchaseToken", order.token.description, isID: true),
            DashboardFact("orderCreatedAt", at: order.createdAt, note: order.createdBy),
            DashboardFact("orderExpiresAt", at: order.expiresAt),
            DashboardFact("orderFulfilledAt", at: record.fulfilledAt),
            DashboardFact("orderGuard", order.remark?.rule, note: order.remark?.reason),
            DashboardFact("environment", order.environment.rawValue),
        ]
    }
}

extension OrderService {
    /// Returns the order that the path names.
    func order(in visit: DashboardVisit, _ app: DashboardApp) async throws -> OrderRecord {
        try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
            try await self.order(OrderID(visit.parameters.get("order") ?? ""), in: app.app)
        }
    }
}
