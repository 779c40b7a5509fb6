extension OwnedChain {
    /// Returns a customer's holding in this chain at an instant.
    package func holding(
        of customer: CustomerID,
        at now: Instant,
        environment: StoreEnvironment,
        gracePolicy: GracePolicy
    ) -> Holding {
        let purchases = self.chain.purchases
        let derivation = Derivation(
            chain: self.chain,
            purchases: purchases,
            environment: environment,
            gracePolicy: gracePolicy
        )
        return self.holding(of: customer, purchases: purchases, derivation: derivation, at: now)
    }

    /// Returns a customer's holding in this chain at an instant, with the time for which it is valid.
    package func timedHolding(
        of customer: CustomerID,
        at now: Instant,
        environment: StoreEnvironment,
        gracePolicy: GracePolicy
    ) -> TimedHolding {
        let purchases = self.chain.purchases
        let derivation = Derivation(
            chain: self.chain,
            purchases: purchases,
            environment: environment,
            gracePolicy: gracePolicy
        )
        return self.timedHolding(of: customer, purchases: purchases, derivation: derivation, at: now)
    }

    /// Returns a customer's holding in this chain, with the time for which it is valid, from purchases and a derivation
    /// that the caller has made.
    func timedHolding(
        of customer: CustomerID,
        purchases: [Purchase],
        derivation: Derivation,
        at now: Instant
    ) -> TimedHolding {
        let holding = self.holding(of: customer, purchases: purchases, derivation: derivation, at: now)
        guard self.chain.isSubscription else {
            return TimedHolding(
                holding,
                from: Instant(milliseconds: .min),
                until: nil,
                dependsOnPolicy: false
            )
        }
        let points = derivation.turningPoints
        let from = points.filter { $0 <= now }.max() ?? Instant(milliseconds: .min)
        var until = points.filter { $0 > now }.sorted().first { instant in
            self.holding(of: customer, purchases: purchases, derivation: derivation, at: instant) != holding
        }
        // While a period runs the policy does not matter; afterwards it may, so the holding is not valid beyond the
        // period's end.
        var dependsOnPolicy = true
        if let latest = derivation.latest(at: now), derivation.verdict(on: latest, at: now).row == .running {
            dependsOnPolicy = false
            until = min(until ?? latest.endsAt, latest.endsAt)
        }
        return TimedHolding(holding, from: from, until: until, dependsOnPolicy: dependsOnPolicy)
    }

    /// Returns whether a purchase of this chain gives its entitlements to a customer: they own it, or it is shared with
    /// them.
    func owns(_ customer: CustomerID, _ purchase: Purchase) -> Bool {
        self.claims[purchase.transactionIDs[0]]?.serves(customer) ?? false
    }

    /// Returns whether a customer has a purchase as a member of a multiseat subscription, so that another one paid.
    package func isSeat(_ customer: CustomerID, _ purchase: Purchase) -> Bool {
        purchase.snapshot.seats != nil && self.claims[purchase.transactionIDs[0]]?.owner != customer
    }

    /// Returns a customer's holding in this chain, from purchases and a derivation that the caller has made.
    func holding(
        of customer: CustomerID,
        purchases: [Purchase],
        derivation: Derivation,
        at now: Instant
    ) -> Holding {
        let once = purchases.filter { purchase in
            let kind = purchase.snapshot.kind
            return kind == .nonConsumable || kind == .nonRenewing
        }
        let held = once.filter { self.owns(customer, $0) }.map(HeldPurchase.init)
        guard self.chain.isSubscription else { return Holding(purchases: held) }
        let subscription = self.subscription(of: customer, derivation, at: now)
        var answered: Set<ProductID> = []
        if let product = subscription?.answer.productID { answered.insert(product) }
        var ended: [EndedPeriod] = []
        for period in derivation.periods.reversed() where self.owns(customer, period) {
            let product = period.snapshot.productID
            guard !answered.contains(product), let endedAt = derivation.endedAt(period, by: now) else { continue }
            answered.insert(product)
            ended.append(
                EndedPeriod(
                    productID: product,
                    endedAt: endedAt,
                    revokedFor: period.isRevoked ? .revoked(period.snapshot) : nil,
                    transactionIDs: period.transactionIDs
                )
            )
        }
        return Holding(subscription: subscription, endedPeriods: ended, purchases: held)
    }

    /// Returns the chain's subscription, if it answers for the customer.
    private func subscription(
        of customer: CustomerID,
        _ derivation: Derivation,
        at now: Instant
    ) -> HeldSubscription? {
        let state = derivation.stateWithoutNextChange(at: now)
        guard let owning = state.owningTransactionID, self.claims[owning]?.serves(customer) == true else { return nil }
        let latest = derivation.latest(at: now)
        var accessPeriod: HeldSubscription.AccessPeriod?
        if state.hasAccess, let latest, state.row != .anotherPeriod {
            var run: [HeldSubscription.ProductRun] = []
            for period in derivation.run(to: latest).prefix(while: { self.owns(customer, $0) }) {
                let product = period.snapshot.productID
                if run.last?.productID == product { run.removeLast() }
                run.append(HeldSubscription.ProductRun(productID: product, begunAt: period.begunAt))
            }
            let following = state.row == .running ? derivation.following(latest, at: now).periods : []
            accessPeriod = HeldSubscription.AccessPeriod(
                endsAt: latest.endsAt,
                run: run,
                following: following.map { period in
                    HeldSubscription.FollowingPeriod(
                        productID: period.snapshot.productID,
                        isOwn: self.owns(customer, period),
                        begunAt: period.begunAt,
                        endsAt: period.endsAt
                    )
                }
            )
        }
        return HeldSubscription(
            hasAccess: state.hasAccess,
            since: state.since,
            until: state.until,
            reason: state.reason,
            willRenew: state.willRenew,
            transactionIDs: state.transactionIDs,
            isPaid: latest.map { $0.isPaid && !self.isSeat(customer, $0) } ?? true,
            accessPeriod: accessPeriod,
            answer: SubscriptionDetails(state)
        )
    }
}
