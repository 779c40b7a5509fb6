import AppStore

extension WorldState {
    /// Sets the price of a product, and notifies the subscribers whose price rises.
    ///
    /// With `isPreserved`, current subscribers keep their price.
    mutating func changePrice(
        of index: ProductIndex,
        to price: WorldPrice,
        in storefront: WorldStorefront?,
        consent: String,
        isPreserved: Bool
    ) throws(WorldError) {
        guard price.milliunits >= 0 else { throw .invalidValue(field: "price", "\(price.milliunits)") }
        guard ["auto", "required", "notRequired"].contains(consent) else {
            throw .invalidValue(field: "consent", consent)
        }
        let old = self.product(index.product, of: index.app)
        var product = old
        if let storefront {
            product.prices[storefront.code] = price
        } else {
            product.price = price
        }
        let year = 365 * CivilDate.millisecondsPerDay
        let increases = (self.priceIncreases[index] ?? []).filter { self.now - $0 < year }
        var products = self.catalogs[index.app].products
        products[index.product] = product
        self.catalogs[index.app] = WorldCatalog(products)
        self.note(.appStore, "sells \(product.id) for \(price.milliunits) milliunits of \(price.currency)")
        var isIncrease = false
        for subscription in self.subscriptions.indices {
            let facts = self.subscriptions[subscription]
            guard facts.app == index.app, facts.source == nil, !facts.renewal.isOver,
                facts.renewal.nextProduct == index.product, facts.renewal.autoRenews, facts.renewal.bundle == nil,
                !product.billingPlans.contains(where: { $0.kind == self.nextPlan(of: facts) })
            else { continue }
            let seat = self.customers[facts.customer].storefront
            let paid = facts.announcedPrice ?? facts.preservedPrice ?? old.price(in: seat)
            let due = product.price(in: seat)
            guard paid != due, paid.currency == due.currency else { continue }
            if isPreserved {
                self.subscriptions[subscription].preservedPrice = paid
                continue
            }
            self.subscriptions[subscription].preservedPrice = nil
            guard due.milliunits > paid.milliunits else {
                self.forgetPriceIncrease(of: subscription)
                continue
            }
            isIncrease = true
            let needsConsent =
                switch consent {
                case "required": true
                case "notRequired": false
                default:
                    PriceIncrease.needsConsent(
                        from: paid,
                        to: due,
                        period: product.period ?? .month,
                        storefront: seat,
                        scheduledAt: Timestamp(milliseconds: self.now),
                        increasesInLastYear: increases.count,
                        limits: self.apps[index.app].behavior.priceLimits
                    )
                }
            self.subscriptions[subscription].announcedPrice = due
            self.subscriptions[subscription].renewal.priceIncrease = needsConsent ? .pending : .accepted
            self.emit(.priceIncrease, needsConsent ? .pending : .accepted, subscription: subscription)
        }
        if isIncrease {
            self.priceIncreases[index, default: []].append(self.now)
        }
    }

    /// Records a customer's consent to a price increase.
    mutating func consentToPrice(_ index: Int) throws(WorldError) {
        guard self.subscriptions[index].renewal.priceIncrease == .pending else { throw .noPriceIncrease }
        self.subscriptions[index].renewal.priceIncrease = .accepted
        self.subscriptions[index].renewal.commerce?.settleIncreases(.accepted)
        self.emit(.priceIncrease, .accepted, subscription: index, byCustomer: true)
    }

    /// Discards the announced price increase of a subscription.
    mutating func forgetPriceIncrease(of index: Int) {
        self.subscriptions[index].announcedPrice = nil
        self.subscriptions[index].renewal.priceIncrease = nil
        self.subscriptions[index].renewal.commerce?.forgetIncreases()
    }

    /// Returns the price of the whole term that follows a commitment, in milliunits.
    func nextTermPrice(of subscription: SubscriptionFacts) -> Int64 {
        let product = self.product(subscription.renewal.nextProduct, of: subscription.app)
        let storefront = self.customers[subscription.customer].storefront
        let plan = self.nextPlan(of: subscription)
        let terms = product.billingPlans.first { $0.kind == plan }
        return (terms?.commitmentPrice(in: storefront) ?? product.price(in: storefront)).milliunits
    }

    /// Returns the billing plan of a subscription's next term; another product has none unless the customer chose it.
    func nextPlan(of subscription: SubscriptionFacts) -> WorldBillingPlan.Kind? {
        let renewal = subscription.renewal
        return renewal.nextPlan ?? (renewal.nextProduct == renewal.product ? subscription.plan : nil)
    }

    /// Returns the price of the next period of a subscription, if there is one.
    func nextPrice(of subscription: SubscriptionFacts) -> WorldPrice? {
        let renewal = subscription.renewal
        guard renewal.autoRenews || subscription.isCommitted else { return nil }
        if let content = renewal.commerce?.charged {
            return WorldPrice(milliunits: content.due, currency: content.currency)
        }
        let storefront = self.customers[subscription.customer].storefront
        if let bundle = renewal.bundle {
            return self.price(ofPart: renewal.product, in: bundle, app: subscription.app, storefront)
        }
        if subscription.isCommitted {
            return self.price(
                of: self.product(of: subscription),
                offer: nil,
                plan: subscription.plan,
                in: storefront
            )
        }
        let product = self.product(renewal.nextProduct, of: subscription.app)
        let plan = self.nextPlan(of: subscription)
        let offer = subscription.queuedOffers.first
        let price = self.price(of: product, offer: offer, plan: plan, in: storefront)
        let kept = subscription.preservedPrice.flatMap { $0.currency == price.currency ? $0 : nil }
        return offer == nil ? kept ?? price : price
    }
}
