/// Coins in wallets of this server that a refund has frozen: somebody decides, and his word moves them.
extension Fulfillment {
    /// Whether coins that this server booked are held until somebody says what becomes of them.
    package var isFrozen: Bool {
        self.confirmedBy == .booking && self.demand.consequence == .freeze && self.call?.kind == .revoke
    }

    /// Goes on after somebody has decided on what was held, as far as this server can do that itself.
    ///
    /// - Parameters:
    ///   - former: The fulfillment before.
    ///   - now: The instant now.
    /// - Returns: What is to be booked in the same unit of work, in order, and what to publish besides. What is revoked
    ///   is what was held; nobody owes what was spent before, which `onRefund: debt` would have him do. What is left
    ///   can be spent again.
    package mutating func advanceReleasingHold(
        since former: Fulfillment,
        at now: Instant
    ) -> (requests: [WalletRequest], events: [EventName]) {
        guard former.isFrozen, let call = former.call, let key = former.bookedAs, self.call != call else {
            return ([], [])
        }
        var events: [EventName] = []
        // What a reversal gives back at once was never taken.
        if self.call?.kind == .restore {
            events = self.confirm(.restore, by: .booking, recovered: former.recovered, at: now).events
        }
        let callKey = call.key(of: self.id)
        var requests: [WalletRequest] = []
        if self.revoked != former.revoked {
            let refund = RevocationTarget.Refund(revokedAt: now, percentageMilliunits: Int64(self.revoked))
            requests.append(
                .setRevocationTarget(
                    key,
                    self.revoked > 0 ? refund : nil,
                    forgives: true,
                    key: callKey,
                    reason: FulfillmentCall.reason,
                    at: now
                )
            )
        }
        if self.call == nil { requests.append(.releaseHold(key, of: callKey, at: now)) }
        return (requests, events)
    }

    /// Takes note of how many coins were revoked by what was booked, by name.
    package mutating func recover(_ booked: [(coin: CoinName, loss: Int64)], since former: Fulfillment) {
        guard self.revoked > 0 else {
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

/// What follows in wallets from what is done with a fulfillment, whoever keeps both.
extension FulfillmentJob {
    /// Has what follows of a decision on coins that were held booked, and takes note of it.
    ///
    /// - Parameters:
    ///   - former: The fulfillment before the decision.
    ///   - now: The instant now.
    ///   - carryOut: Books an order on every wallet into which the purchase brought coins.
    /// - Returns: What to publish besides.
    /// - Throws: What booking throws.
    package mutating func releaseHold<Failure: Error>(
        since former: Fulfillment,
        at now: Instant,
        carryOut: (WalletRequest) throws(Failure) -> [WalletOutcome]
    ) throws(Failure) -> [EventName] {
        var fulfillment = self.fulfillment
        let (requests, events) = fulfillment.advanceReleasingHold(since: former, at: now)
        guard !requests.isEmpty else { return [] }
        var booked: [(coin: CoinName, loss: Int64)] = []
        for request in requests {
            for outcome in try carryOut(request) where outcome.isNew {
                booked.append((coin: outcome.walletBalance.name.coin, loss: outcome.movement?.loss ?? 0))
            }
        }
        if fulfillment.revoked != former.revoked { fulfillment.recover(booked, since: former) }
        self.settle(fulfillment)
        return events
    }
}
