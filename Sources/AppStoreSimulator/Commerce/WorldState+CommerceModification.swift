import AppStore

extension WorldState {
    /// Modifies the content of a subscription: at once, with a charge for the rest of the period or a new period, or
    /// from the next period on.
    ///
    /// Added items take effect at once; removed items end with the period.
    mutating func modify(_ order: CommerceRequest) throws(CommerceError) -> Int {
        let request = try CommerceCheck.read(AdvancedCommerceSubscriptionModifyInAppRequest.self, order.bytes)
        let (subscription, renewing) = try self.subscription(request.transactionId, order)
        let facts = self.subscriptions[subscription]
        guard let running = self.transactions[facts.latest].condition.commerce, facts.renewal.phase == .active,
            !facts.isCharged
        else { throw .subscriptionNotEligible }
        var change = try CommerceModification(
            request,
            running: running,
            renewing: renewing,
            shareLeft: self.shareLeft(of: facts.latest)
        )
        change.running.requestReferenceId = order.reference
        guard change.isImmediate else {
            self.subscriptions[subscription].renewal.autoRenews = true
            self.forgetPriceIncrease(of: subscription)
            self.settleCommerce(of: subscription, change.renewing, order.reference)
            self.scheduleEndOfPeriod(of: subscription)
            self.emit(.didChangeRenewalPref, .downgrade, subscription: subscription, byCustomer: true)
            return facts.latest
        }
        self.supersede(subscription)
        let transaction = self.addPeriod(
            order.product,
            of: subscription,
            customer: facts.customer,
            start: order.start,
            offer: nil,
            plan: nil,
            token: order.token ?? facts.renewal.appAccountToken,
            isRenewal: false,
            commerce: change.running,
            endsAt: change.retainsBillingCycle ? facts.renewal.expiresAt : nil
        )
        self.subscriptions[subscription].renewal.autoRenews = true
        self.subscriptions[subscription].renewals = 0
        if let token = order.token { self.subscriptions[subscription].renewal.appAccountToken = token }
        self.begin(
            transaction,
            of: subscription,
            anchoredAt: change.retainsBillingCycle ? facts.anchoredAt : order.start,
            plan: nil
        )
        if change.retainsBillingCycle { self.subscriptions[subscription].periods = facts.periods }
        self.settleCommerce(of: subscription, change.renewing, order.reference)
        self.emit(.didChangeRenewalPref, .upgrade, subscription: subscription, byCustomer: true)
        return transaction
    }

    /// Returns the remaining share of a period, in thousandths of a percent.
    private func shareLeft(of index: Int) -> Int64 {
        let transaction = self.transactions[index]
        guard let end = transaction.condition.expiresAt else { return 0 }
        let length = max(end - transaction.purchasedAt, 1)
        return min(max(end - self.now, 0), length) * 100_000 / length
    }
}
