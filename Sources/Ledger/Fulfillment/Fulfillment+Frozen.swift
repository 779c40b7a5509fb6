/// Coins in this server's wallets that a refund has frozen until an operator decides.
extension Fulfillment {
    /// Whether coins that this server booked are held until an operator decides.
    package var isFrozen: Bool {
        self.confirmedBy == .booking && self.demand.consequence == .freeze && self.call?.kind == .revoke
    }

    /// Advances the fulfillment after an operator has decided about held coins, as far as this server can do that
    /// itself.
    ///
    /// - Parameters:
    ///   - former: The fulfillment before the decision.
    ///   - now: The current instant.
    /// - Returns: The requests to book in the same transaction, in order, and further events to publish. What is
    ///   revoked is what was held. The customer owes nothing for coins spent before the hold, which `onRefund: debt`
    ///   would charge; the remaining coins can be spent again.
    package mutating func advanceReleasingHold(
        since former: Fulfillment,
        at now: Instant
    ) -> (requests: [WalletRequest], events: [EventName]) {
        guard former.isFrozen, let call = former.call, let key = former.bookedAs, self.call != call else {
            return ([], [])
        }
        var events: [EventName] = []
        // The coins that a reversal restores at once were never revoked.
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

    /// Records how many coins the bookings revoked, by name.
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

/// The effects of a fulfillment on wallets, independent of the repository that stores both.
extension FulfillmentJob {
    /// Books the effects of a decision about held coins and records them.
    ///
    /// - Parameters:
    ///   - former: The fulfillment before the decision.
    ///   - now: The current instant.
    ///   - carryOut: Books a request on every wallet into which the purchase credited coins.
    /// - Returns: Further events to publish.
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
