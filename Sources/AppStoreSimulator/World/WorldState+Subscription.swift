import AppStore

extension WorldState {
    /// Subscribes a customer, or changes the plan of the running subscription of the group.
    mutating func subscribe(
        _ order: SubscriptionRequest,
        group: String,
        by customer: Int
    ) throws(WorldError) -> Int {
        guard let index = self.subscription(of: customer, app: order.product.app, group: group) else {
            return self.start(order, nil, by: customer)
        }
        if self.subscriptions[index].renewal.bundle != nil, !self.subscriptions[index].renewal.isOver {
            // A part of a bundle has no plan of its own.
            throw .alreadySubscribed(self.product(of: self.subscriptions[index]).id)
        }
        switch self.subscriptions[index].renewal.phase {
        case .active: return try self.changePlan(of: index, order)
        case .gracePeriod: throw .alreadySubscribed(self.product(of: self.subscriptions[index]).id)
        case .billingRetry where !self.apps[order.product.app].behavior.purchaseInRetryResubscribes:
            // The store bills the outstanding payment, because the customer now has a valid payment method.
            self.choose(order.product.product, asNextOf: index)
            self.recover(index)
            return self.subscriptions[index].latest
        case .billingRetry, .expired, .revoked: return self.start(order, index, by: customer)
        }
    }

    /// Sets the next product of a subscription; waiting offers for another product lapse.
    mutating func choose(_ product: Int, asNextOf index: Int) {
        guard product != self.subscriptions[index].renewal.nextProduct else { return }
        self.subscriptions[index].renewal.nextProduct = product
        self.subscriptions[index].queuedOffers = []
    }

    /// Turns auto-renew off for a customer.
    mutating func cancel(_ index: Int) throws(WorldError) {
        guard self.subscriptions[index].renewal.autoRenews else { throw .alreadyCanceled }
        self.stopAutoRenewal(of: index, byCustomer: true)
    }

    /// Turns auto-renew off; during grace or billing retry the subscription ends immediately, unless the customer still
    /// owes months of a commitment.
    mutating func stopAutoRenewal(of index: Int, byCustomer isByCustomer: Bool) {
        let subscription = self.subscriptions[index]
        self.subscriptions[index].renewal.autoRenews = false
        self.subscriptions[index].renewedBeforeRefund = false
        let behavior = self.apps[subscription.app].behavior
        let hasSubtype = subscription.renewal.priceIncrease == nil || behavior.cancellationAfterPriceHasSubtype
        if !subscription.isCharged, !subscription.renewal.isInBillingRetry {
            self.scheduleEndOfPeriod(of: index)
        }
        self.emit(
            .didChangeRenewalStatus,
            hasSubtype ? .autoRenewDisabled : nil,
            subscription: index,
            byCustomer: isByCustomer
        )
        if subscription.renewal.isInBillingRetry, !subscription.isCommitted {
            self.expire(index, intent: .customerCanceled, subtype: .voluntary)
        }
    }

    /// Turns auto-renew on again, if it is off.
    mutating func reenable(_ index: Int) throws(WorldError) {
        guard !self.subscriptions[index].renewal.autoRenews else { throw .alreadyRenewing }
        self.startAutoRenewal(of: index)
    }

    /// Turns auto-renew on again.
    mutating func startAutoRenewal(of index: Int) {
        self.subscriptions[index].renewal.autoRenews = true
        if !self.subscriptions[index].isCharged {
            self.scheduleEndOfPeriod(of: index)
        }
        self.emit(.didChangeRenewalStatus, .autoRenewEnabled, subscription: index, byCustomer: true)
    }

    /// Returns the running subscription that a customer bought in the group of a product.
    func runningSubscription(
        of customer: Int,
        _ productId: String,
        in bundleId: String?
    ) throws(WorldError) -> Int {
        let found = try self.product(productId, in: bundleId)
        guard let group = self.product(found.product, of: found.app).group,
            let index = self.subscription(of: customer, app: found.app, group: group),
            !self.subscriptions[index].renewal.isOver
        else { throw .notSubscribed(productId) }
        return index
    }

    /// Starts a subscription, or restarts an ended one.
    mutating func start(_ order: SubscriptionRequest, _ existing: Int?, by customer: Int) -> Int {
        let offers = order.bundle == nil ? self.offersAtStart(order, by: customer) : []
        let index = existing ?? self.subscriptions.count
        let transaction = self.addPeriod(
            order.product,
            of: index,
            customer: customer,
            start: order.start,
            offer: offers.first,
            plan: order.plan,
            token: order.appAccountToken,
            isRenewal: false,
            commerce: order.commerce,
            seats: self.seats(of: order, existing),
            bundle: order.bundle
        )
        if let existing {
            self.reopen(existing, token: order.appAccountToken, start: order.start)
        } else {
            self.open(transaction)
        }
        self.subscriptions[index].queuedOffers = Array(offers.dropFirst())
        self.begin(transaction, of: index, anchoredAt: order.start, plan: order.plan)
        self.subscriptions[index].renewal.commerce = order.commerce?.following(token: self.mint.uuid())
        let subtype: NotificationSubtype = existing == nil ? .initialBuy : .resubscribe
        // Until early 2024 the store sent OFFER_REDEEMED first.
        let isOld = !order.offers.isEmpty && self.now < Self.subscribedNamesOffersSince
        self.emit(isOld ? .offerRedeemed : .subscribed, subtype, subscription: index, byCustomer: true)
        return transaction
    }

    /// The instant, 23 January 2024, since when an offer without a running subscription is sent as SUBSCRIBED.
    private static let subscribedNamesOffersSince = CivilDate(year: 2024, month: 1, day: 23).milliseconds

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

    private mutating func reopen(_ index: Int, token: String?, start: Int64) {
        let subscription = self.subscriptions[index]
        if start - subscription.renewal.expiresAt > self.apps[subscription.app].behavior.streakGapMilliseconds {
            self.subscriptions[index].renewal.streakBeganAt = start
        }
        self.subscriptions[index].renewal.appAccountToken = token
        self.subscriptions[index].renewal.autoRenews = true
        self.subscriptions[index].renewals = 0
        // What was claimed for the members of the ended subscription has ended with it.
        self.subscriptions[index].group?.claims = []
    }

    private mutating func changePlan(of index: Int, _ order: SubscriptionRequest) throws(WorldError) -> Int {
        let subscription = self.subscriptions[index]
        let renewal = subscription.renewal
        let product = self.product(order.product.product, of: order.product.app)
        // Only signed requests change a subscription that a signed request sold.
        guard renewal.commerce == nil else { throw .alreadySubscribed(self.product(of: subscription).id) }
        let old = self.product(of: subscription)
        let redeems = !order.offers.isEmpty
        let isSame = order.product.product == renewal.product
        if isSame, order.seats != nil { return try self.addSeats(to: index, order) }
        let isUpgrade: Bool
        switch (product.level ?? 1, old.level ?? 1) {
        case (let level, let oldLevel) where level == oldLevel: isUpgrade = !isSame && product.period == old.period
        case (let level, let oldLevel): isUpgrade = level < oldLevel
        }
        if isUpgrade {
            self.upgrade(index, order)
            return self.subscriptions[index].latest
        }
        let changesPlan = order.plan != nil && order.plan != (renewal.nextPlan ?? subscription.plan)
        guard redeems || changesPlan || renewal.nextProduct != order.product.product else {
            throw .alreadySubscribed(product.id)
        }
        self.subscriptions[index].renewal.nextProduct = order.product.product
        self.subscriptions[index].renewal.nextPlan = order.plan ?? (isSame ? renewal.nextPlan : nil)
        self.chooseSeats(order, asNextOf: index)
        self.subscriptions[index].queuedOffers = Self.expanded(order.offers, of: product)
        self.subscriptions[index].renewal.autoRenews = true
        self.forgetPriceIncrease(of: index)
        if !subscription.isCharged {
            self.scheduleEndOfPeriod(of: index)
        }
        let subtype: NotificationSubtype? = isSame && !changesPlan ? nil : .downgrade
        self.emit(redeems ? .offerRedeemed : .didChangeRenewalPref, subtype, subscription: index, byCustomer: true)
        return subscription.latest
    }

    /// Ends the current period and begins the upgraded one immediately.
    private mutating func upgrade(_ index: Int, _ order: SubscriptionRequest) {
        let subscription = self.subscriptions[index]
        let offers = Self.expanded(order.offers, of: self.product(order.product.product, of: order.product.app))
        for paid in self.supersede(index) { self.credit(forRestOf: paid) }
        for share in subscription.shares + (subscription.group?.members ?? [])
        where !self.subscriptions[share].renewal.isOver {
            self.supersede(share)
        }
        let transaction = self.addPeriod(
            order.product,
            of: index,
            customer: subscription.customer,
            start: order.start,
            offer: offers.first,
            plan: order.plan,
            token: order.appAccountToken,
            isRenewal: false,
            seats: self.seats(of: order, index)
        )
        self.subscriptions[index].renewal.appAccountToken = order.appAccountToken
        self.subscriptions[index].renewal.autoRenews = true
        self.subscriptions[index].renewals = 0
        self.subscriptions[index].queuedOffers = Array(offers.dropFirst())
        self.begin(transaction, of: index, anchoredAt: order.start, plan: order.plan)
        let type: NotificationType = order.offers.isEmpty ? .didChangeRenewalPref : .offerRedeemed
        self.emit(type, .upgrade, subscription: index, byCustomer: true)
        if !subscription.renewal.autoRenews, self.apps[subscription.app].behavior.upgradeAnnouncesReenable {
            self.emit(.didChangeRenewalStatus, .autoRenewEnabled, subscription: index, byCustomer: true)
        }
    }

    /// Marks the periods of a subscription that have not ended as superseded by an upgrade, and returns their
    /// transactions.
    @discardableResult
    mutating func supersede(_ index: Int) -> [Int] {
        let superseded = self.runningTransactions(of: index)
        for transaction in superseded {
            self.transactions[transaction].condition.isUpgraded = true
            self.touch(transaction)
        }
        return superseded
    }

    /// Returns the transactions of a subscription whose periods have not ended, the latest first.
    func runningTransactions(of index: Int) -> [Int] {
        var running: [Int] = []
        for transaction in self.customers[self.subscriptions[index].customer].transactions.reversed()
        where self.transactions[transaction].subscription == index {
            guard let expiresAt = self.transactions[transaction].condition.expiresAt, expiresAt > self.now else {
                break
            }
            guard self.transactions[transaction].condition.revocation == nil else { continue }
            running.append(transaction)
        }
        return running
    }
}

/// The request of a customer who subscribes or changes plan.
struct SubscriptionRequest: Sendable {
    /// The indices of the app and the product.
    let product: WorldState.ProductIndex
    /// The offers, by their indices among the product's, in the order in which they set prices.
    let offers: [Int]
    /// The billing plan of the term.
    let plan: WorldBillingPlan.Kind?
    /// The app's token for the customer.
    let appAccountToken: String?
    /// The start, in milliseconds since 1970.
    let start: Int64
    /// The content of a generic product.
    var commerce: CommerceContent?
    /// The seats of a multiseat subscription, counted together with those that the customer has already.
    var seats: Int?
    /// Whether an organization buys the seats.
    var isOrganization = false
    /// The bundle of which the subscription becomes a part.
    var bundle: TransactionFacts.Bundle?
}
