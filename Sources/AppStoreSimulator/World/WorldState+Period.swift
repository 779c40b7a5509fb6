import AppStore

extension WorldState {
    /// Adds the transaction of a subscription's period, with the price and the length of product, offer and plan.
    ///
    /// `anchor` counts the period from an earlier instant, so that the day of the month survives shorter months. The
    /// content of a generic product defines price and length itself; `endsAt` ends a period with the one that it
    /// replaces, or to which it adds seats.
    mutating func addPeriod(
        _ index: ProductIndex,
        of subscription: Int,
        customer: Int,
        start: Int64,
        anchor: (at: Int64, count: Int)? = nil,
        offer: TransactionFacts.Offer?,
        plan: WorldBillingPlan.Kind?,
        commitment: TransactionFacts.Commitment? = nil,
        token: String?,
        isRenewal: Bool,
        keptPrice: WorldPrice? = nil,
        commerce: CommerceContent? = nil,
        endsAt: Int64? = nil,
        seats: SeatOrder? = nil,
        bundle: TransactionFacts.Bundle? = nil
    ) -> Int {
        // The first transaction of a subscription is created before the subscription.
        let chain = subscription < self.subscriptions.count ? self.subscriptions[subscription] : nil
        let product = self.product(index.product, of: index.app)
        let storefront = self.customers[customer].storefront
        let rate = self.apps[index.app].behavior.renewalRate
        let (period, count) =
            commerce.map { ($0.length, count: 1) } ?? Self.length(of: product, offer: offer, plan: plan)
        let expiresAt =
            endsAt ?? anchor.map { rate.end(of: period, after: $0.count * count, from: $0.at) }
            ?? rate.end(of: period, after: count, from: start)
        let number = self.mint.transactionNumber()
        let price =
            commerce.map { WorldPrice(milliunits: $0.paid, currency: $0.currency) }
            ?? bundle.map { self.price(ofPart: index.product, in: $0, app: index.app, storefront) }
            ?? self.price(of: product, offer: offer, plan: plan, in: storefront)
        // A preserved price in another currency than the charged one is ignored.
        let kept = offer == nil && bundle == nil && keptPrice?.currency == price.currency ? keptPrice : nil
        // A bundle that replaces the customer's own subscription starts a new chain.
        let isSwitch = bundle?.previousOriginalNumber != nil && !isRenewal
        let seatFacts = seats.map { self.seats($0, of: product, at: kept ?? price, offer: offer, in: storefront) }
        let total = seatFacts.map { WorldPrice(milliunits: SeatFacts.total($0.tiers), currency: price.currency) }
        var facts = TransactionFacts(
            number: number,
            originalNumber: isSwitch ? number : chain?.originalNumber ?? number,
            webOrderNumber: self.mint.webOrderNumber(),
            customer: customer,
            app: index.app,
            product: index.product,
            subscription: subscription,
            quantity: seats?.count ?? 1,
            ownership: .purchased,
            isRenewal: isRenewal,
            purchasedAt: start,
            originallyPurchasedAt: chain?.originallyPurchasedAt ?? start,
            storefront: storefront,
            price: total ?? kept ?? price,
            offer: offer,
            source: nil,
            condition: TransactionFacts.Condition(
                expiresAt: expiresAt,
                appAccountToken: token,
                commitment: commitment
                    ?? self.firstCommitment(
                        to: product,
                        plan: plan,
                        in: storefront,
                        start: start,
                        rate: rate
                    ),
                commerce: commerce,
                seats: seatFacts,
                bundle: bundle
            )
        )
        facts.isPricePreserved = kept.map { $0 != price } ?? false
        return self.add(facts)
    }

    /// Makes a transaction the latest period of a subscription and schedules its end.
    mutating func begin(
        _ transaction: Int,
        of index: Int,
        anchoredAt: Int64?,
        plan: WorldBillingPlan.Kind?
    ) {
        let facts = self.transactions[transaction]
        self.subscriptions[index].renewal.product = facts.product
        self.subscriptions[index].renewal.nextProduct = facts.product
        self.subscriptions[index].renewal.nextPlan = nil
        self.subscriptions[index].renewal.expiresAt = facts.condition.expiresAt ?? facts.purchasedAt
        self.subscriptions[index].renewal.phase = .active
        self.subscriptions[index].renewal.expirationIntent = nil
        self.subscriptions[index].renewal.graceEndsAt = nil
        self.subscriptions[index].renewal.commitment = facts.condition.commitment
        self.subscriptions[index].renewal.bundle = facts.condition.bundle
        self.adoptSeats(of: transaction, for: index)
        self.subscriptions[index].plan = plan
        self.subscriptions[index].storefront = facts.storefront
        self.subscriptions[index].latest = transaction
        self.subscriptions[index].isCharged = false
        self.subscriptions[index].delayMilliseconds = 0
        self.forgetPriceIncrease(of: index)
        if let anchoredAt {
            self.subscriptions[index].anchoredAt = anchoredAt
            self.subscriptions[index].periods = 1
        } else {
            self.subscriptions[index].periods += 1
        }
        self.scheduleEndOfPeriod(of: index)
    }

    /// Moves the end of a running commitment, as its current month ends later or earlier.
    mutating func moveCommitment(of index: Int, by milliseconds: Int64) {
        self.subscriptions[index].renewal.commitment?.endsAt += milliseconds
        self.transactions[self.subscriptions[index].latest].condition.commitment?.endsAt += milliseconds
    }

    /// Schedules the end of the current period, or the charge before it.
    mutating func scheduleEndOfPeriod(of index: Int) {
        let subscription = self.subscriptions[index]
        let renews = subscription.renewal.autoRenews || subscription.isCommitted
        let lead =
            renews && subscription.delayMilliseconds == 0
            ? self.apps[subscription.app].behavior.earlyChargeMilliseconds : 0
        // A period that is shorter than the lead time is charged at its beginning.
        let begin = self.transactions[subscription.latest].purchasedAt
        let end = subscription.renewal.expiresAt + subscription.delayMilliseconds
        let instant = max(end - lead, begin, self.now)
        if lead > 0, instant < end {
            self.schedule(.renewalIsCharged(subscription: index), at: instant, for: index)
        } else {
            self.schedule(.periodEnds(subscription: index), at: max(end, self.now), for: index)
        }
    }

    /// Returns the price of a period of a product.
    func price(
        of product: WorldProduct,
        offer: TransactionFacts.Offer?,
        plan: WorldBillingPlan.Kind?,
        in storefront: WorldStorefront
    ) -> WorldPrice {
        if let offer { return product.offers[offer.index].price(in: storefront) }
        if let plan, let terms = product.billingPlans.first(where: { $0.kind == plan }) {
            return terms.price(in: storefront)
        }
        return product.price(in: storefront)
    }

    /// Returns the length of a number of periods of a product.
    static func length(
        of product: WorldProduct,
        offer: TransactionFacts.Offer?,
        plan: WorldBillingPlan.Kind?
    ) -> (SubscriptionPeriod, count: Int) {
        let period = product.period ?? .month
        if let offer {
            let terms = product.offers[offer.index]
            return (terms.period ?? period, count: terms.mode == .payAsYouGo ? 1 : terms.periodCount)
        }
        return (plan == .monthly ? .month : period, count: 1)
    }

    /// Returns the first period of a commitment, where the plan has one.
    private func firstCommitment(
        to product: WorldProduct,
        plan: WorldBillingPlan.Kind?,
        in storefront: WorldStorefront,
        start: Int64,
        rate: RenewalRate
    ) -> TransactionFacts.Commitment? {
        guard plan == .monthly, let period = product.period,
            let terms = product.billingPlans.first(where: { $0.kind == .monthly })
        else { return nil }
        return TransactionFacts.Commitment(
            number: 1,
            total: max(period.months, 1),
            endsAt: rate.end(of: period, after: 1, from: start),
            price: terms.commitmentPrice(in: storefront).milliunits
        )
    }
}
