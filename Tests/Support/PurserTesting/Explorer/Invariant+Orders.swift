import Ledger
import PurserService

extension Invariant {
    /// Every known purchase with an order's token is its payment or says why not; one purchase pays one order; what
    /// pays is fulfilled, or revoked.
    static let orders = Invariant("orders") { scene in
        var wrong: [String] = []
        var payers: [TransactionID: OrderID] = [:]
        for order in scene.server.orders {
            let record = try await scene.server.orderService.order(order.id, in: scene.server.app)
            let remaining = record.matches.filter { $0.refundedAt == nil }
            if remaining.count > 1, !record.flags.contains(.paidTwice) {
                wrong.append("\(order.id) is paid \(remaining.count) times and does not say so")
            }
            if remaining.count < 2, record.flags.contains(.paidTwice) {
                wrong.append("\(order.id) says that it was paid twice")
            }
            for payment in record.matches {
                if let other = payers.updateValue(order.id, forKey: payment.transactionID) {
                    wrong.append("\(payment.transactionID) pays \(other) and \(order.id)")
                }
                if payment.productID.rawValue != order.product || payment.quantity != order.quantity {
                    wrong.append("\(payment.transactionID) pays \(order.id), which is for something else")
                }
                wrong += try await Self.undelivered(payment, of: order, in: scene)
            }
            let heard = Set(record.payments.map(\.transactionID))
            // What became known after an unpaid order closed is not about it.
            for chain in scene.chains where !record.isClosed(at: scene.instant) {
                let known = scene.picture.chain(chain.original)?.chain.purchases ?? []
                for purchase in known where purchase.accountToken == order.token {
                    guard purchase.isPaid, purchase.snapshot.reason != .renewal,
                        heard.isDisjoint(with: purchase.transactionIDs)
                    else { continue }
                    wrong.append("\(chain.name) bears the token of \(order.id), which does not know it")
                }
            }
            wrong += Self.misstated(record, at: scene.instant)
            Self.count(record, at: scene.instant, in: scene)
        }
        return wrong
    }

    private static func undelivered(
        _ payment: OrderPayment,
        of order: ExplorerOrder,
        in scene: ExplorerCheckpoint
    ) async throws -> [String] {
        let id = FulfillmentID(payment.transactionID, in: payment.environment)
        let fulfillment = try await scene.server.repository.read { view in
            try view.fulfillment(id, of: scene.server.app.name)
        }
        switch fulfillment?.state {
        case .confirmed, .revoked: return []
        case .canceled where payment.refundedAt != nil: return []
        case nil where payment.refundedAt != nil: return []
        case let state: return ["\(order.id) is paid and \(state?.rawValue ?? "not known to fulfillments")"]
        }
    }

    private static func misstated(_ record: OrderRecord, at now: Instant) -> [String] {
        let state = record.state(at: now)
        let hasRemaining = record.matches.contains { $0.refundedAt == nil }
        switch state {
        case .fulfilled where hasRemaining: return []
        case .created, .expired, .canceled: return record.matches.isEmpty ? [] : ["\(record.order.id) is \(state)"]
        case .refunded, .partlyRefunded: return hasRemaining ? ["\(record.order.id) is \(state)"] : []
        case .paid, .fulfilled: return ["\(record.order.id) is \(state) at rest"]
        }
    }

    private static func count(_ record: OrderRecord, at now: Instant, in scene: ExplorerCheckpoint) {
        if record.state(at: now) == .fulfilled { scene.server.count(.orderFulfilled) }
        if record.flags.contains(.otherProduct) { scene.server.count(.orderPaidWrongly) }
        if record.flags.contains(.paidTwice) { scene.server.count(.orderPaidTwice) }
    }

    /// The sales that are kept are those that the chains derive, each once.
    static let sold = Invariant("sold", isQuick: false) { scene in
        let repository = scene.server.repository
        let (app, environment) = (scene.server.app.name, scene.server.environment)
        var kept: [Sale] = []
        var pages = SalePages(
            in: repository,
            of: app,
            environment: environment,
            within: RepositoryContract.allTime,
            limit: 1000
        )
        while let sales = try await pages.next() { kept += sales }
        var derived: Set<Sale> = []
        for chain in scene.chains {
            guard let owned = scene.picture.chain(chain.original) else { continue }
            derived.formUnion(owned.chain.sales(in: environment))
        }
        // The world may have forgotten purchases that the server knows.
        for sale in kept where !derived.contains(sale) {
            let chain = try await repository.read { view in
                try view.chain(of: sale.transactionID, app: app, environment: environment)
            }
            derived.formUnion(chain?.chain.sales(in: environment) ?? [])
        }
        let wrong = derived.subtracting(kept).union(Set(kept).subtracting(derived))
        return wrong.map {
            "the sale of \($0.transactionID) at \($0.at.milliseconds) is kept otherwise than its chain says"
        }
        .sorted()
    }

    /// The figures that are kept are those that a rebuild counts from the ledger.
    static let figures = Invariant("figures", isQuick: false) { scene in
        var rebuild = FigureRebuild(app: scene.server.app.name, environment: scene.server.environment)
        while rebuild.phase != .ended {
            rebuild = try await scene.server.repository.write { [rebuild, now = scene.instant] unit in
                let timeZone = scene.server.app.catalog.timeZone
                return try unit.continueRebuild(rebuild, at: now, timeZone: timeZone)
            }
        }
        return rebuild.differences.map {
            "the figure \($0.figure) of \($0.place) is kept as \($0.stored), and the ledger has \($0.counted)"
        }
    }
}
