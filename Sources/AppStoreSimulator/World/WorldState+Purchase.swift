import AppStore

extension WorldState {
    /// A customer by name, made when new.
    mutating func customer(_ name: String, storefront: WorldStorefront?) throws(WorldError) -> WorldCustomer {
        guard (1...255).contains(name.utf8.count) else { throw .invalidName }
        let customer = WorldCustomer(name: name)
        if let place = self.customerPlaces[name] {
            if let storefront {
                self.customers[place].storefront = storefront
            }
            return customer
        }
        self.customerPlaces[name] = self.customers.count
        self.customers.append(CustomerFacts(customer: customer, arrivedAt: self.now, storefront: storefront ?? .usa))
        return customer
    }

    /// Buys a product, or changes the plan of a subscription; answers the place of the transaction that now counts.
    mutating func buy(
        _ productId: String,
        by customer: WorldCustomer,
        quantity: Int,
        appAccountToken: String?,
        in bundleId: String?
    ) throws(WorldError) -> Int {
        let place = try self.place(of: customer)
        let (product, app) = try self.product(productId, in: bundleId)
        guard quantity == 1 || product.kind == .consumable && (1...10).contains(quantity) else {
            throw .invalidQuantity(quantity)
        }
        guard !self.withdrawn.contains(ProductPlace(app: app, product: product.id)) else {
            throw .notForSale(product.id)
        }
        if product.kind == .nonConsumable, let owned = self.ownedTransaction(of: product, by: place, app: app) {
            // The store hands out the same transaction again, free of charge and without a word to the server.
            self.note(.customer(customer), "gets \(product.id) again", transactionId: self.transactions[owned].id)
            return owned
        }
        guard self.customers[place].canPay else { throw .paymentDeclined }
        if let group = product.group {
            return try self.subscribe(to: product, group: group, by: place, app: app, appAccountToken: appAccountToken)
        }
        let transaction = self.addTransaction(
            product,
            customer: place,
            app: app,
            subscription: nil,
            from: self.now,
            quantity: quantity,
            periods: nil,
            appAccountToken: appAccountToken,
            isRenewal: false
        )
        let text = quantity == 1 ? "buys \(product.id)" : "buys \(quantity) of \(product.id)"
        self.emit(.oneTimeCharge, nil, transaction: transaction, actor: .customer(customer), text: text)
        return transaction
    }

    /// Adds a transaction; `periods` says from where its end is counted and how many periods that is.
    mutating func addTransaction(
        _ product: WorldProduct,
        customer: Int,
        app: Int,
        subscription: Int?,
        from start: Int64,
        quantity: Int = 1,
        periods: (anchoredAt: Int64, count: Int)?,
        appAccountToken: String?,
        isRenewal: Bool
    ) -> Int {
        let id = self.mint.transactionId()
        // The first transaction of a subscription comes before the subscription does.
        let chain = subscription.flatMap { $0 < self.subscriptions.count ? self.subscriptions[$0] : nil }
        let storefront = self.customers[customer].storefront
        let price = product.price(in: storefront)
        var expiresAt: Int64?
        if let period = product.period, let periods {
            let rate = self.apps[app].conduct.renewalRate
            expiresAt = rate.end(of: period, after: periods.count, from: periods.anchoredAt)
        }
        let facts = TransactionFacts(
            id: id,
            originalId: chain?.originalId ?? id,
            webOrderLineItemId: subscription == nil ? nil : self.mint.webOrderLineItemId(),
            appTransactionId: self.appTransactionId(of: customer, app: app),
            customer: customer,
            app: app,
            subscription: subscription,
            product: product,
            quantity: quantity,
            purchasedAt: start,
            originallyPurchasedAt: chain?.originallyPurchasedAt ?? start,
            expiresAt: expiresAt,
            appAccountToken: appAccountToken,
            isRenewal: isRenewal,
            storefront: storefront,
            price: WorldPrice(milliunits: price.milliunits * Int64(quantity), currency: price.currency)
        )
        let place = self.transactions.count
        self.transactions.append(facts)
        self.transactionPlaces[id] = place
        self.customers[customer].transactions.append(place)
        return place
    }

    /// The identifier of a customer's copy of an app, made when first needed.
    mutating func appTransactionId(of customer: Int, app: Int) -> String {
        if let id = self.customers[customer].appTransactionIds[app] { return id }
        let id = self.mint.appTransactionId()
        self.customers[customer].appTransactionIds[app] = id
        return id
    }

    private func ownedTransaction(of product: WorldProduct, by customer: Int, app: Int) -> Int? {
        self.customers[customer].transactions.last {
            let transaction = self.transactions[$0]
            return transaction.app == app && transaction.product.id == product.id && transaction.revocation == nil
        }
    }

    private mutating func subscribe(
        to product: WorldProduct,
        group: String,
        by customer: Int,
        app: Int,
        appAccountToken: String?
    ) throws(WorldError) -> Int {
        let existing = self.subscription(of: customer, app: app, group: group)
        if let existing, self.subscriptions[existing].phase != .expired, self.subscriptions[existing].phase != .revoked
        {
            return try self.changePlan(of: existing, to: product, appAccountToken: appAccountToken)
        }
        let place = existing ?? self.subscriptions.count
        let transaction = self.addTransaction(
            product,
            customer: customer,
            app: app,
            subscription: place,
            from: self.now,
            periods: (self.now, 1),
            appAccountToken: appAccountToken,
            isRenewal: false
        )
        if existing == nil {
            self.open(transaction, of: customer)
        } else {
            self.reopen(place, appAccountToken: appAccountToken)
        }
        self.begin(transaction, of: place, anchoredAt: self.now)
        self.emit(
            .subscribed,
            existing == nil ? .initialBuy : .resubscribe,
            subscription: place,
            actor: .customer(self.customers[customer].customer),
            text: "subscribes to \(product.id)" + (existing == nil ? "" : " again")
        )
        return transaction
    }

    private mutating func open(_ transaction: Int, of customer: Int) {
        let facts = self.transactions[transaction]
        self.customers[customer].subscriptions.append(self.subscriptions.count)
        self.subscriptions.append(
            SubscriptionFacts(
                originalId: facts.id,
                originallyPurchasedAt: facts.purchasedAt,
                customer: customer,
                app: facts.app,
                appTransactionId: facts.appTransactionId,
                appAccountToken: facts.appAccountToken,
                product: facts.product,
                nextProduct: facts.product,
                storefront: facts.storefront,
                latest: transaction,
                expiresAt: facts.expiresAt ?? facts.purchasedAt,
                anchoredAt: facts.purchasedAt,
                streakBeganAt: facts.purchasedAt
            )
        )
    }

    private mutating func reopen(_ place: Int, appAccountToken: String?) {
        let subscription = self.subscriptions[place]
        // A gap of up to 60 days, in the sandbox 10 minutes, does not end a streak.
        let isTest = self.apps[subscription.app].environment == .sandbox
        let bridgeable = isTest ? 600_000 : 60 * CivilDate.millisecondsPerDay
        if self.now - subscription.expiresAt > bridgeable {
            self.subscriptions[place].streakBeganAt = self.now
        }
        self.subscriptions[place].appAccountToken = appAccountToken
        self.subscriptions[place].autoRenews = true
        self.subscriptions[place].renewals = 0
    }

    private mutating func changePlan(
        of place: Int,
        to product: WorldProduct,
        appAccountToken: String?
    ) throws(WorldError) -> Int {
        let subscription = self.subscriptions[place]
        let customer = self.customers[subscription.customer].customer
        let isSame = product.id == subscription.product.id
        guard !isSame || subscription.nextProduct.id != product.id else { throw .alreadySubscribed(product.id) }
        guard let level = product.level, let oldLevel = subscription.product.level else {
            throw .notSubscribed(product.id)
        }
        if isSame || level > oldLevel || level == oldLevel && product.period != subscription.product.period {
            guard subscription.nextProduct.id != product.id else { throw .alreadySubscribed(product.id) }
            self.subscriptions[place].nextProduct = product
            self.subscriptions[place].autoRenews = true
            self.scheduleEndOfPeriod(of: place)
            self.emit(
                .didChangeRenewalPref,
                isSame ? nil : .downgrade,
                subscription: place,
                actor: .customer(customer),
                text: isSame ? "stays with \(product.id) after all" : "moves to \(product.id) at the next renewal"
            )
            return subscription.latest
        }
        self.transactions[subscription.latest].isUpgraded = true
        let transaction = self.addTransaction(
            product,
            customer: subscription.customer,
            app: subscription.app,
            subscription: place,
            from: self.now,
            periods: (self.now, 1),
            appAccountToken: appAccountToken,
            isRenewal: false
        )
        self.subscriptions[place].appAccountToken = appAccountToken
        self.subscriptions[place].autoRenews = true
        self.subscriptions[place].renewals = 0
        self.begin(transaction, of: place, anchoredAt: self.now)
        self.emit(
            .didChangeRenewalPref,
            .upgrade,
            subscription: place,
            actor: .customer(customer),
            text: "moves up to \(product.id)"
        )
        return transaction
    }
}
