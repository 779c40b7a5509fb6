import AppStore

/// A modification of a subscription's content, which is validated completely before it takes effect.
struct CommerceModification {
    /// The content of the current period after the change, with the charge for each item.
    var running: CommerceContent
    /// The content of the next period.
    private(set) var renewing: CommerceContent
    /// Whether something changes before the next period.
    private(set) var isImmediate = false
    /// Whether the current period keeps its end.
    let retainsBillingCycle: Bool
    private let shareLeft: Int64

    /// Creates the modification that a request asks for.
    ///
    /// `shareLeft` is the remaining share of the current period, in thousandths of a percent.
    init(
        _ request: AdvancedCommerceSubscriptionModifyInAppRequest,
        running: CommerceContent,
        renewing: CommerceContent,
        shareLeft: Int64
    ) throws(CommerceError) {
        guard let retains = request.retainBillingCycle else { throw .nullRetainBillingCycle }
        self.running = running
        self.renewing = renewing
        self.retainsBillingCycle = retains
        self.shareLeft = shareLeft
        self.renewing.forgetIncreases()
        // The current items are paid for; only changes are charged now, or everything when a new period begins.
        for index in self.running.items.indices { self.running.items[index].charged = retains ? 0 : nil }
        self.running.items.removeAll { $0.revokedAt != nil }
        try Self.requireOperations(request, renewing)
        try self.change(request)
        try self.add(request.addItems ?? [])
        try self.remove(request.removeItems ?? [])
        try self.changePeriod(request)
        try self.rename(request)
        if let taxCode = request.taxCode {
            self.renewing.taxCode = try CommerceCheck.taxCode(taxCode)
            if self.isImmediate { self.running.taxCode = self.renewing.taxCode }
        }
        guard self.isImmediate || retains else { throw .billingCycleResetWithEffectiveLater }
        try CommerceCheck.unique(self.renewing.items.map(\.sku), or: .productAlreadyExists)
        if let period = self.running.period, self.isImmediate, !retains {
            try CommerceCheck.alignment(self.running.items, period)
        }
    }

    private static func requireOperations(
        _ request: AdvancedCommerceSubscriptionModifyInAppRequest,
        _ renewing: CommerceContent
    ) throws(CommerceError) {
        if request.addItems?.isEmpty == true || request.changeItems?.isEmpty == true { throw .emptyAddChangeItems }
        let hasPriced = request.addItems != nil || request.changeItems != nil
        guard hasPriced || request.removeItems != nil || request.periodChange != nil else {
            throw .oneItemNeededInModify
        }
        guard hasPriced || request.removeItems == nil else { throw .removeItemsWithoutAddOrChangeItems }
        if hasPriced || request.currency != nil {
            guard try CommerceCheck.currency(request.currency) == renewing.currency else { throw .invalidCurrency }
        }
        var touched: [String] = []
        for item in request.changeItems ?? [] { touched.append(try CommerceCheck.currentSKU(item.currentSKU)) }
        for item in request.addItems ?? [] { touched.append(try CommerceCheck.sku(item.sku)) }
        for item in request.removeItems ?? [] { touched.append(try CommerceCheck.sku(item.sku)) }
        try CommerceCheck.unique(touched, or: .multipleOperationsOnSingleSku)
    }

    private mutating func change(_ request: AdvancedCommerceSubscriptionModifyInAppRequest) throws(CommerceError) {
        for change in request.changeItems ?? [] {
            let current = try CommerceCheck.currentSKU(change.currentSKU)
            let sku = try CommerceCheck.sku(change.sku, or: .nullNewSku)
            let isNow = try CommerceCheck.effective(change.effective) == .immediately
            guard let reason = change.reason else { throw .nullReason }
            guard reason.isKnown else { throw .invalidChangeReason }
            let item = try self.item(
                sku,
                change.description,
                change.displayName,
                price: change.price,
                prorated: change.proratedPrice,
                offer: change.offer
            )
            guard isNow || change.proratedPrice == nil else {
                throw .invalidProratedPriceForChangeItemWithEffectiveLater
            }
            guard let next = self.renewing.index(of: current) else { throw .changeItemNotFound }
            if sku == current, item.price != self.renewing.items[next].price, reason != .applyOffer,
                request.periodChange == nil
            {
                throw .priceChangeNotSupportedThroughModifyItems
            }
            if isNow {
                guard let index = self.running.index(of: current) else { throw .changeItemNotFound }
                guard self.running.items[index].offer == nil || reason == .applyOffer else {
                    throw .offerPreventsItemMidCycleChange
                }
                self.running.items[index] = item
                self.isImmediate = true
            }
            self.renewing.items[next] = isNow ? item.renewed : item
            self.renewing.items[next].charged = nil
        }
    }

    private mutating func add(
        _ items: [AdvancedCommerceSubscriptionModifyInAppRequest.AddItem]
    ) throws(CommerceError) {
        for added in items {
            let sku = try CommerceCheck.sku(added.sku)
            guard self.renewing.index(of: sku) == nil, self.running.index(of: sku) == nil else {
                throw .productAlreadyExists
            }
            let item = try self.item(
                sku,
                added.description,
                added.displayName,
                price: added.price,
                prorated: added.proratedPrice,
                offer: added.offer
            )
            self.running.items.append(item)
            self.renewing.items.append(item.renewed)
            self.isImmediate = true
        }
    }

    private mutating func remove(
        _ items: [AdvancedCommerceSubscriptionModifyInAppRequest.RemoveItem]
    ) throws(CommerceError) {
        for item in items {
            guard let index = self.renewing.index(of: try CommerceCheck.sku(item.sku)) else {
                throw .removeItemNotFound
            }
            self.renewing.items.remove(at: index)
        }
        guard !self.renewing.items.isEmpty else { throw .removeAllItemsNotAllowed }
    }

    private mutating func changePeriod(
        _ request: AdvancedCommerceSubscriptionModifyInAppRequest
    ) throws(CommerceError) {
        guard let change = request.periodChange else { return }
        let period = try CommerceCheck.period(change.period)
        let isNow = try CommerceCheck.effective(change.effective) == .immediately
        guard !isNow || !self.retainsBillingCycle else { throw .periodResetWithRetainBillingCycle }
        let changes = request.changeItems ?? []
        // Prices apply to a period, so another length requires new prices for all items.
        let priced = Set(changes.compactMap(\.sku) + (request.addItems ?? []).compactMap(\.sku))
        guard self.renewing.items.allSatisfy({ priced.contains($0.sku) }) else {
            throw .missingUpdatedItemsWithPeriodChange
        }
        guard changes.allSatisfy({ $0.effective == change.effective }) else { throw .periodChangeEffectiveConflict }
        self.renewing.period = period
        if isNow {
            self.running.period = period
            self.isImmediate = true
        }
    }

    private mutating func rename(_ request: AdvancedCommerceSubscriptionModifyInAppRequest) throws(CommerceError) {
        guard let descriptors = request.descriptors else { return }
        let isNow = try CommerceCheck.effective(descriptors.effective) == .immediately
        var renamed = self.renewing.descriptors ?? AdvancedCommerceDescriptors()
        if let text = try CommerceCheck.description(ifAny: descriptors.description) { renamed.description = text }
        if let text = try CommerceCheck.displayName(ifAny: descriptors.displayName) { renamed.displayName = text }
        guard descriptors.description != nil || descriptors.displayName != nil else {
            throw .atLeastOneOfDisplayNameOrDescription
        }
        self.renewing.descriptors = renamed
        if isNow, self.isImmediate { self.running.descriptors = renamed }
    }

    /// Returns an item with its charge for now.
    private func item(
        _ sku: String,
        _ description: String?,
        _ displayName: String?,
        price: Int64?,
        prorated: Int64?,
        offer: AdvancedCommerceOffer?
    ) throws(CommerceError) -> CommerceItem {
        let currency = self.renewing.currency
        let price = try CommerceCheck.price(price, in: currency)
        let offer = try CommerceCheck.offer(offer, price: price, currency: currency)
        if let offer, let period = self.renewing.period, offer.period?.rawValue != period.rawValue {
            throw .misalignedBillingCycle
        }
        if let prorated {
            guard prorated >= 0 else { throw .negativeProratedPrice }
            guard prorated <= price else { throw .invalidProratedPrice }
        }
        var item = CommerceItem(
            sku: sku,
            description: try CommerceCheck.description(description),
            displayName: try CommerceCheck.displayName(displayName),
            price: price,
            offer: offer,
            offerPeriodsLeft: offer?.periodCount ?? 0
        )
        if self.retainsBillingCycle {
            item.charged =
                prorated ?? (item.due / 100_000 * self.shareLeft + item.due % 100_000 * self.shareLeft / 100_000)
        }
        return item
    }
}
