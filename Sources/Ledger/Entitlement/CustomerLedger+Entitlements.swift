extension CustomerLedger {
    /// What the customer may use at an instant: one answer for each right that anything of his gives or gave, by
    /// ascending name.
    ///
    /// The best of all that speaks for a right answers. A subscription's answer is that of the owner of its latest
    /// period; earlier owners see only their own, ended periods.
    package func entitlements(at now: Instant, catalogue: Catalogue) -> [Entitlement] {
        var candidates: [RightName: [Entitlement]] = [:]
        for owned in self.chains where owned.chain.isSubscription {
            for entitlement in self.entitlements(from: owned, at: now, catalogue: catalogue) {
                candidates[entitlement.right, default: []].append(entitlement)
            }
        }
        let own = self.chains.flatMap(self.ownPurchases)
        for entitlement in self.entitlementsOwnedForGood(own, catalogue: catalogue)
            + self.entitlementsFromQueues(of: own, at: now, catalogue: catalogue)
        {
            candidates[entitlement.right, default: []].append(entitlement)
        }
        return candidates.sorted { $0.key < $1.key }.compactMap { _, candidates in
            let paying = candidates.filter(\.isPaid)
            // Two things owned for good are no mistake; a subscription that runs beside something else is money lost.
            let paidTwice = paying.count > 1 && paying.contains { $0.kind == .autoRenewable }
            return candidates.min { $0.isBetter(than: $1) }?.paidTwice(paidTwice)
        }
    }

    /// The purchases of a chain that belong to the customer.
    func ownPurchases(in owned: OwnedChain) -> [Purchase] {
        owned.chain.purchases.filter { self.owns($0, in: owned) }
    }

    private func owns(_ purchase: Purchase, in owned: OwnedChain) -> Bool {
        owned.claims[purchase.transactionIDs[0]]?.serves(self.customer) ?? false
    }

    // MARK: Owned for good

    private func entitlementsOwnedForGood(_ own: [Purchase], catalogue: Catalogue) -> [Entitlement] {
        own.filter { $0.snapshot.kind == .nonConsumable }.flatMap { purchase in
            let unlocks = catalogue.products[purchase.snapshot.productID]?.unlocks ?? []
            return unlocks.map { right in
                Entitlement(
                    right: right,
                    isActive: !purchase.isRevoked,
                    since: purchase.snapshot.revocation?.revokedAt ?? purchase.begunAt,
                    until: nil,
                    willRenew: .no,
                    state: purchase.isRevoked ? .revoked : .active,
                    reason: purchase.isRevoked ? .revoked(purchase.snapshot) : .paid,
                    environment: self.environment,
                    kind: .nonConsumable,
                    productID: purchase.snapshot.productID,
                    transactionIDs: purchase.transactionIDs,
                    subscription: nil,
                    isPaid: purchase.isPaid && !purchase.isRevoked
                )
            }
        }
    }

    // MARK: Non-renewing subscriptions

    private func entitlementsFromQueues(
        of own: [Purchase],
        at now: Instant,
        catalogue: Catalogue
    ) -> [Entitlement] {
        self.nonRenewingPurchases(among: own, catalogue: catalogue).flatMap { right, purchases in
            let queue = NonRenewingQueue(purchases, catalogue: catalogue)
            var entitlements: [Entitlement] = []
            let stretch = queue.stretch(containing: now)
            if let first = stretch.first, let last = stretch.last {
                let running = stretch.first { $0.contains(now) }
                let entitlement = self.entitlement(
                    right,
                    from: running?.purchase ?? first.purchase,
                    state: .active,
                    reason: .paid,
                    since: first.beginsAt,
                    until: last.endsAt
                )
                entitlements.append(entitlement)
            }
            if let next = queue.slots.first(where: { $0.beginsAt > now }) {
                entitlements.append(
                    self.entitlement(right, from: next.purchase, state: .queued, reason: .paid, since: nil)
                )
            }
            if let ended = queue.slots.last(where: { slot in slot.endsAt.map { $0 <= now } ?? false }) {
                entitlements.append(
                    self.entitlement(right, from: ended.purchase, state: .expired, reason: .ended, since: ended.endsAt)
                )
            }
            entitlements += purchases.filter(\.isRevoked).map { purchase in
                self.entitlement(
                    right,
                    from: purchase,
                    state: .revoked,
                    reason: .revoked(purchase.snapshot),
                    since: purchase.snapshot.revocation?.revokedAt
                )
            }
            return entitlements
        }
    }

    /// The non-renewing purchases among the customer's own, by the right they give.
    func nonRenewingPurchases(among own: [Purchase], catalogue: Catalogue) -> [RightName: [Purchase]] {
        var purchases: [RightName: [Purchase]] = [:]
        for purchase in own where purchase.snapshot.kind == .nonRenewing {
            for right in Set(catalogue.products[purchase.snapshot.productID]?.unlocks ?? []) {
                purchases[right, default: []].append(purchase)
            }
        }
        return purchases
    }

    private func entitlement(
        _ right: RightName,
        from purchase: Purchase,
        state: Entitlement.State,
        reason: SubscriptionState.Reason,
        since: Instant?,
        until: Instant? = nil
    ) -> Entitlement {
        Entitlement(
            right: right,
            isActive: state == .active,
            since: since,
            until: until,
            willRenew: .no,
            state: state,
            reason: reason,
            environment: self.environment,
            kind: purchase.snapshot.kind,
            productID: purchase.snapshot.productID,
            transactionIDs: purchase.transactionIDs,
            subscription: nil,
            isPaid: state == .active && purchase.isPaid
        )
    }

    // MARK: Subscriptions

    private func entitlements(from owned: OwnedChain, at now: Instant, catalogue: Catalogue) -> [Entitlement] {
        let derivation = Derivation(chain: owned.chain, environment: self.environment, access: catalogue.access)
        let state = derivation.state(at: now)
        var entitlements: [Entitlement] = []
        if let owning = state.owningTransactionID, owned.claims[owning]?.serves(self.customer) == true {
            let unlocks = state.productID.flatMap { catalogue.products[$0]?.unlocks } ?? []
            entitlements = Set(unlocks).map { right in
                self.entitlement(right, from: state, of: owned, derivation, at: now, catalogue: catalogue)
            }
        }
        var answered = Set(entitlements.map(\.right))
        for period in derivation.periods.reversed() where self.owns(period, in: owned) {
            guard let endedAt = derivation.endedAt(period, by: now) else { continue }
            let unlocks = Set(catalogue.products[period.snapshot.productID]?.unlocks ?? [])
            for right in unlocks.subtracting(answered) {
                answered.insert(right)
                let entitlement = self.entitlement(
                    right,
                    from: period,
                    state: period.isRevoked ? .revoked : .expired,
                    reason: period.isRevoked ? .revoked(period.snapshot) : .replaced,
                    since: endedAt
                )
                entitlements.append(entitlement)
            }
        }
        return entitlements
    }

    private func entitlement(
        _ right: RightName,
        from state: SubscriptionState,
        of owned: OwnedChain,
        _ derivation: Derivation,
        at now: Instant,
        catalogue: Catalogue
    ) -> Entitlement {
        let unlocksRight = { (product: ProductID) in catalogue.products[product]?.unlocks.contains(right) }
        let gives = { (purchase: Purchase) in
            unlocksRight(purchase.snapshot.productID) == true && self.owns(purchase, in: owned)
        }
        let latest = derivation.latest(at: now)
        var since = state.since
        var until = state.until
        var willRenew = state.willRenew
        if state.hasAccess, let latest, state.row != .anotherPeriod {
            since = derivation.run(to: latest).prefix(while: gives).last?.begunAt ?? latest.endsAt
            let following = state.row == .running ? derivation.following(latest, at: now).periods : []
            if let other = following.first(where: { !gives($0) }) {
                // What is already bought gives this right no longer, whatever the subscription does.
                let last = following.prefix(while: gives).last ?? latest
                until = min(last.endsAt, other.begunAt)
                willRenew = .no
            }
        }
        // A change of plan that is due may end the right although the subscription renews.
        if let next = state.nextProductID, unlocksRight(next) == false { willRenew = .no }
        return Entitlement(
            right: right,
            isActive: state.hasAccess,
            since: since,
            until: until,
            willRenew: willRenew,
            state: Entitlement.State(state.standing),
            reason: state.reason,
            environment: self.environment,
            kind: .autoRenewable,
            productID: state.productID,
            transactionIDs: state.transactionIDs,
            subscription: state,
            isPaid: state.standing == .active && latest?.isPaid != false
        )
    }
}

extension Entitlement.State {
    /// What a subscription's standing makes of its rights.
    fileprivate init(_ standing: Standing) {
        switch standing {
        case .unknown: self = .unknown
        case .active: self = .active
        case .grace: self = .grace
        case .retry: self = .retry
        case .overdue: self = .overdue
        case .expired: self = .expired
        case .revoked: self = .revoked
        }
    }
}
