extension Sequence<Holding> {
    /// What somebody may use at an instant who holds this: one answer for each right that anything of it gives or gave,
    /// by ascending name.
    ///
    /// The best of all that speaks for a right answers.
    package func entitlements(
        at now: Instant,
        environment: StoreEnvironment,
        catalogue: Catalogue
    ) -> [Entitlement] {
        Entitlement.best(of: self.candidates(at: now, environment: environment, catalogue: catalogue))
    }

    /// Everything in it that speaks for a right.
    func candidates(at now: Instant, environment: StoreEnvironment, catalogue: Catalogue) -> [Entitlement] {
        Holding.Rights(environment: environment, catalogue: catalogue, now: now).candidates(self)
    }
}

extension Holding {
    /// What the catalogue makes of holdings at an instant.
    fileprivate struct Rights {
        let environment: StoreEnvironment
        let catalogue: Catalogue
        let now: Instant

        /// Everything that speaks for a right.
        func candidates(_ holdings: some Sequence<Holding>) -> [Entitlement] {
            var candidates: [Entitlement] = []
            var queued: [RightName: [HeldPurchase]] = [:]
            for holding in holdings {
                if holding.subscription != nil || !holding.endedPeriods.isEmpty {
                    candidates += self.subscriptionRights(holding)
                }
                for purchase in holding.purchases {
                    switch purchase.kind {
                    case .nonConsumable: candidates += self.rightsForGood(purchase)
                    case .nonRenewing:
                        for right in Set(self.unlocks(purchase.productID)) {
                            queued[right, default: []].append(purchase)
                        }
                    case .autoRenewable, .consumable: break
                    }
                }
            }
            for (right, purchases) in queued { candidates += self.queuedRights(right, purchases) }
            return candidates
        }

        private func unlocks(_ product: ProductID) -> [RightName] { self.catalogue.products[product]?.unlocks ?? [] }

        // MARK: Owned for good

        private func rightsForGood(_ purchase: HeldPurchase) -> [Entitlement] {
            self.unlocks(purchase.productID).map { right in
                Entitlement(
                    right: right,
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

        private func queuedRights(_ right: RightName, _ purchases: [HeldPurchase]) -> [Entitlement] {
            let now = self.now
            let queue = NonRenewingQueue(purchases, catalogue: self.catalogue)
            var entitlements: [Entitlement] = []
            let stretch = queue.stretch(containing: now)
            if let first = stretch.first, let last = stretch.last {
                let running = stretch.first { $0.contains(now) }
                entitlements.append(
                    self.entitlement(
                        right,
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
                    self.entitlement(right, from: next.purchase, state: .queued, reason: .paid, since: nil)
                )
            }
            if let ended = queue.slots.last(where: { slot in slot.endsAt.map { $0 <= now } ?? false }) {
                entitlements.append(
                    self.entitlement(right, from: ended.purchase, state: .expired, reason: .ended, since: ended.endsAt)
                )
            }
            for purchase in purchases {
                guard let revocation = purchase.revocation else { continue }
                entitlements.append(
                    self.entitlement(
                        right,
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
            _ right: RightName,
            from purchase: HeldPurchase,
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
                kind: purchase.kind,
                productID: purchase.productID,
                transactionIDs: purchase.transactionIDs,
                subscription: nil,
                isPaid: state == .active && purchase.isPaid
            )
        }

        // MARK: Subscriptions

        private func subscriptionRights(_ holding: Holding) -> [Entitlement] {
            var entitlements: [Entitlement] = []
            if let subscription = holding.subscription, let product = subscription.answer.productID {
                for right in self.unlocks(product) where !entitlements.contains(where: { $0.right == right }) {
                    entitlements.append(self.entitlement(right, from: subscription))
                }
            }
            for period in holding.endedPeriods {
                for right in self.unlocks(period.productID) where !entitlements.contains(where: { $0.right == right }) {
                    entitlements.append(self.entitlement(right, from: period))
                }
            }
            return entitlements
        }

        private func entitlement(_ right: RightName, from period: EndedPeriod) -> Entitlement {
            Entitlement(
                right: right,
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

        private func entitlement(_ right: RightName, from subscription: HeldSubscription) -> Entitlement {
            let unlocksRight = { (product: ProductID) in self.catalogue.products[product]?.unlocks.contains(right) }
            var since = subscription.since
            var until = subscription.until
            var willRenew = subscription.willRenew
            if let access = subscription.access {
                let run = access.run.prefix { unlocksRight($0.productID) == true }
                since = run.last?.begunAt ?? access.endsAt
                let gives = { (period: HeldSubscription.Following) in
                    period.isOwn && unlocksRight(period.productID) == true
                }
                if let other = access.following.first(where: { !gives($0) }) {
                    // What is already bought gives this right no longer, whatever the subscription does.
                    let endsAt = access.following.prefix(while: gives).last?.endsAt ?? access.endsAt
                    until = min(endsAt, other.begunAt)
                    willRenew = .no
                }
            }
            let answer = subscription.answer
            // A change of plan that is due may end the right although the subscription renews.
            if let next = answer.nextProductID, unlocksRight(next) == false { willRenew = .no }
            return Entitlement(
                right: right,
                isActive: subscription.hasAccess,
                since: since,
                until: until,
                willRenew: willRenew,
                state: Entitlement.State(answer.standing),
                reason: subscription.reason,
                environment: self.environment,
                kind: .autoRenewable,
                productID: answer.productID,
                transactionIDs: subscription.transactionIDs,
                subscription: answer,
                isPaid: answer.standing == .active && subscription.isPaid
            )
        }
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
