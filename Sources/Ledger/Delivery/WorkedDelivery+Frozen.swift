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
