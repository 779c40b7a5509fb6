import AppStore

extension WorldState {
    /// Renews a subscription whose period ends, or lets it end.
    mutating func endPeriod(of place: Int) {
        let subscription = self.subscriptions[place]
        let app = self.apps[subscription.app]
        guard subscription.autoRenews else {
            let text = "\(subscription.product.id) has run out"
            self.expire(place, intent: .customerCanceled, subtype: .voluntary, text: text)
            return
        }
        if let limit = app.conduct.renewalLimit, subscription.renewals >= limit {
            self.stopAtLimit(place)
            return
        }
        let next = ProductPlace(app: subscription.app, product: subscription.nextProduct.id)
        let isEarly = self.now < subscription.expiresAt
        let canRenew = self.customers[subscription.customer].canPay && !self.withdrawn.contains(next)
        if isEarly && !canRenew {
            // An early charge that fails is silent; what counts is the end of the period.
            self.schedule(.periodEnds(subscription: place), at: subscription.expiresAt, for: place)
        } else if self.withdrawn.contains(next) {
            self.subscriptions[place].autoRenews = false
            let text = "\(next.product) is not sold any more"
            self.expire(place, intent: .productUnavailable, subtype: .productNotForSale, text: text)
        } else if canRenew {
            self.renew(place, from: subscription.expiresAt, anchoredAnew: false)
            self.emit(.didRenew, nil, subscription: place, text: "renews \(next.product)")
        } else {
            self.failToRenew(place)
        }
    }

    /// Gives up the grace of a subscription; billing goes on being tried.
    mutating func endGrace(of place: Int) {
        self.subscriptions[place].phase = .billingRetry
        self.subscriptions[place].expirationIntent = .billingError
        self.scheduleEndOfBillingRetry(of: place)
        let product = self.subscriptions[place].product.id
        self.emit(.gracePeriodExpired, nil, subscription: place, text: "ends the grace for \(product)")
    }

    /// Gives up billing a subscription.
    mutating func endBillingRetry(of place: Int) {
        self.subscriptions[place].autoRenews = false
        let product = self.subscriptions[place].product.id
        self.expire(place, intent: .billingError, subtype: .billingRetry, text: "gives up billing \(product)")
    }

    /// Bills a subscription in grace or billing retry again, now that the card pays.
    mutating func recover(_ place: Int) {
        let subscription = self.subscriptions[place]
        // In grace no paid day is lost, so the old cycle stays; after it a new one begins today.
        let isInGrace = subscription.phase == .gracePeriod
        self.renew(place, from: isInGrace ? subscription.expiresAt : self.now, anchoredAnew: !isInGrace)
        let product = subscription.nextProduct.id
        self.emit(.didRenew, .billingRecovery, subscription: place, text: "bills \(product) after all")
    }

    /// Adds the next period to a subscription.
    mutating func renew(_ place: Int, from start: Int64, anchoredAnew: Bool) {
        let subscription = self.subscriptions[place]
        let product = subscription.nextProduct
        // Another length is counted from where it begins.
        let isAnchored = !anchoredAnew && product.period == subscription.product.period
        let transaction = self.addTransaction(
            product,
            customer: subscription.customer,
            app: subscription.app,
            subscription: place,
            from: start,
            periods: isAnchored ? (subscription.anchoredAt, subscription.periods + 1) : (start, 1),
            appAccountToken: subscription.appAccountToken,
            isRenewal: true
        )
        self.subscriptions[place].renewals += 1
        self.begin(transaction, of: place, anchoredAt: isAnchored ? nil : start)
    }

    /// Makes a transaction the running period of its subscription; counting starts anew where `anchoredAt` says.
    mutating func begin(_ transaction: Int, of place: Int, anchoredAt: Int64?) {
        let facts = self.transactions[transaction]
        let expiresAt = facts.expiresAt ?? facts.purchasedAt
        self.subscriptions[place].product = facts.product
        self.subscriptions[place].nextProduct = facts.product
        self.subscriptions[place].storefront = facts.storefront
        self.subscriptions[place].latest = transaction
        self.subscriptions[place].expiresAt = expiresAt
        self.subscriptions[place].phase = .active
        self.subscriptions[place].expirationIntent = nil
        self.subscriptions[place].graceEndsAt = nil
        if let anchoredAt {
            self.subscriptions[place].anchoredAt = anchoredAt
            self.subscriptions[place].periods = 1
        } else {
            self.subscriptions[place].periods += 1
        }
        self.scheduleEndOfPeriod(of: place)
    }

    /// Puts the end of a subscription's period into the agenda, early enough to charge the next.
    mutating func scheduleEndOfPeriod(of place: Int) {
        let subscription = self.subscriptions[place]
        let lead = subscription.autoRenews ? self.apps[subscription.app].conduct.earlyChargeMilliseconds : 0
        // A period shorter than the lead is charged no earlier than it begins.
        let begin = self.transactions[subscription.latest].purchasedAt
        let instant = max(subscription.expiresAt - lead, begin, self.now)
        self.schedule(.periodEnds(subscription: place), at: instant, for: place)
    }

    /// Ends a subscription for good, until the customer subscribes again.
    mutating func expire(_ place: Int, intent: ExpirationIntent, subtype: NotificationSubtype, text: String) {
        self.schedule(nil, at: 0, for: place)
        self.subscriptions[place].phase = .expired
        self.subscriptions[place].expirationIntent = intent
        self.subscriptions[place].graceEndsAt = nil
        self.emit(.expired, subtype, subscription: place, text: text)
    }

    private mutating func failToRenew(_ place: Int) {
        let subscription = self.subscriptions[place]
        let app = self.apps[subscription.app]
        let product = subscription.nextProduct
        guard let days = app.gracePeriodDays, let period = subscription.product.period else {
            self.subscriptions[place].phase = .billingRetry
            self.subscriptions[place].expirationIntent = .billingError
            self.scheduleEndOfBillingRetry(of: place)
            self.emit(.didFailToRenew, nil, subscription: place, text: "fails to bill \(product.id)")
            return
        }
        let grace = app.conduct.renewalRate.graceMilliseconds(of: period, days: days)
        self.subscriptions[place].phase = .gracePeriod
        self.subscriptions[place].graceEndsAt = subscription.expiresAt + grace
        self.schedule(.graceEnds(subscription: place), at: subscription.expiresAt + grace, for: place)
        self.emit(
            .didFailToRenew,
            .gracePeriod,
            subscription: place,
            text: "fails to bill \(product.id) and grants grace"
        )
    }

    private mutating func scheduleEndOfBillingRetry(of place: Int) {
        let subscription = self.subscriptions[place]
        let retry = self.apps[subscription.app].conduct.renewalRate.billingRetryMilliseconds
        let instant = max(subscription.expiresAt + retry, self.now)
        self.schedule(.billingRetryEnds(subscription: place), at: instant, for: place)
    }

    private mutating func stopAtLimit(_ place: Int) {
        self.subscriptions[place].autoRenews = false
        let product = self.subscriptions[place].product.id
        if self.apps[self.subscriptions[place].app].conduct.announcesRenewalLimit {
            self.emit(
                .didChangeRenewalStatus,
                .autoRenewDisabled,
                subscription: place,
                text: "stops renewing \(product): it has renewed often enough for a test"
            )
        }
        self.expire(place, intent: .customerCanceled, subtype: .voluntary, text: "\(product) has run out")
    }
}
