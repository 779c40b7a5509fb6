import AppStore

extension WorldState {
    /// Refunds a transaction, all of it or a share in thousandths of a percent.
    mutating func refund(_ id: String, percentage: Int?, reason: TransactionRevocationReason) throws(WorldError) {
        let place = try self.place(ofTransaction: id)
        let transaction = self.transactions[place]
        guard transaction.revocation == nil else { throw .alreadyRefunded }
        if let percentage, !(1...100_000).contains(percentage) { throw .invalidPercentage(percentage) }
        self.transactions[place].revocation = Revocation(at: self.now, reason: reason, percentage: percentage)
        if let subscription = transaction.subscription, self.subscriptions[subscription].latest == place {
            self.endRefunded(subscription)
        }
        self.emit(
            .refund,
            nil,
            transaction: place,
            text: percentage.map { "refunds \(Double($0) / 1000) % of \(transaction.product.id)" }
                ?? "refunds \(transaction.product.id)"
        )
        guard let subscription = transaction.subscription,
            self.apps[transaction.app].conduct.announcesExpiryAfterRefund,
            self.subscriptions[subscription].phase == .revoked
        else { return }
        self.subscriptions[subscription].expirationIntent = .customerCanceled
        let text = "\(transaction.product.id) is over"
        self.emit(.expired, .voluntary, subscription: subscription, text: text)
    }

    /// Takes a refund back after the developer disputed it.
    mutating func reverseRefund(_ id: String) throws(WorldError) {
        let place = try self.place(ofTransaction: id)
        let transaction = self.transactions[place]
        guard transaction.revocation != nil else { throw .notRefunded }
        self.transactions[place].revocation = nil
        if let subscription = transaction.subscription {
            self.restore(subscription, with: place)
        }
        self.emit(.refundReversed, nil, transaction: place, text: "reverses the refund of \(transaction.product.id)")
    }

    /// Ends a subscription whose latest period was refunded; a period charged early leaves the one that still runs.
    private mutating func endRefunded(_ place: Int) {
        let subscription = self.subscriptions[place]
        self.subscriptions[place].renewedBeforeRefund = subscription.autoRenews
        self.subscriptions[place].autoRenews = false
        self.subscriptions[place].nextProduct = subscription.product
        let running = self.customers[subscription.customer].transactions.last {
            let transaction = self.transactions[$0]
            guard transaction.subscription == place, transaction.revocation == nil, !transaction.isUpgraded,
                let expiresAt = transaction.expiresAt
            else { return false }
            return transaction.purchasedAt <= self.now && self.now < expiresAt
        }
        if let running, let expiresAt = self.transactions[running].expiresAt {
            self.subscriptions[place].latest = running
            self.subscriptions[place].product = self.transactions[running].product
            self.subscriptions[place].expiresAt = expiresAt
            self.subscriptions[place].phase = .active
            self.scheduleEndOfPeriod(of: place)
        } else {
            self.subscriptions[place].phase = .revoked
            self.subscriptions[place].graceEndsAt = nil
            self.schedule(nil, at: 0, for: place)
        }
    }

    /// Gives a subscription back what the refund of one of its transactions took; its renewal date is the old one.
    private mutating func restore(_ place: Int, with transaction: Int) {
        let subscription = self.subscriptions[place]
        let facts = self.transactions[transaction]
        guard let expiresAt = facts.expiresAt, !facts.isUpgraded else { return }
        let isRefundedEnd = subscription.phase == .revoked && subscription.latest == transaction
        let isEarlyCharge = subscription.phase == .active && facts.purchasedAt == subscription.expiresAt
        guard isRefundedEnd || isEarlyCharge else { return }
        self.subscriptions[place].latest = transaction
        self.subscriptions[place].product = facts.product
        self.subscriptions[place].nextProduct = facts.product
        self.subscriptions[place].expiresAt = expiresAt
        guard self.now < expiresAt else {
            self.subscriptions[place].phase = .expired
            self.subscriptions[place].expirationIntent = .customerCanceled
            return
        }
        let restoresAutoRenew = self.apps[subscription.app].conduct.reversalRestoresAutoRenew
        self.subscriptions[place].autoRenews = restoresAutoRenew && subscription.renewedBeforeRefund
        self.subscriptions[place].phase = .active
        self.subscriptions[place].expirationIntent = nil
        self.scheduleEndOfPeriod(of: place)
    }
}
