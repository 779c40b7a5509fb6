extension CustomerHoldings {
    /// What the customer may use at an instant on a server that is in production: what Production gives, and what the
    /// Sandbox gives as far as the catalogue lets it.
    ///
    /// App Review buys in the Sandbox with the app that is sold in the end. A right that both give is Production's, unless
    /// only the Sandbox gives it now.
    package func entitlements(
        of customer: CustomerID,
        at now: Instant,
        catalogue: Catalogue
    ) -> [Entitlement] {
        let genuine = self.entitlements(at: now, environment: .production, catalogue: catalogue)
        let tested = self.sandboxEntitlements(of: customer, at: now, catalogue: catalogue)
        guard !tested.isEmpty else { return genuine }
        var answers: [RightName: Entitlement] = [:]
        for entitlement in genuine { answers[entitlement.right] = entitlement }
        for entitlement in tested {
            if let other = answers[entitlement.right], other.isActive || !entitlement.isActive { continue }
            answers[entitlement.right] = entitlement
        }
        return answers.values.sorted { $0.right < $1.right }
    }

    /// What the Sandbox gives the customer as far as the catalogue lets it.
    ///
    /// What each purchase gives is limited by itself: one that may give nothing any more takes nothing from another.
    package func sandboxEntitlements(
        of customer: CustomerID,
        at now: Instant,
        catalogue: Catalogue
    ) -> [Entitlement] {
        let holdings = self.byEnvironment[.sandbox] ?? []
        let candidates = holdings.candidates(at: now, environment: .sandbox, catalogue: catalogue)
        let allowed = candidates.compactMap { entitlement -> Entitlement? in
            switch catalogue.sandbox[entitlement.kind ?? .nonConsumable] {
            case .deny: nil
            case .testers: catalogue.testers.contains(customer) ? entitlement : nil
            case .capped: entitlement.ending(by: SandboxPolicy.rightsLast, at: now)
            case .allow: entitlement
            }
        }
        return Entitlement.best(of: allowed)
    }
}

extension Entitlement {
    /// The same right, lasting no longer than a span from when it began.
    fileprivate func ending(by span: Span, at now: Instant) -> Self {
        guard self.isActive, let since = self.since else { return self }
        let limit = since + span
        if let until = self.until, until <= limit { return self }
        let isOver = limit <= now
        return Self(
            right: self.right,
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
