extension CustomerHoldings {
    /// The first instant after another at which time alone may make rights others; `nil` if there is none.
    ///
    /// It is where a period that does not renew begins or ends, or a grant does. Subscriptions are left out: their chains say themselves when they are another state.
    package func nextChange(
        after instant: Instant,
        environment: StoreEnvironment,
        catalogue: Catalogue
    ) -> Instant? {
        var next: Instant?
        func consider(_ candidate: Instant?) {
            guard let candidate, candidate > instant else { return }
            next = min(next ?? candidate, candidate)
        }
        var queued: [RightName: [HeldPurchase]] = [:]
        for holding in self.byEnvironment[environment] ?? [] {
            for purchase in holding.purchases where purchase.kind == .nonRenewing {
                for right in Set(catalogue.products[purchase.productID]?.unlocks ?? []) {
                    queued[right, default: []].append(purchase)
                }
            }
        }
        for purchases in queued.values {
            for slot in NonRenewingQueue(purchases, catalogue: catalogue).slots {
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
        } && self.grants.map(\.wordless) == other.grants.map(\.wordless)
    }
}
