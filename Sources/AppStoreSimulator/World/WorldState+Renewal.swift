import AppStore

extension WorldState {
    /// Charges a renewal ahead of the end of its period, if that is possible; from here it cannot be stopped.
    mutating func charge(_ place: Int) {
        let subscription = self.subscriptions[place]
        let conduct = self.apps[subscription.app].conduct
        let end = subscription.renewal.expiresAt
        guard self.obstacle(to: place) == nil, !self.isAtLimit(place) else {
            // An early charge that fails is silent; what counts is the end of the period.
            self.schedule(.periodEnds(subscription: place), at: end, for: place)
            return
        }
        self.subscriptions[place].isCharged = true
        var instant = self.now
        if conduct.earlyChargeVaries, end > self.now {
            // The seed and the period decide, not the order in which periods come.
            let latest = self.transactions[subscription.latest].number
            var chance = SeededGenerator(seed: self.seed ^ latest, purpose: "early charge")
            instant += Int64(chance.number(below: UInt64(end - self.now)))
        }
        self.schedule(.periodEnds(subscription: place), at: instant, for: place)
    }

    /// What happens when a period ends: a renewal, its failure, or the end.
    mutating func endPeriod(of place: Int) {
        let subscription = self.subscriptions[place]
        guard subscription.renewal.autoRenews || subscription.isCharged || subscription.isCommitted else {
            let isCommitment = subscription.renewal.commitment != nil
            let hasSubtype = !isCommitment || self.apps[subscription.app].conduct.commitmentEndHasSubtype
            self.expire(place, intent: .customerCanceled, subtype: hasSubtype ? .voluntary : nil)
            return
        }
        if self.isAtLimit(place) {
            self.stopAtLimit(place)
            return
        }
        switch self.obstacle(to: place) {
        case nil:
            let isLate = subscription.delayMilliseconds > 0
            self.renew(place, from: isLate ? self.now : subscription.renewal.expiresAt, anchoredAnew: isLate)
            self.emit(.didRenew, nil, subscription: place)
        case .notForSale:
            self.subscriptions[place].renewal.autoRenews = false
            self.expire(place, intent: .productUnavailable, subtype: .productNotForSale)
        case .noConsent:
            self.subscriptions[place].renewal.autoRenews = false
            self.expire(place, intent: .priceIncreaseDeclined, subtype: .priceIncrease)
        case .card: self.failToRenew(place)
        }
    }

    /// What happens when grace ends without payment: access does too, and the store goes on trying.
    mutating func endGrace(of place: Int) {
        self.subscriptions[place].renewal.phase = .billingRetry
        self.subscriptions[place].renewal.expirationIntent = .billingError
        self.scheduleEndOfBillingRetry(of: place)
        self.emit(.gracePeriodExpired, nil, subscription: place)
    }

    /// What happens when the store gives up.
    mutating func endBillingRetry(of place: Int) {
        self.subscriptions[place].renewal.autoRenews = false
        self.expire(place, intent: .billingError, subtype: .billingRetry)
    }

    /// Bills what failed before.
    mutating func recover(_ place: Int) {
        let subscription = self.subscriptions[place]
        // In grace no paid day is lost, so the old cycle stays; after it a new one begins today.
        let isInGrace = subscription.renewal.phase == .gracePeriod
        let start = isInGrace ? subscription.renewal.expiresAt : self.now
        self.renew(place, from: start, anchoredAnew: !isInGrace)
        self.emit(.didRenew, .billingRecovery, subscription: place)
    }

    /// Adds the next period of a subscription.
    mutating func renew(_ place: Int, from start: Int64, anchoredAnew: Bool) {
        let subscription = self.subscriptions[place]
        let renewal = subscription.renewal
        let next = ProductPlace(app: subscription.app, product: renewal.nextProduct)
        var product = next
        var plan = renewal.nextPlan ?? (renewal.nextProduct == renewal.product ? subscription.plan : nil)
        var commitment: TransactionFacts.Commitment?
        var offer = subscription.queuedOffers.first
        if subscription.isCommitted, let running = renewal.commitment {
            product = ProductPlace(app: subscription.app, product: renewal.product)
            plan = subscription.plan
            offer = nil
            // A late payment moves the end of the commitment by as much.
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
        // Another length, and an offer's, is counted from where it begins.
        let isPlain = offer == nil && self.transactions[subscription.latest].offer == nil && plan == subscription.plan
        let isAsLong =
            new.period == old.period && content?.length == running?.length && content?.hasOffers != true
            && running?.hasOffers != true
        let isAnchored = !anchoredAnew && isPlain && isAsLong
        let transaction = self.addPeriod(
            product,
            of: place,
            customer: subscription.customer,
            start: start,
            anchor: isAnchored ? (subscription.anchoredAt, subscription.periods + 1) : nil,
            offer: offer,
            plan: plan,
            commitment: commitment,
            token: renewal.appAccountToken,
            isRenewal: true,
            keptPrice: product == next ? subscription.preservedPrice : nil,
            commerce: content
        )
        self.subscriptions[place].renewals += 1
        let following = ProductPlace(app: subscription.app, product: renewal.nextProduct)
        let nextPlan = renewal.nextPlan
        self.begin(transaction, of: place, anchoredAt: isAnchored ? nil : start, plan: plan)
        self.subscriptions[place].renewal.commerce = content?.following(token: self.mint.uuid())
        if commitment == nil {
            self.subscriptions[place].queuedOffers = Array(subscription.queuedOffers.dropFirst())
        } else {
            // What was chosen for the time after the commitment stays chosen.
            self.subscriptions[place].renewal.nextProduct = following.product
            self.subscriptions[place].renewal.nextPlan = nextPlan
        }
    }

    /// Ends a subscription.
    mutating func expire(_ place: Int, intent: ExpirationIntent, subtype: NotificationSubtype?) {
        self.schedule(nil, at: 0, for: place)
        self.subscriptions[place].renewal.phase = .expired
        self.subscriptions[place].renewal.expirationIntent = intent
        self.subscriptions[place].renewal.graceEndsAt = nil
        self.subscriptions[place].isCharged = false
        self.subscriptions[place].queuedOffers = []
        self.forgetPriceIncrease(of: place)
        self.emit(.expired, subtype, subscription: place)
    }

    /// What stands in the way of the next period.
    private enum Obstacle {
        case notForSale
        case noConsent
        case card
    }

    private func obstacle(to place: Int) -> Obstacle? {
        let subscription = self.subscriptions[place]
        if subscription.isCharged { return nil }
        let next = ProductPlace(app: subscription.app, product: subscription.renewal.nextProduct)
        if !subscription.isCommitted {
            if self.withdrawn.contains(next) { return .notForSale }
            if subscription.renewal.priceIncrease == .pending { return .noConsent }
        }
        return self.customers[subscription.customer].card == .pays ? nil : .card
    }

    private mutating func failToRenew(_ place: Int) {
        let subscription = self.subscriptions[place]
        let app = self.apps[subscription.app]
        let isFirstPayment = self.transactions[subscription.latest].price.milliunits == 0
        let isCovered = app.graceScope == .all || !isFirstPayment
        guard let days = app.gracePeriodDays, isCovered, subscription.renewal.commitment == nil,
            let period = subscription.renewal.commerce?.length ?? self.product(of: subscription).period
        else {
            self.subscriptions[place].renewal.phase = .billingRetry
            self.subscriptions[place].renewal.expirationIntent = .billingError
            self.scheduleEndOfBillingRetry(of: place)
            self.emit(.didFailToRenew, nil, subscription: place)
            return
        }
        let named = app.conduct.graceMilliseconds
        let grace = named > 0 ? named : app.conduct.renewalRate.graceMilliseconds(of: period, days: days)
        let end = subscription.renewal.expiresAt + grace
        self.subscriptions[place].renewal.phase = .gracePeriod
        self.subscriptions[place].renewal.graceEndsAt = end
        self.schedule(.graceEnds(subscription: place), at: max(end, self.now), for: place)
        self.emit(.didFailToRenew, .gracePeriod, subscription: place)
    }

    private mutating func scheduleEndOfBillingRetry(of place: Int) {
        let subscription = self.subscriptions[place]
        let conduct = self.apps[subscription.app].conduct
        let named = conduct.billingRetryMilliseconds
        var retry = named > 0 ? named : conduct.renewalRate.billingRetryMilliseconds
        if subscription.renewal.commitment != nil {
            // A commitment is tried for 90 days instead of 60.
            retry = retry * 3 / 2
        }
        let instant = max(subscription.renewal.expiresAt + retry, self.now)
        self.schedule(.billingRetryEnds(subscription: place), at: instant, for: place)
    }

    private func isAtLimit(_ place: Int) -> Bool {
        let subscription = self.subscriptions[place]
        guard let limit = self.apps[subscription.app].conduct.renewalLimit else { return false }
        return subscription.renewals >= limit
    }

    private mutating func stopAtLimit(_ place: Int) {
        self.subscriptions[place].renewal.autoRenews = false
        if self.apps[self.subscriptions[place].app].conduct.announcesRenewalLimit {
            self.emit(.didChangeRenewalStatus, .autoRenewDisabled, subscription: place)
        }
        self.expire(place, intent: .customerCanceled, subtype: .voluntary)
    }
}
