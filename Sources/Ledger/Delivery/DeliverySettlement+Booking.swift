/// What of a delivery this server does itself: coins that it keeps in wallets.
extension DeliverySettlement {
    /// Carries out what is to be done with a delivery as far as wallets are concerned.
    func booking<Books: DeliveryBooks>(
        of call: DeliveryCall,
        _ delivery: Delivery,
        _ purchase: Purchase,
        books: inout Books
    ) throws(Books.Failure) -> DeliveryBooking {
        switch call.kind {
        case .handOver:
            guard self.policy.coins == .wallets, !delivery.goods.coins.isEmpty, let customer = delivery.customer else {
                return DeliveryBooking(.left)
            }
            return try self.credit(delivery, purchase.key, to: customer, books: &books)
        case .takeBack, .handBack:
            // Whoever handed the goods over is asked for them.
            guard delivery.confirmedBy == .booking else { return DeliveryBooking(.left) }
            return try self.recall(call, delivery, purchase, books: &books)
        }
    }

    private func credit<Books: DeliveryBooks>(
        _ delivery: Delivery,
        _ key: PurchaseKey,
        to customer: CustomerID,
        books: inout Books
    ) throws(Books.Failure) -> DeliveryBooking {
        var goods: [CoinName: [WalletOrder.Goods]] = [:]
        for (name, count) in delivery.goods.coins {
            goods[CoinName(name), default: []].append(WalletOrder.Goods(.paid, Int64(count)))
        }
        for (name, count) in delivery.goods.difference {
            goods[CoinName(name), default: []].append(WalletOrder.Goods(.difference, Int64(count)))
        }
        let now = self.occasion.now
        let orders = goods.mapValues { goods in
            WalletOrder.credit(key, goods, reason: delivery.goods.productID.rawValue, at: now)
        }
        switch try books.carryOut(orders, for: customer, terms: self.terms) {
        case .success(let booked): return DeliveryBooking(.done(recovered: nil), booked.flatMap(\.drafts))
        case .failure: return DeliveryBooking(.refused(.uncountable))
        }
    }

    private func recall<Books: DeliveryBooks>(
        _ call: DeliveryCall,
        _ delivery: Delivery,
        _ purchase: Purchase,
        books: inout Books
    ) throws(Books.Failure) -> DeliveryBooking {
        let key = delivery.bookedAs ?? purchase.key
        let callKey = call.key(of: delivery.id)
        let now = self.occasion.now
        let consequence = delivery.demand.consequence
        if call.kind == .takeBack, consequence != .takeBack, consequence != .debt {
            guard consequence == .freeze else { return DeliveryBooking(.left) }
            // Somebody decides; until then what is left is not spent.
            let hold = WalletOrder(
                .hold(key, until: now + WalletPurchase.Hold.longest),
                cause: .refund,
                key: "\(callKey)/hold",
                reason: DeliveryCall.reason,
                at: now
            )
            let held = try books.carryOut(hold, terms: self.terms)
            return DeliveryBooking(.left, (try? held.get())?.flatMap(\.drafts) ?? [])
        }
        var refund: Recall.Refund?
        if call.target > 0 {
            refund = Recall.Refund(
                revokedAt: purchase.snapshot.revocation?.revokedAt ?? now,
                percentageMilliunits: Int64(call.target)
            )
        }
        let order = WalletOrder.recall(
            key,
            refund,
            forgives: call.kind == .takeBack && consequence == .takeBack,
            key: callKey,
            reason: DeliveryCall.reason,
            at: now
        )
        switch try books.carryOut(order, terms: self.terms) {
        case .success(let booked):
            let isMoved = booked.contains { $0.answer != nil }
            var drafts = booked.flatMap(\.drafts)
            if call.kind == .handBack, consequence != .takeBack, consequence != .debt {
                drafts += try self.thaw(key, callKey, books: &books)
                // What somebody else took he gives back.
                if !isMoved { return DeliveryBooking(.left, drafts) }
            }
            return DeliveryBooking(.done(recovered: Self.recovered(delivery, booked, by: order)), drafts)
        // A purchase of which no wallet knows has brought nothing that could be taken back.
        case .failure(.unknownPurchase): return DeliveryBooking(.done(recovered: nil))
        case .failure: return DeliveryBooking(.refused(.uncountable))
        }
    }

    /// Lets what was held for a person be spent again where there is nothing left to be taken back.
    func thawing<Books: DeliveryBooks>(
        _ former: Delivery,
        now delivery: Delivery,
        _ purchase: Purchase,
        books: inout Books
    ) throws(Books.Failure) -> [Telling.Draft] {
        guard former.isFrozen, let call = former.call else { return [] }
        // Whoever is being told of it just now has nothing to take back either.
        guard delivery.call == nil || (delivery.demand.taken == 0 && delivery.taken == 0) else { return [] }
        return try self.thaw(former.bookedAs ?? purchase.key, call.key(of: former.id), books: &books)
    }

    func thaw<Books: DeliveryBooks>(
        _ key: PurchaseKey,
        _ callKey: String,
        books: inout Books
    ) throws(Books.Failure) -> [Telling.Draft] {
        let order = WalletOrder.thaw(key, of: callKey, at: self.occasion.now)
        return (try? books.carryOut(order, terms: self.terms).get())?.flatMap(\.drafts) ?? []
    }

    /// The coins that were taken back in all once these are booked.
    private static func recovered(
        _ delivery: Delivery,
        _ booked: [BookedWallet],
        by order: WalletOrder
    ) -> [String: Int]? {
        var sums = delivery.recovered ?? [:]
        for wallet in booked {
            let name = wallet.name.coin.rawValue
            let (sum, overflows) = (sums[name] ?? 0).addingReportingOverflow(Int(wallet.loss(by: order)))
            sums[name] = overflows ? .max : max(0, sum)
        }
        return sums
    }

    var terms: [CoinName: Coin] {
        var terms: [CoinName: Coin] = [:]
        for (name, coin) in self.occasion.catalogue.coins { terms[CoinName(name)] = coin }
        return terms
    }
}

/// What came of a call that this server may carry out itself.
package struct DeliveryBooking: Hashable, Sendable {
    /// What came of it.
    package enum Outcome: Hashable, Sendable {
        /// It is done; so many coins were taken back in all, by name.
        case done(recovered: [String: Int]?)
        /// Somebody else is told to do it.
        case left
        /// It cannot be booked, and a person decides.
        case refused(DeliveryReason)
    }

    /// What came of it.
    package let outcome: Outcome
    /// What to tell of the wallets, in order.
    package let drafts: [Telling.Draft]

    /// A booking of these values.
    package init(_ outcome: Outcome, _ drafts: [Telling.Draft] = []) {
        self.outcome = outcome
        self.drafts = drafts
    }
}

/// Coins of this server's wallets while a refund is reported that Apple did not sign, where the catalog says `freeze`.
extension DeliverySettlement {
    /// Lets coins that a report held be spent again where no report stands that holds them.
    func endingReportHold<Books: DeliveryBooks>(
        of delivery: inout Delivery,
        _ purchase: Purchase,
        books: inout Books
    ) throws(Books.Failure) -> [Telling.Draft] {
        guard let key = delivery.reportHold, !purchase.isReportFrozen else { return [] }
        delivery.reportHold = nil
        return try self.thaw(delivery.bookedAs ?? purchase.key, key, books: &books)
    }

    /// Holds what is left of booked coins, for seven days at most, where a report stands that holds them.
    func beginningReportHold<Books: DeliveryBooks>(
        of delivery: inout Delivery,
        _ purchase: Purchase,
        books: inout Books
    ) throws(Books.Failure) -> [Telling.Draft] {
        guard let report = purchase.reportedRefund, purchase.isReportFrozen, delivery.reportHold == nil,
            delivery.confirmedBy == .booking
        else { return [] }
        let booked = delivery.bookedAs ?? purchase.key
        let key = "\(booked.spelling)/reported/\(report.revokedAt.milliseconds)"
        let now = self.occasion.now
        let hold = WalletOrder(
            .hold(booked, until: now + WalletPurchase.Hold.longest),
            cause: .refund,
            key: key,
            reason: "reported refund",
            at: now
        )
        guard case .success(let wallets) = try books.carryOut(hold, terms: self.terms) else { return [] }
        // What something else holds already is not this report's to let go.
        guard wallets.contains(where: { $0.answer != nil }) else { return [] }
        delivery.reportHold = key
        return wallets.flatMap(\.drafts)
    }
}
