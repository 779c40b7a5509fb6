import AppStore

extension WorldState {
    /// Charges a renewal before the end of its period, if possible; it cannot be stopped afterwards.
    mutating func charge(_ index: Int) {
        let subscription = self.subscriptions[index]
        let behavior = self.apps[subscription.app].behavior
        let end = subscription.renewal.expiresAt
        guard self.obstacle(to: index) == nil, !self.isAtLimit(index) else {
            // An early charge that fails has no effect; the end of the period decides.
            self.schedule(.periodEnds(subscription: index), at: end, for: index)
            return
        }
        self.subscriptions[index].isCharged = true
        var instant = self.now
        if behavior.earlyChargeVaries, end > self.now {
            // The seed and the period determine the instant, independent of the order of periods.
            let latest = self.transactions[subscription.latest].number
            var chance = SeededGenerator(seed: self.seed ^ latest, purpose: "early charge")
            instant += Int64(chance.number(below: UInt64(end - self.now)))
        }
        self.schedule(.periodEnds(subscription: index), at: instant, for: index)
    }

    /// Ends a period: with a renewal, its failure, or the end of the subscription.
    mutating func endPeriod(of index: Int) {
        let subscription = self.subscriptions[index]
        guard subscription.renewal.autoRenews || subscription.isCharged || subscription.isCommitted else {
            let isCommitment = subscription.renewal.commitment != nil
            let hasSubtype = !isCommitment || self.apps[subscription.app].behavior.commitmentEndHasSubtype
            self.expire(index, intent: .customerCanceled, subtype: hasSubtype ? .voluntary : nil)
            return
        }
        if self.isAtLimit(index) {
            self.stopAtLimit(index)
            return
        }
        switch self.obstacle(to: index) {
        case nil:
            let isLate = subscription.delayMilliseconds > 0
            self.renew(index, from: isLate ? self.now : subscription.renewal.expiresAt, anchoredAnew: isLate)
            self.emit(.didRenew, nil, subscription: index)
        case .notForSale:
            self.subscriptions[index].renewal.autoRenews = false
            self.expire(index, intent: .productUnavailable, subtype: .productNotForSale)
        case .noConsent:
            self.subscriptions[index].renewal.autoRenews = false
            self.expire(index, intent: .priceIncreaseDeclined, subtype: .priceIncrease)
        case .card: self.failToRenew(index)
        }
    }

    /// Ends grace without payment: access ends too, and the store continues billing retry.
    mutating func endGrace(of index: Int) {
        self.subscriptions[index].renewal.phase = .billingRetry
        self.subscriptions[index].renewal.expirationIntent = .billingError
        self.scheduleEndOfBillingRetry(of: index)
        self.emit(.gracePeriodExpired, nil, subscription: index)
    }

    /// Ends billing retry.
    mutating func endBillingRetry(of index: Int) {
        self.subscriptions[index].renewal.autoRenews = false
        self.expire(index, intent: .billingError, subtype: .billingRetry)
    }

    /// Bills a subscription whose payment failed before.
    mutating func recover(_ index: Int) {
        let subscription = self.subscriptions[index]
        // A recovery in grace keeps the old billing cycle; after grace a new one begins today.
        let isInGrace = subscription.renewal.phase == .gracePeriod
        let start = isInGrace ? subscription.renewal.expiresAt : self.now
        self.renew(index, from: start, anchoredAnew: !isInGrace)
        self.emit(.didRenew, .billingRecovery, subscription: index)
    }

    /// Adds the next period of a subscription.
    mutating func renew(_ index: Int, from start: Int64, anchoredAnew: Bool) {
        let subscription = self.subscriptions[index]
        let renewal = subscription.renewal
        let next = ProductIndex(app: subscription.app, product: renewal.nextProduct)
        var product = next
        var plan = self.nextPlan(of: subscription)
        var commitment: TransactionFacts.Commitment?
        var offer = subscription.queuedOffers.first
        if subscription.isCommitted, let running = renewal.commitment {
            product = ProductIndex(app: subscription.app, product: renewal.product)
            plan = subscription.plan
            offer = nil
            // A late payment moves the end of the commitment by the same duration.
            let late = max(start - renewal.expiresAt, 0)
            commitment = TransactionFacts.Commitment(
                number: running.number + 1,
                total: running.total,
                endsAt: running.endsAt + late,
                price: running.price
            )
        }
        let old = self.product(of: subscription)
        let new = self.product(product.product, of: product.app)
        let content = renewal.commerce?.charged
        let running = self.transactions[subscription.latest].condition.commerce
        // A period of another length, or of an offer, is counted from its own beginning.
        let isPlain = offer == nil && self.transactions[subscription.latest].offer == nil && plan == subscription.plan
        let isAsLong =
            new.period == old.period && content?.length == running?.length && content?.hasOffers != true
            && running?.hasOffers != true
        let isAnchored = !anchoredAnew && isPlain && isAsLong
        let transaction = self.addPeriod(
            product,
            of: index,
            customer: subscription.customer,
            start: start,
            anchor: isAnchored ? (subscription.anchoredAt, subscription.periods + 1) : nil,
            offer: offer,
            plan: plan,
            commitment: commitment,
            token: renewal.appAccountToken,
            isRenewal: true,
            keptPrice: product == next ? subscription.preservedPrice : nil,
            commerce: content,
            seats: self.nextSeats(of: subscription, new),
            bundle: self.nextBundle(of: index, from: start)
        )
        self.subscriptions[index].renewals += 1
        let following = ProductIndex(app: subscription.app, product: renewal.nextProduct)
        let nextPlan = renewal.nextPlan
        self.begin(transaction, of: index, anchoredAt: isAnchored ? nil : start, plan: plan)
        self.subscriptions[index].renewal.commerce = content?.following(token: self.mint.uuid())
        if commitment == nil {
            self.subscriptions[index].queuedOffers = Array(subscription.queuedOffers.dropFirst())
        } else {
            // The choice for the time after the commitment is kept.
            self.subscriptions[index].renewal.nextProduct = following.product
            self.subscriptions[index].renewal.nextPlan = nextPlan
        }
    }

    /// Ends a subscription.
    mutating func expire(_ index: Int, intent: ExpirationIntent, subtype: NotificationSubtype?) {
        self.schedule(nil, at: 0, for: index)
        self.subscriptions[index].renewal.phase = .expired
        self.subscriptions[index].renewal.expirationIntent = intent
        self.subscriptions[index].renewal.graceEndsAt = nil
        self.subscriptions[index].isCharged = false
        self.subscriptions[index].queuedOffers = []
        self.forgetPriceIncrease(of: index)
        self.emit(.expired, subtype, subscription: index)
    }

    /// The reason why the next period cannot begin.
    private enum Failure {
        case notForSale
        case noConsent
        case card
    }

    private func obstacle(to index: Int) -> Failure? {
        let subscription = self.subscriptions[index]
        if subscription.isCharged { return nil }
        // The bundle is what is sold, not its parts.
        let sold = subscription.renewal.bundle?.product ?? subscription.renewal.nextProduct
        if !subscription.isCommitted {
            if self.withdrawn.contains(ProductIndex(app: subscription.app, product: sold)) { return .notForSale }
            if subscription.renewal.priceIncrease == .pending { return .noConsent }
        }
        return self.customers[subscription.customer].card == .pays ? nil : .card
    }

    private mutating func failToRenew(_ index: Int) {
        let subscription = self.subscriptions[index]
        let app = self.apps[subscription.app]
        let isFirstPayment = self.transactions[subscription.latest].price.milliunits == 0
        let isCovered = app.graceScope == .all || !isFirstPayment
        guard let days = app.gracePeriodDays, isCovered, subscription.renewal.commitment == nil,
            let period = subscription.renewal.commerce?.length ?? self.product(of: subscription).period
        else {
            self.subscriptions[index].renewal.phase = .billingRetry
            self.subscriptions[index].renewal.expirationIntent = .billingError
            self.scheduleEndOfBillingRetry(of: index)
            self.emit(.didFailToRenew, nil, subscription: index)
            return
        }
        let named = app.behavior.graceMilliseconds
        let grace = named > 0 ? named : app.behavior.renewalRate.graceMilliseconds(of: period, days: days)
        let end = subscription.renewal.expiresAt + grace
        self.subscriptions[index].renewal.phase = .gracePeriod
        self.subscriptions[index].renewal.graceEndsAt = end
        self.schedule(.graceEnds(subscription: index), at: max(end, self.now), for: index)
        self.emit(.didFailToRenew, .gracePeriod, subscription: index)
    }

    private mutating func scheduleEndOfBillingRetry(of index: Int) {
        let subscription = self.subscriptions[index]
        let behavior = self.apps[subscription.app].behavior
        let named = behavior.billingRetryMilliseconds
        var retry = named > 0 ? named : behavior.renewalRate.billingRetryMilliseconds
        if subscription.renewal.commitment != nil {
            // A commitment has 90 days of billing retry instead of 60.
            retry = retry * 3 / 2
        }
        let instant = max(subscription.renewal.expiresAt + retry, self.now)
        self.schedule(.billingRetryEnds(subscription: index), at: instant, for: index)
    }

    private func isAtLimit(_ index: Int) -> Bool {
        let subscription = self.subscriptions[index]
        guard let limit = self.apps[subscription.app].behavior.renewalLimit else { return false }
        return subscription.renewals >= limit
    }

    private mutating func stopAtLimit(_ index: Int) {
        self.subscriptions[index].renewal.autoRenews = false
        if self.apps[self.subscriptions[index].app].behavior.announcesRenewalLimit {
            self.emit(.didChangeRenewalStatus, .autoRenewDisabled, subscription: index)
        }
        self.expire(index, intent: .customerCanceled, subtype: .voluntary)
    }
}
