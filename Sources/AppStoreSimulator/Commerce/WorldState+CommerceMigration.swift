import AppStore

extension WorldState {
    /// Performs Migrate a Subscription: turns an App Store subscription into one of a generic product.
    ///
    /// The current period continues under a new transaction id, which is also a new original transaction id; the
    /// period, its end and its billing event stay. The price stays and is split evenly between the items. Returns the
    /// new transaction.
    mutating func migrate(_ index: Int, _ reference: String, _ body: [UInt8]) throws(CommerceError) -> Int {
        let request = try CommerceCheck.read(AdvancedCommerceSubscriptionMigrateRequest.self, body)
        guard let subscription = self.transactions[index].subscription else { throw .subscriptionDoesNotExist }
        let facts = self.subscriptions[subscription]
        let renewal = facts.renewal
        guard renewal.commerce == nil else { throw .subscriptionAlreadyMigrated }
        guard renewal.phase == .active, facts.source == nil, facts.shares.isEmpty, renewal.commitment == nil,
            renewal.bundle == nil, !facts.isCharged, facts.queuedOffers.isEmpty
        else { throw .subscriptionNotEligible }
        guard renewal.priceIncrease == nil else { throw .migrationNotAllowedWhenPriceIncreaseCommunicated }
        let target = try self.migrationTarget(request.targetProductId, for: subscription)
        let descriptors = try CommerceCheck.descriptors(request.descriptors)
        let taxCode = try CommerceCheck.taxCode(request.taxCode)
        let next = self.product(renewal.nextProduct, of: facts.app)
        guard (renewal.nextProduct != renewal.product) == (request.renewalItems != nil) else {
            throw .pendingChangesMismatch
        }
        let old = self.transactions[facts.latest]
        let nextPrice = self.nextPrice(of: facts) ?? facts.preservedPrice ?? next.price(in: facts.storefront)
        guard let period = Self.commercePeriod(of: self.product(of: facts)),
            let nextPeriod = Self.commercePeriod(of: next), nextPrice.currency == old.price.currency
        else { throw .subscriptionNotEligible }
        var content = CommerceContent(
            descriptors: descriptors,
            items: try Self.items(request.items, sharing: old.price.milliunits),
            period: period,
            taxCode: taxCode,
            currency: old.price.currency,
            requestReferenceId: reference,
            previousOriginalNumber: facts.originalNumber
        )
        let renewing = try Self.items(request.renewalItems ?? request.items, sharing: nextPrice.milliunits)
        let transaction = self.addMigrated(old, to: target, of: subscription, content)
        content.items = renewing
        content.period = nextPeriod
        self.subscriptions[subscription].originalNumber = self.transactions[transaction].number
        self.subscriptions[subscription].latest = transaction
        self.subscriptions[subscription].plan = nil
        self.subscriptions[subscription].preservedPrice = nil
        self.subscriptions[subscription].renewal.product = target
        self.subscriptions[subscription].renewal.nextProduct = target
        self.subscriptions[subscription].renewal.nextPlan = nil
        self.settleCommerce(of: subscription, content, reference)
        self.emit(.migration, nil, subscription: subscription)
        return transaction
    }

    /// Returns the index of the generic product to which a subscription migrates.
    private func migrationTarget(_ id: String?, for index: Int) throws(CommerceError) -> Int {
        guard let id else { throw .nullTargetProductId }
        let facts = self.subscriptions[index]
        let products = self.catalogs[facts.app].products
        guard let target = products.firstIndex(where: { $0.id == id && $0.isGeneric }),
            let group = products[target].group
        else { throw .invalidTargetProductId }
        if let other = self.subscription(of: facts.customer, app: facts.app, group: group), other != index,
            !self.subscriptions[other].renewal.isOver
        {
            throw .subscriptionAlreadyExists
        }
        return target
    }

    private mutating func addMigrated(
        _ old: TransactionFacts,
        to target: Int,
        of subscription: Int,
        _ content: CommerceContent
    ) -> Int {
        let number = self.mint.transactionNumber()
        return self.add(
            TransactionFacts(
                number: number,
                originalNumber: number,
                webOrderNumber: old.webOrderNumber,
                customer: old.customer,
                app: old.app,
                product: target,
                subscription: subscription,
                quantity: 1,
                ownership: .purchased,
                isRenewal: old.isRenewal,
                purchasedAt: old.purchasedAt,
                originallyPurchasedAt: old.originallyPurchasedAt,
                storefront: old.storefront,
                price: old.price,
                offer: nil,
                source: nil,
                condition: TransactionFacts.Condition(
                    expiresAt: self.subscriptions[subscription].renewal.expiresAt,
                    appAccountToken: old.condition.appAccountToken,
                    commerce: content
                )
            )
        )
    }

    /// Returns the items of a request, which have no prices: they share one price, and the first item has the
    /// remainder.
    private static func items(
        _ items: [AdvancedCommerceSubscriptionMigrateRequest.Item]?,
        sharing price: Int64
    ) throws(CommerceError) -> [CommerceItem] {
        let items = try CommerceCheck.list(items)
        let share = price / Int64(items.count) / 1000 * 1000
        var made: [CommerceItem] = []
        for item in items {
            made.append(
                CommerceItem(
                    sku: try CommerceCheck.sku(item.sku),
                    description: try CommerceCheck.description(item.description),
                    displayName: try CommerceCheck.displayName(item.displayName),
                    price: made.isEmpty ? price - share * Int64(items.count - 1) : share
                )
            )
        }
        try CommerceCheck.unique(made.map(\.sku), or: .itemCannotBeSpecifiedMultipleTimes)
        return made
    }

    private static func commercePeriod(of product: WorldProduct) -> AdvancedCommercePeriod? {
        product.period.flatMap { length in
            AdvancedCommercePeriod.allKnown.first { SubscriptionPeriod($0.rawValue) == length }
        }
    }
}
