extension Sequence<Holding> {
    /// Returns the entitlements that the holder has at an instant: one for each entitlement that anything in the
    /// holding gives or gave, by ascending name.
    ///
    /// Of several sources for one entitlement the best counts.
    package func entitlements(
        at now: Instant,
        environment: StoreEnvironment,
        catalog: Catalog
    ) -> [Entitlement] {
        Entitlement.best(of: self.candidates(at: now, environment: environment, catalog: catalog))
    }

    /// Returns every source of an entitlement in the holding, as a candidate.
    func candidates(at now: Instant, environment: StoreEnvironment, catalog: Catalog) -> [Entitlement] {
        Holding.EntitlementDerivation(environment: environment, catalog: catalog, now: now).candidates(self)
    }
}

extension Holding {
    /// The derivation of entitlements from holdings, by a catalog, at an instant.
    fileprivate struct EntitlementDerivation {
        let environment: StoreEnvironment
        let catalog: Catalog
        let now: Instant

        /// Returns every source of an entitlement, as a candidate.
        func candidates(_ holdings: some Sequence<Holding>) -> [Entitlement] {
            var candidates: [Entitlement] = []
            var queued: [EntitlementName: [HeldPurchase]] = [:]
            for holding in holdings {
                if holding.subscription != nil || !holding.endedPeriods.isEmpty {
                    candidates += self.subscriptionEntitlements(holding)
                }
                for purchase in holding.purchases {
                    switch purchase.kind {
                    case .nonConsumable: candidates += self.permanentEntitlements(purchase)
                    case .nonRenewing:
                        for name in Set(self.unlocks(purchase.productID)) {
                            queued[name, default: []].append(purchase)
                        }
                    case .autoRenewable, .consumable: break
                    }
                }
            }
            for (name, purchases) in queued { candidates += self.queuedEntitlements(name, purchases) }
            return candidates
        }

        private func unlocks(_ product: ProductID) -> [EntitlementName] {
            self.catalog.products[product]?.unlocks ?? []
        }

        // MARK: Owned for good

        private func permanentEntitlements(_ purchase: HeldPurchase) -> [Entitlement] {
            self.unlocks(purchase.productID).map { name in
                Entitlement(
                    name: name,
                    isActive: !purchase.isRevoked,
                    since: purchase.revocation?.revokedAt ?? purchase.begunAt,
                    until: nil,
                    willRenew: .no,
                    state: purchase.isRevoked ? .revoked : .active,
                    reason: purchase.revocation?.reason ?? .paid,
                    environment: self.environment,
                    kind: .nonConsumable,
                    productID: purchase.productID,
                    transactionIDs: purchase.transactionIDs,
                    subscription: nil,
                    isPaid: purchase.isPaid && !purchase.isRevoked
                )
            }
        }

        // MARK: Non-renewing subscriptions

        private func queuedEntitlements(_ name: EntitlementName, _ purchases: [HeldPurchase]) -> [Entitlement] {
            let now = self.now
            let queue = NonRenewingQueue(purchases, catalog: self.catalog)
            var entitlements: [Entitlement] = []
            let stretch = queue.stretch(containing: now)
            if let first = stretch.first, let last = stretch.last {
                let running = stretch.first { $0.contains(now) }
                entitlements.append(
                    self.entitlement(
                        name,
                        from: running?.purchase ?? first.purchase,
                        state: .active,
                        reason: .paid,
                        since: first.beginsAt,
                        until: last.endsAt
                    )
                )
            }
            if let next = queue.slots.first(where: { $0.beginsAt > now }) {
                entitlements.append(
                    self.entitlement(name, from: next.purchase, state: .queued, reason: .paid, since: nil)
                )
            }
            if let ended = queue.slots.last(where: { slot in slot.endsAt.map { $0 <= now } ?? false }) {
                entitlements.append(
                    self.entitlement(name, from: ended.purchase, state: .expired, reason: .ended, since: ended.endsAt)
                )
            }
            for purchase in purchases {
                guard let revocation = purchase.revocation else { continue }
                entitlements.append(
                    self.entitlement(
                        name,
                        from: purchase,
                        state: .revoked,
                        reason: revocation.reason,
                        since: revocation.revokedAt
                    )
                )
            }
            return entitlements
        }

        private func entitlement(
            _ name: EntitlementName,
            from purchase: HeldPurchase,
            state: Entitlement.State,
            reason: SubscriptionState.Reason,
            since: Instant?,
            until: Instant? = nil
        ) -> Entitlement {
            Entitlement(
                name: name,
                isActive: state == .active,
                since: since,
                until: until,
                willRenew: .no,
                state: state,
                reason: reason,
                environment: self.environment,
                kind: purchase.kind,
                productID: purchase.productID,
                transactionIDs: purchase.transactionIDs,
                subscription: nil,
                isPaid: state == .active && purchase.isPaid
            )
        }

        // MARK: Subscriptions

        private func subscriptionEntitlements(_ holding: Holding) -> [Entitlement] {
            var entitlements: [Entitlement] = []
            if let subscription = holding.subscription, let product = subscription.answer.productID {
                for name in self.unlocks(product) where !entitlements.contains(where: { $0.name == name }) {
                    entitlements.append(self.entitlement(name, from: subscription))
                }
            }
            for period in holding.endedPeriods {
                for name in self.unlocks(period.productID) where !entitlements.contains(where: { $0.name == name }) {
                    entitlements.append(self.entitlement(name, from: period))
                }
            }
            return entitlements
        }

        private func entitlement(_ name: EntitlementName, from period: EndedPeriod) -> Entitlement {
            Entitlement(
                name: name,
                isActive: false,
                since: period.endedAt,
                until: nil,
                willRenew: .no,
                state: period.revokedFor == nil ? .expired : .revoked,
                reason: period.revokedFor ?? .replaced,
                environment: self.environment,
                kind: .autoRenewable,
                productID: period.productID,
                transactionIDs: period.transactionIDs,
                subscription: nil,
                isPaid: false
            )
        }

        private func entitlement(_ name: EntitlementName, from subscription: HeldSubscription) -> Entitlement {
            let unlocksEntitlement = { (product: ProductID) in self.catalog.products[product]?.unlocks.contains(name) }
            var since = subscription.since
            var until = subscription.until
            var willRenew = subscription.willRenew
            if let accessPeriod = subscription.accessPeriod {
                let run = accessPeriod.run.prefix { unlocksEntitlement($0.productID) == true }
                since = run.last?.begunAt ?? accessPeriod.endsAt
                let gives = { (period: HeldSubscription.FollowingPeriod) in
                    period.isOwn && unlocksEntitlement(period.productID) == true
                }
                if let other = accessPeriod.following.first(where: { !gives($0) }) {
                    // The period that is already bought does not give this entitlement, whatever the subscription does.
                    let endsAt = accessPeriod.following.prefix(while: gives).last?.endsAt ?? accessPeriod.endsAt
                    until = min(endsAt, other.begunAt)
                    willRenew = .no
                }
            }
            let answer = subscription.answer
            // A pending change of plan may end the entitlement although the subscription renews.
            if let next = answer.nextProductID, unlocksEntitlement(next) == false { willRenew = .no }
            return Entitlement(
                name: name,
                isActive: subscription.hasAccess,
                since: since,
                until: until,
                willRenew: willRenew,
                state: Entitlement.State(answer.phase),
                reason: subscription.reason,
                environment: self.environment,
                kind: .autoRenewable,
                productID: answer.productID,
                transactionIDs: subscription.transactionIDs,
                subscription: answer,
                isPaid: answer.phase == .active && subscription.isPaid
            )
        }
    }
}

extension Entitlement.State {
    /// Creates the state of the entitlements that a subscription in this phase gives.
    fileprivate init(_ phase: SubscriptionPhase) {
        switch phase {
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
