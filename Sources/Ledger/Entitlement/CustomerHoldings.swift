/// What one customer holds at an instant, by environment, and what he was granted by hand.
package struct CustomerHoldings: Hashable, Sendable {
    /// What he holds in the chains of each environment that was asked about.
    package var byEnvironment: [StoreEnvironment: [Holding]]
    /// What he was granted, by ascending name.
    package var grants: [Grant]

    /// Holdings of these parts.
    package init(byEnvironment: [StoreEnvironment: [Holding]] = [:], grants: [Grant] = []) {
        self.byEnvironment = byEnvironment
        self.grants = grants
    }

    /// What he may use at an instant: one answer for each entitlement that anything of his gives or gave, by ascending
    /// name.
    ///
    /// Grants count with what was bought in Production.
    package func entitlements(
        at now: Instant,
        environment: StoreEnvironment,
        catalog: Catalog
    ) -> [Entitlement] {
        let holdings = self.byEnvironment[environment] ?? []
        guard environment == .production, !self.grants.isEmpty else {
            return holdings.entitlements(at: now, environment: environment, catalog: catalog)
        }
        let candidates = holdings.candidates(at: now, environment: environment, catalog: catalog)
        return Entitlement.best(of: candidates + self.grants.map { $0.entitlement(at: now) })
    }
}

extension CustomerHoldings {
    /// The first instant after another at which time alone may make entitlements others; `nil` if there is none.
    ///
    /// It is where a period that does not renew begins or ends, or a grant does. Subscriptions are left out: their
    /// chains say themselves when they are another state.
    package func nextChange(
        after instant: Instant,
        environment: StoreEnvironment,
        catalog: Catalog
    ) -> Instant? {
        var next: Instant?
        func consider(_ candidate: Instant?) {
            guard let candidate, candidate > instant else { return }
            next = min(next ?? candidate, candidate)
        }
        var queued: [EntitlementName: [HeldPurchase]] = [:]
        for holding in self.byEnvironment[environment] ?? [] {
            for purchase in holding.purchases where purchase.kind == .nonRenewing {
                for name in Set(catalog.products[purchase.productID]?.unlocks ?? []) {
                    queued[name, default: []].append(purchase)
                }
            }
        }
        for purchases in queued.values {
            for slot in NonRenewingQueue(purchases, catalog: catalog).slots {
                consider(slot.beginsAt)
                consider(slot.endsAt)
            }
        }
        guard environment == .production else { return next }
        for grant in self.grants {
            consider(grant.revocation?.at)
            if let revocation = grant.revocation, revocation.at <= instant { continue }
            consider(grant.beginsAt)
            consider(grant.endsAt)
        }
        return next
    }

    /// Whether the same is held and granted, in whatever order and with whatever words.
    package func isSame(as other: Self) -> Bool {
        let environments = Set(self.byEnvironment.keys).union(other.byEnvironment.keys)
        return environments.allSatisfy { environment in
            let own = self.byEnvironment[environment] ?? []
            let others = other.byEnvironment[environment] ?? []
            return own.count == others.count && (own == others || Set(own) == Set(others))
        } && self.grants.map(\.redacted) == other.grants.map(\.redacted)
    }
}

extension CustomerHoldings {
    /// What the customer may use at an instant on a server that is in production: what Production gives, and what the
    /// Sandbox gives as far as the catalog lets it.
    ///
    /// App Review buys in the Sandbox with the app that is sold in the end. An entitlement that both give is
    /// Production's, unless only the Sandbox gives it now.
    package func entitlements(
        of customer: CustomerID,
        at now: Instant,
        catalog: Catalog
    ) -> [Entitlement] {
        let genuine = self.entitlements(at: now, environment: .production, catalog: catalog)
        let tested = self.sandboxEntitlements(of: customer, at: now, catalog: catalog)
        guard !tested.isEmpty else { return genuine }
        var answers: [EntitlementName: Entitlement] = [:]
        for entitlement in genuine { answers[entitlement.name] = entitlement }
        for entitlement in tested {
            if let other = answers[entitlement.name], other.isActive || !entitlement.isActive { continue }
            answers[entitlement.name] = entitlement
        }
        return answers.values.sorted { $0.name < $1.name }
    }

    /// What the Sandbox gives the customer as far as the catalog lets it.
    ///
    /// What each purchase gives is limited by itself: one that may give nothing any more takes nothing from another.
    package func sandboxEntitlements(
        of customer: CustomerID,
        at now: Instant,
        catalog: Catalog
    ) -> [Entitlement] {
        let holdings = self.byEnvironment[.sandbox] ?? []
        let candidates = holdings.candidates(at: now, environment: .sandbox, catalog: catalog)
        let allowed = candidates.compactMap { entitlement -> Entitlement? in
            switch catalog.sandbox[entitlement.kind ?? .nonConsumable] {
            case .deny: nil
            case .testers: catalog.testers.contains(customer) ? entitlement : nil
            case .capped: entitlement.ending(by: SandboxPolicy.entitlementDuration, at: now)
            case .allow: entitlement
            }
        }
        return Entitlement.best(of: allowed)
    }
}

extension Entitlement {
    /// The same entitlement, lasting no longer than a span from when it began.
    fileprivate func ending(by span: Span, at now: Instant) -> Self {
        guard self.isActive, let since = self.since else { return self }
        let limit = since + span
        if let until = self.until, until <= limit { return self }
        let isOver = limit <= now
        return Self(
            name: self.name,
            isActive: !isOver,
            since: isOver ? limit : since,
            until: isOver ? nil : limit,
            willRenew: .no,
            state: isOver ? .expired : self.state,
            reason: isOver ? .sandboxLimit : self.reason,
            environment: self.environment,
            kind: self.kind,
            productID: self.productID,
            transactionIDs: self.transactionIDs,
            subscription: self.subscription,
            isPaid: false
        )
    }
}
