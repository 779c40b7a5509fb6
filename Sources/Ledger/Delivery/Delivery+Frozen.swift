/// Coins in wallets of this server that a refund has frozen: somebody decides, and his word moves them.
extension Delivery {
    /// Whether coins that this server booked are held until somebody says what becomes of them.
    package var isFrozen: Bool {
        self.confirmedBy == .booking && self.demand.consequence == .freeze && self.call?.kind == .takeBack
    }

    /// Goes on after somebody has decided on what was held, as far as this server can do that itself.
    ///
    /// - Parameters:
    ///   - former: The delivery before.
    ///   - now: The instant now.
    /// - Returns: What is to be booked in the same unit of work, in order, and what to tell besides. What is taken back is
    ///   what was held; nobody owes what was spent before, which `onRefund: debt` would have him do. What is left can be
    ///   spent again.
    package mutating func goOnThawing(
        since former: Delivery,
        at now: Instant
    ) -> (orders: [WalletOrder], events: [EventName]) {
        guard former.isFrozen, let call = former.call, let key = former.bookedAs, self.call != call else {
            return ([], [])
        }
        var events: [EventName] = []
        // What a reversal gives back at once was never taken.
        if self.call?.kind == .handBack {
            events = self.confirm(.handBack, by: .booking, recovered: former.recovered, at: now).events
        }
        let callKey = call.key(of: self.id)
        var orders: [WalletOrder] = []
        if self.taken != former.taken {
            let refund = Recall.Refund(revokedAt: now, percentageMilliunits: Int64(self.taken))
            orders.append(
                .recall(
                    key,
                    self.taken > 0 ? refund : nil,
                    forgives: true,
                    key: callKey,
                    reason: DeliveryCall.reason,
                    at: now
                )
            )
        }
        if self.call == nil { orders.append(.thaw(key, of: callKey, at: now)) }
        return (orders, events)
    }

    /// Takes note of how many coins were taken back by what was booked, by name.
    package mutating func recover(_ booked: [(coin: CoinName, loss: Int64)], since former: Delivery) {
        guard self.taken > 0 else {
            self.recovered = nil
            return
        }
        var sums = former.recovered ?? [:]
        for (coin, loss) in booked {
            let (sum, overflows) = (sums[coin.rawValue] ?? 0).addingReportingOverflow(Int(loss))
            sums[coin.rawValue] = overflows ? .max : max(0, sum)
        }
        self.recovered = sums
    }
}

/// What follows in wallets from what is done with a delivery, whoever keeps both.
extension WorkedDelivery {
    /// Has what follows of a decision on coins that were held booked, and takes note of it.
    ///
    /// - Parameters:
    ///   - former: The delivery before the decision.
    ///   - now: The instant now.
    ///   - carryOut: Books an order on every wallet into which the purchase brought coins.
    /// - Returns: What to tell besides.
    /// - Throws: What booking throws.
    package mutating func thaw<Failure: Error>(
        since former: Delivery,
        at now: Instant,
        carryOut: (WalletOrder) throws(Failure) -> [WalletOutcome]
    ) throws(Failure) -> [EventName] {
        var delivery = self.delivery
        let (orders, events) = delivery.goOnThawing(since: former, at: now)
        guard !orders.isEmpty else { return [] }
        var booked: [(coin: CoinName, loss: Int64)] = []
        for order in orders {
            for outcome in try carryOut(order) where outcome.isNew {
                booked.append((coin: outcome.standing.name.coin, loss: outcome.movement?.loss ?? 0))
            }
        }
        if delivery.taken != former.taken { delivery.recover(booked, since: former) }
        self.settle(delivery)
        return events
    }
}
