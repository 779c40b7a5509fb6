/// A customer's holdings at an instant by environment, with the entitlements that operators granted them.
package struct CustomerHoldings: Hashable, Sendable {
    /// The holdings in the chains of each requested environment.
    package var byEnvironment: [StoreEnvironment: [Holding]]
    /// The grants, by ascending name.
    package var grants: [Grant]

    /// Creates holdings with these values.
    package init(byEnvironment: [StoreEnvironment: [Holding]] = [:], grants: [Grant] = []) {
        self.byEnvironment = byEnvironment
        self.grants = grants
    }

    /// Returns the customer's entitlements at an instant: one for each entitlement that any of their holdings gives or
    /// gave, by ascending name.
    ///
    /// Grants count in Production.
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
    /// Returns the first instant after `instant` at which time alone may change the entitlements; `nil` if there is
    /// none.
    ///
    /// At that instant a period that does not renew begins or ends, or a grant does. Subscriptions are excluded: their
    /// chains have a due date of their own.
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

    /// Returns whether holdings and grants are the same, ignoring their order and the notes of grants.
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
    /// Returns the customer's entitlements on a production server: those from Production, and those from the Sandbox as
    /// far as the catalog allows.
    ///
    /// App Review buys in the Sandbox with the app that is later sold. Of an entitlement that both give, Production's
    /// counts, unless only the Sandbox's is active now.
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

    /// Returns the customer's entitlements from the Sandbox as far as the catalog allows.
    ///
    /// Each purchase is limited by itself: one that no longer gives anything does not affect another.
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
    /// Returns the same entitlement, ending at the latest one span after it began.
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
