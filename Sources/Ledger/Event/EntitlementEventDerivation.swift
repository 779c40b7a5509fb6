import Notation

/// What there is to publish of a customer's entitlements in one environment now that he holds something else, or time
/// has passed; and when to look again.
///
/// It compares what he held when his entitlements were published last with what he holds now. Whoever sets each
/// entitlement to the body of its newest event has what an answer about that environment says of it.
package struct EntitlementEventDerivation: Sendable {
    /// What to publish, by ascending name of the entitlement.
    package private(set) var drafts: [EventDerivation.Draft] = []
    /// When an entitlement is another one although nothing more is heard and no chain changes; `nil` if never.
    package let dueAt: Instant?
    /// The instant by which the entitlements are told.
    package let publishedAt: Instant

    private let customer: CustomerID
    private let environment: StoreEnvironment

    /// Compares.
    ///
    /// - Parameters:
    ///   - customer: Whose entitlements they are.
    ///   - before: What he held, and was granted, when they were published last.
    ///   - publishedAt: When that was; `nil` where no entitlement has changed by time alone since.
    ///   - after: What he holds now.
    ///   - now: The instant now; before `publishedAt` it counts as that.
    ///   - environment: The environment. Grants count in Production.
    ///   - catalog: Which product gives which entitlement, for how long.
    ///   - isPublished: Whether it is told that he holds something else. Otherwise it counts as published, and only
    ///     what time had changed before is told.
    package init(
        of customer: CustomerID,
        from before: CustomerHoldings,
        publishedAt: Instant?,
        to after: CustomerHoldings,
        at now: Instant,
        environment: StoreEnvironment,
        catalog: Catalog,
        isPublished: Bool = true
    ) {
        let now = max(now, publishedAt ?? now)
        self.customer = customer
        self.environment = environment
        self.publishedAt = now
        self.dueAt = after.nextChange(after: now, environment: environment, catalog: catalog)
        let news = isPublished ? after : before
        let known = before.entitlements(at: publishedAt ?? now, environment: environment, catalog: catalog)
        let found = news.entitlements(at: now, environment: environment, catalog: catalog)
        self.compare(known, found)
    }

    /// Goes through both, each by ascending name.
    private mutating func compare(_ known: [Entitlement], _ found: [Entitlement]) {
        var known = known[...]
        for entitlement in found {
            while let former = known.first, former.name < entitlement.name {
                self.addEnd(former)
                known.removeFirst()
            }
            var before: Entitlement?
            if known.first?.name == entitlement.name { before = known.removeFirst() }
            guard let name = entitlement.event(after: before) else { continue }
            self.add(entitlement, name)
        }
        for former in known { self.addEnd(former) }
    }

    /// Publishes that nothing gives an entitlement any more; one that was not usable stays what it was sent to be.
    private mutating func addEnd(_ former: Entitlement) {
        guard former.isActive else { return }
        self.add(former.gone(at: self.publishedAt), .entitlementEnded)
    }

    private mutating func add(_ entitlement: Entitlement, _ name: EventName) {
        var json = JSONText()
        json.add("environment", self.environment.rawValue)
        json.add("entitlement") { $0.describe(entitlement) }
        self.drafts.append(EventDerivation.Draft(recipient: self.customer, name: name, body: json.bytes))
    }
}

extension Entitlement {
    /// What to call the change from what was told of an entitlement to this; `nil` when there is nothing to publish.
    func event(after before: Self?) -> EventName? {
        if let before, before.saysTheSame(as: self) { return nil }
        switch (before?.isActive ?? false, self.isActive) {
        case (false, true): return .entitlementGranted
        case (true, false): return .entitlementEnded
        case (true, true), (false, false): return .entitlementChanged
        }
    }

    /// The entitlement of somebody who holds nothing any more that ever gave it.
    func gone(at instant: Instant) -> Self {
        Self(
            name: self.name,
            isActive: false,
            since: instant,
            until: nil,
            willRenew: .no,
            state: .expired,
            reason: .replaced,
            environment: self.environment,
            kind: nil,
            productID: nil,
            transactionIDs: [],
            subscription: nil,
            isPaid: false
        )
    }

    /// Whether all that is told of it is the same; when it was signed, and what Apple is to be asked, is not told.
    private func saysTheSame(as other: Self) -> Bool {
        var own = self.subscription
        own?.asks = []
        var others = other.subscription
        others?.asks = []
        return self.isActive == other.isActive && self.state == other.state && self.reason == other.reason
            && self.since == other.since && self.until == other.until && self.willRenew == other.willRenew
            && self.environment == other.environment && self.productID == other.productID
            && self.transactionIDs == other.transactionIDs && self.paidTwice == other.paidTwice && own == others
    }
}
