import AppStore

extension WorldState {
    /// Subscribes a customer, or changes the plan of what runs in the group.
    mutating func subscribe(
        _ order: SubscriptionOrder,
        group: String,
        by customer: Int
    ) throws(WorldError) -> Int {
        guard let place = self.subscription(of: customer, app: order.product.app, group: group) else {
            return self.start(order, nil, by: customer)
        }
        switch self.subscriptions[place].renewal.phase {
        case .active: return try self.changePlan(of: place, order)
        case .gracePeriod: throw .alreadySubscribed(self.product(of: self.subscriptions[place]).id)
        case .billingRetry where !self.apps[order.product.app].conduct.purchaseInRetryResubscribes:
            // The store bills what it is owed, now that there is a payment that works.
            self.choose(order.product.product, asNextOf: place)
            self.recover(place)
            return self.subscriptions[place].latest
        case .billingRetry, .expired, .revoked: return self.start(order, place, by: customer)
        }
    }

    /// Lets a subscription go on with a product; offers that waited for another one lapse.
    mutating func choose(_ product: Int, asNextOf place: Int) {
        guard product != self.subscriptions[place].renewal.nextProduct else { return }
        self.subscriptions[place].renewal.nextProduct = product
        self.subscriptions[place].queuedOffers = []
    }

    /// Turns auto-renew off for a customer.
    mutating func cancel(_ place: Int) throws(WorldError) {
        guard self.subscriptions[place].renewal.autoRenews else { throw .alreadyCancelled }
        self.stopAutoRenewal(of: place, byCustomer: true)
    }

    /// Turns auto-renew off; in grace or billing retry the subscription ends at once.
    mutating func stopAutoRenewal(of place: Int, byCustomer isByCustomer: Bool) {
        let subscription = self.subscriptions[place]
        self.subscriptions[place].renewal.autoRenews = false
        self.subscriptions[place].renewedBeforeRefund = false
        let conduct = self.apps[subscription.app].conduct
        let hasSubtype = subscription.renewal.priceIncrease == nil || conduct.cancellationAfterPriceHasSubtype
        if !subscription.isCharged, !subscription.renewal.isInBillingRetry {
            self.scheduleEndOfPeriod(of: place)
        }
        self.emit(
            .didChangeRenewalStatus,
            hasSubtype ? .autoRenewDisabled : nil,
            subscription: place,
            byCustomer: isByCustomer
        )
        if subscription.renewal.isInBillingRetry {
            self.expire(place, intent: .customerCanceled, subtype: .voluntary)
        }
    }

    /// Turns auto-renew on again, if it is off.
    mutating func reenable(_ place: Int) throws(WorldError) {
        guard !self.subscriptions[place].renewal.autoRenews else { throw .alreadyRenewing }
        self.startAutoRenewal(of: place)
    }

    /// Turns auto-renew on again.
    mutating func startAutoRenewal(of place: Int) {
        self.subscriptions[place].renewal.autoRenews = true
        if !self.subscriptions[place].isCharged {
            self.scheduleEndOfPeriod(of: place)
        }
        self.emit(.didChangeRenewalStatus, .autoRenewEnabled, subscription: place, byCustomer: true)
    }

    /// The running subscription that a customer bought in the group of a product.
    func runningSubscription(
        of customer: Int,
        _ productId: String,
        in bundleId: String?
    ) throws(WorldError) -> Int {
        let found = try self.product(productId, in: bundleId)
        guard let group = self.product(found.product, of: found.app).group,
            let place = self.subscription(of: customer, app: found.app, group: group),
            !self.subscriptions[place].renewal.isOver
        else { throw .notSubscribed(productId) }
        return place
    }

    /// Starts a subscription, or starts an ended one again.
    mutating func start(_ order: SubscriptionOrder, _ existing: Int?, by customer: Int) -> Int {
        let offers = self.offersAtStart(order, by: customer)
        let place = existing ?? self.subscriptions.count
        let transaction = self.addPeriod(
            order.product,
            of: place,
            customer: customer,
            start: order.start,
            offer: offers.first,
            plan: order.plan,
            token: order.appAccountToken,
            isRenewal: false,
            commerce: order.commerce
        )
        if let existing {
            self.reopen(existing, token: order.appAccountToken, start: order.start)
        } else {
            self.open(transaction)
        }
        self.subscriptions[place].queuedOffers = Array(offers.dropFirst())
        self.begin(transaction, of: place, anchoredAt: order.start, plan: order.plan)
        self.subscriptions[place].renewal.commerce = order.commerce?.following(token: self.mint.uuid())
        let subtype: NotificationSubtype = existing == nil ? .initialBuy : .resubscribe
        // Until early 2024 the store told of an offer first.
        let isOld = !order.offers.isEmpty && self.now < Self.subscribedTellsOfOffersSince
        self.emit(isOld ? .offerRedeemed : .subscribed, subtype, subscription: place, byCustomer: true)
        return transaction
    }

    /// Since 23 January 2024 an offer taken without a running subscription is told as SUBSCRIBED.
    private static let subscribedTellsOfOffersSince = CivilDate(year: 2024, month: 1, day: 23).milliseconds

    private mutating func open(_ transaction: Int) {
        let facts = self.transactions[transaction]
        self.customers[facts.customer].subscriptions.append(self.subscriptions.count)
        let expiresAt = facts.condition.expiresAt ?? facts.purchasedAt
        self.subscriptions.append(
            SubscriptionFacts(
                originalNumber: facts.originalNumber,
                originallyPurchasedAt: facts.originallyPurchasedAt,
                customer: facts.customer,
                app: facts.app,
                source: nil,
                renewal: RenewalFacts(
                    product: facts.product,
                    nextProduct: facts.product,
                    expiresAt: expiresAt,
                    streakBeganAt: facts.purchasedAt,
                    appAccountToken: facts.condition.appAccountToken
                ),
                storefront: facts.storefront,
                latest: transaction,
                anchoredAt: facts.purchasedAt
            )
        )
    }

    private mutating func reopen(_ place: Int, token: String?, start: Int64) {
        let subscription = self.subscriptions[place]
        if start - subscription.renewal.expiresAt > self.apps[subscription.app].conduct.streakGapMilliseconds {
            self.subscriptions[place].renewal.streakBeganAt = start
        }
        self.subscriptions[place].renewal.appAccountToken = token
        self.subscriptions[place].renewal.autoRenews = true
        self.subscriptions[place].renewals = 0
    }

    private mutating func changePlan(of place: Int, _ order: SubscriptionOrder) throws(WorldError) -> Int {
        let subscription = self.subscriptions[place]
        let renewal = subscription.renewal
        let product = self.product(order.product.product, of: order.product.app)
        // What signed requests sell is changed by signed requests only.
        guard renewal.commerce == nil else { throw .alreadySubscribed(self.product(of: subscription).id) }
        let old = self.product(of: subscription)
        let redeems = !order.offers.isEmpty
        let isSame = order.product.product == renewal.product
        let isUpgrade: Bool
        switch (product.level ?? 1, old.level ?? 1) {
        case (let level, let oldLevel) where level == oldLevel: isUpgrade = !isSame && product.period == old.period
        case (let level, let oldLevel): isUpgrade = level < oldLevel
        }
        if isUpgrade {
            self.upgrade(place, order)
            return self.subscriptions[place].latest
        }
        let changesPlan = order.plan != nil && order.plan != (renewal.nextPlan ?? subscription.plan)
        guard redeems || changesPlan || renewal.nextProduct != order.product.product else {
            throw .alreadySubscribed(product.id)
        }
        self.subscriptions[place].renewal.nextProduct = order.product.product
        self.subscriptions[place].renewal.nextPlan = order.plan ?? (isSame ? renewal.nextPlan : nil)
        self.subscriptions[place].queuedOffers = Self.expanded(order.offers, of: product)
        self.subscriptions[place].renewal.autoRenews = true
        self.forgetPriceIncrease(of: place)
        if !subscription.isCharged {
            self.scheduleEndOfPeriod(of: place)
        }
        let subtype: NotificationSubtype? = isSame && !changesPlan ? nil : .downgrade
        self.emit(redeems ? .offerRedeemed : .didChangeRenewalPref, subtype, subscription: place, byCustomer: true)
        return subscription.latest
    }

    /// Ends the running period for a better one that begins at once.
    private mutating func upgrade(_ place: Int, _ order: SubscriptionOrder) {
        let subscription = self.subscriptions[place]
        let offers = Self.expanded(order.offers, of: self.product(order.product.product, of: order.product.app))
        for paid in self.supersede(place) { self.credit(forRestOf: paid) }
        for share in subscription.shares where !self.subscriptions[share].renewal.isOver {
            self.supersede(share)
        }
        let transaction = self.addPeriod(
            order.product,
            of: place,
            customer: subscription.customer,
            start: order.start,
            offer: offers.first,
            plan: order.plan,
            token: order.appAccountToken,
            isRenewal: false
        )
        self.subscriptions[place].renewal.appAccountToken = order.appAccountToken
        self.subscriptions[place].renewal.autoRenews = true
        self.subscriptions[place].renewals = 0
        self.subscriptions[place].queuedOffers = Array(offers.dropFirst())
        self.begin(transaction, of: place, anchoredAt: order.start, plan: order.plan)
        let type: NotificationType = order.offers.isEmpty ? .didChangeRenewalPref : .offerRedeemed
        self.emit(type, .upgrade, subscription: place, byCustomer: true)
        if !subscription.renewal.autoRenews, self.apps[subscription.app].conduct.upgradeAnnouncesReenable {
            self.emit(.didChangeRenewalStatus, .autoRenewEnabled, subscription: place, byCustomer: true)
        }
    }

    /// Marks the periods of a subscription that have not ended as superseded by an upgrade, and returns their transactions.
    @discardableResult
    mutating func supersede(_ place: Int) -> [Int] {
        var superseded: [Int] = []
        let subscription = self.subscriptions[place]
        for transaction in self.customers[subscription.customer].transactions.reversed()
        where self.transactions[transaction].subscription == place {
            guard let expiresAt = self.transactions[transaction].condition.expiresAt, expiresAt > self.now else {
                break
            }
            guard self.transactions[transaction].condition.revocation == nil else { continue }
            self.transactions[transaction].condition.isUpgraded = true
            self.touch(transaction)
            superseded.append(transaction)
        }
        return superseded
    }
}

/// What a customer orders when he subscribes or changes plan.
struct SubscriptionOrder: Sendable {
    /// The app's and the product's place.
    let product: WorldState.ProductPlace
    /// The offers taken, by their places among the product's, in the order they set prices.
    let offers: [Int]
    /// How the term is billed.
    let plan: WorldBillingPlan.Kind?
    /// The app's token for the customer.
    let appAccountToken: String?
    /// When, in milliseconds since 1970.
    let start: Int64
    /// What it holds, of a generic product.
    var commerce: CommerceContent?
}
