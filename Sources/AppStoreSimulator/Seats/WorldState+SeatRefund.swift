import AppStore

extension WorldState {
    /// Refunds some seats of a transaction; the transaction stays valid for the others.
    ///
    /// With its last seat the whole transaction is refunded, and only then it is revoked.
    mutating func refund(
        seats count: Int,
        of index: Int,
        reason: TransactionRevocationReason
    ) throws(WorldError) {
        let transaction = self.transactions[index]
        guard transaction.ownership == .purchased, transaction.source == nil else { throw .notRefundable }
        guard transaction.condition.revocation == nil else { throw .alreadyRefunded }
        guard let seats = transaction.condition.seats, let subscription = transaction.subscription else {
            throw .seatsNotSold(self.product(of: transaction).id)
        }
        let left = transaction.quantity - seats.revokedCount
        guard (1...max(left, 1)).contains(count), left > 0 else {
            throw .invalidValue(field: "seats", "\(count)")
        }
        self.transactions[index].condition.seats?.revokedCount += count
        self.pay(back: index, percentage: count * 100_000 / transaction.quantity)
        guard count < left else {
            self.revokeTransaction(index, percentage: nil, reason: reason)
            self.announceRefund(of: index)
            return
        }
        self.touch(index)
        if self.first(ofPeriod: index) == self.first(ofPeriod: self.subscriptions[subscription].latest) {
            self.capNextSeats(of: subscription)
        }
        self.emit(.refund, .seats, transaction: index)
        self.releaseSeats(of: subscription)
    }

    /// Keeps a subscription running on the other transactions of a period of which one was refunded, if it has any.
    mutating func continueWithoutRefunded(_ index: Int, _ subscription: Int) -> Bool {
        guard let survivor = self.survivor(of: index) else { return false }
        if self.subscriptions[subscription].latest == index {
            self.subscriptions[subscription].latest = survivor
        }
        self.capNextSeats(of: subscription)
        return true
    }

    /// Returns the seats of a reversed refund; the next period has them again, unless the purchaser wants fewer.
    mutating func returnSeats(of index: Int) {
        guard let seats = self.transactions[index].condition.seats,
            let subscription = self.transactions[index].subscription
        else { return }
        let existing = self.seatCount(of: subscription)
        let isWhole = self.transactions[index].condition.revocation != nil
        let returned = isWhole ? self.transactions[index].quantity : seats.revokedCount
        self.transactions[index].condition.seats?.revokedCount = 0
        if self.subscriptions[subscription].renewal.seats?.quantity == existing {
            self.subscriptions[subscription].renewal.seats = RenewalSeats(quantity: existing + returned)
        }
    }

    /// Ends the claims, or removes the members, for which a refund or a renewal left no seat; the latest ones go first.
    ///
    /// The store releases claims after refunds only, never at a renewal.
    mutating func releaseSeats(of index: Int) {
        guard let group = self.subscriptions[index].group else { return }
        let count = self.seatCount(of: index)
        guard group.invitations == .developer else {
            self.revokeMembers(of: index, besides: count)
            return
        }
        guard group.claims.count > count else { return }
        let released = group.claims[count...].map(\.id)
        self.subscriptions[index].group?.claims.removeSubrange(count...)
        self.emit(.unclaimSeats, nil, about: .unclaimedSeats(subscription: index, released))
    }

    /// Limits the seats of the next period to those that a refund left.
    private mutating func capNextSeats(of index: Int) {
        guard let next = self.subscriptions[index].renewal.seats?.quantity else { return }
        let left = self.seatCount(of: index)
        if left > 0, next > left { self.subscriptions[index].renewal.seats = RenewalSeats(quantity: left) }
    }
}
