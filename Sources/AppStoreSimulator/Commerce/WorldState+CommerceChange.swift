import AppStore

extension WorldState {
    /// Performs Change Subscription Metadata: other names, ids or tax category, at once or from the next period on.
    mutating func changeMetadata(of index: Int, _ reference: String, _ body: [UInt8]) throws(CommerceError) {
        let request = try CommerceCheck.read(AdvancedCommerceSubscriptionChangeMetadataRequest.self, body)
        let (subscription, renewing) = try self.runningCommerce(of: index)
        let latest = self.subscriptions[subscription].latest
        guard let running = self.transactions[latest].condition.commerce else { throw .subscriptionNotEligible }
        guard request.descriptors != nil || request.items != nil || request.taxCode != nil else {
            throw .atLeastOneItem
        }
        var now = running
        var next = renewing
        if let descriptors = request.descriptors {
            let isNow = try CommerceCheck.effective(descriptors.effective) == .immediately
            let description = try CommerceCheck.description(ifAny: descriptors.description)
            let displayName = try CommerceCheck.displayName(ifAny: descriptors.displayName)
            guard description != nil || displayName != nil else { throw .atLeastOneOfDisplayNameOrDescription }
            next.descriptors = Self.renamed(next.descriptors, description, displayName)
            if isNow { now.descriptors = Self.renamed(now.descriptors, description, displayName) }
        }
        if let items = request.items {
            var named: [String] = []
            for item in try CommerceCheck.list(items) {
                let current = try CommerceCheck.currentSKU(item.currentSKU)
                named.append(current)
                let isNow = try CommerceCheck.effective(item.effective) == .immediately
                let sku = try item.sku.map { (text) throws(CommerceError) in try CommerceCheck.sku(text) }
                let description = try CommerceCheck.description(ifAny: item.description)
                let displayName = try CommerceCheck.displayName(ifAny: item.displayName)
                guard sku != nil || description != nil || displayName != nil else {
                    throw .atLeastOneOfDisplayNameOrDescription
                }
                guard next.index(of: current) != nil else { throw .changeItemNotFound }
                Self.rename(current, in: &next, sku, description, displayName)
                if isNow { Self.rename(current, in: &now, sku, description, displayName) }
            }
            try CommerceCheck.unique(named, or: .multipleOperationsOnSingleSku)
            try CommerceCheck.unique(next.items.map(\.sku), or: .productAlreadyExists)
        }
        if let taxCode = request.taxCode { next.taxCode = try CommerceCheck.taxCode(taxCode) }
        if now != running {
            now.requestReferenceId = reference
            self.transactions[latest].condition.commerce = now
            self.touch(latest)
        }
        self.settleCommerce(of: subscription, next, reference)
        self.emit(.metadataUpdate, nil, subscription: subscription)
    }

    /// Performs Change Subscription Price, from the next renewal on.
    ///
    /// A decrease takes effect without notice; an increase is announced to the customer after a delay, and needs
    /// consent by the rules for all subscriptions.
    mutating func changeCommercePrice(of index: Int, _ reference: String, _ body: [UInt8]) throws(CommerceError) {
        let request = try CommerceCheck.read(AdvancedCommerceSubscriptionPriceChangeRequest.self, body)
        let (subscription, renewing) = try self.runningCommerce(of: index)
        let facts = self.subscriptions[subscription]
        let day = self.apps[facts.app].behavior.renewalRate.milliseconds(ofDays: 1)
        guard facts.renewal.phase == .active, facts.renewal.autoRenews, !facts.isCharged,
            facts.renewal.expiresAt - self.now >= day
        else { throw .subscriptionNotEligible }
        guard facts.renewal.priceIncrease == nil else { throw .priceChangeCannotBeIssuedWhenAlreadyCommunicated }
        if let currency = request.currency {
            guard try CommerceCheck.currency(currency) == renewing.currency else { throw .invalidCurrency }
        }
        let items = try CommerceCheck.list(request.items)
        var next = renewing
        var rises = false
        var dependents: [String] = []
        for item in items {
            let sku = try CommerceCheck.sku(item.sku)
            let price = try CommerceCheck.price(item.price, in: renewing.currency, or: .invalidRenewalPrice)
            guard let itemIndex = next.index(of: sku) else { throw .invalidSkuProvidedMustBeCurrentSkuSetToRenew }
            let depending = item.dependentSKUs ?? []
            for dependent in depending {
                guard next.index(of: try CommerceCheck.sku(dependent)) != nil else { throw .invalidSku }
            }
            dependents += depending
            next.items[itemIndex].increase = nil
            if price > next.items[itemIndex].price {
                rises = true
                next.items[itemIndex].increase = CommerceItem.Increase(
                    price: price,
                    dependentSKUs: depending,
                    scheduledAt: self.now,
                    status: .scheduled
                )
            } else {
                next.items[itemIndex].price = price
            }
        }
        try CommerceCheck.unique(items.compactMap(\.sku), or: .itemCannotBeSpecifiedMultipleTimes)
        try CommerceCheck.unique(dependents, or: .dependentSkusCannotBeShared)
        let hasChain = items.contains { item in
            !(item.dependentSKUs ?? []).isEmpty && dependents.contains { $0 == item.sku }
        }
        guard !hasChain else { throw .dependentSkusCannotBeChained }
        if rises, self.customers[facts.customer].storefront.code == "IND" {
            throw .priceIncreaseIsNotCurrentlySupportedInIndia
        }
        self.settleCommerce(of: subscription, next, reference)
        self.emit(.priceChange, nil, subscription: subscription)
        guard rises else { return }
        let instant = self.now + min(day, (facts.renewal.expiresAt - self.now) / 2)
        self.agenda.add(.commercePriceNotified(subscription: subscription), at: instant)
    }

    /// Announces the price of the next period to a customer, if it is still pending.
    mutating func notifyOfCommercePrice(of index: Int) {
        let subscription = self.subscriptions[index]
        guard var content = subscription.renewal.commerce, !subscription.renewal.isOver,
            content.items.contains(where: { $0.increase?.status == .scheduled })
        else { return }
        let due = content.items.reduce(Int64(0)) { $0 + ($1.offer?.price ?? $1.increase?.price ?? $1.price) }
        let scheduledAt = content.items.compactMap { $0.increase?.scheduledAt }.min() ?? self.now
        let needsConsent = PriceIncrease.needsConsent(
            from: WorldPrice(milliunits: content.due, currency: content.currency),
            to: WorldPrice(milliunits: due, currency: content.currency),
            period: content.length,
            storefront: self.customers[subscription.customer].storefront,
            scheduledAt: Timestamp(milliseconds: scheduledAt),
            increasesInLastYear: 0,
            limits: self.apps[subscription.app].behavior.priceLimits
        )
        content.settleIncreases(needsConsent ? .pending : .accepted)
        self.subscriptions[index].renewal.commerce = content
        self.subscriptions[index].renewal.priceIncrease = needsConsent ? .pending : .accepted
        self.emit(.priceIncrease, needsConsent ? .pending : .accepted, subscription: index)
    }

    private static func renamed(
        _ descriptors: AdvancedCommerceDescriptors?,
        _ description: String?,
        _ displayName: String?
    ) -> AdvancedCommerceDescriptors {
        AdvancedCommerceDescriptors.with {
            $0.description = description ?? descriptors?.description
            $0.displayName = displayName ?? descriptors?.displayName
        }
    }

    private static func rename(
        _ current: String,
        in content: inout CommerceContent,
        _ sku: String?,
        _ description: String?,
        _ displayName: String?
    ) {
        guard let itemIndex = content.index(of: current) else { return }
        if let sku { content.items[itemIndex].sku = sku }
        if let description { content.items[itemIndex].description = description }
        if let displayName { content.items[itemIndex].displayName = displayName }
    }
}
