import Notation

/// The entitlement events of a customer in one environment that result from a change of their holdings or from time,
/// and when to check again.
///
/// The derivation compares the holdings at the last publication with the current ones. A subscriber that replaces each
/// entitlement by the body of its newest event has what an answer about that environment states.
package struct EntitlementEventDerivation: Sendable {
    /// The events to publish, by ascending name of the entitlement.
    package private(set) var drafts: [EventDerivation.Draft] = []
    /// The next instant at which time alone changes an entitlement, without news and without a change of a chain; `nil`
    /// if there is none.
    package let dueAt: Instant?
    /// The instant as of which the entitlements are published.
    package let publishedAt: Instant

    private let customer: CustomerID
    private let environment: StoreEnvironment

    /// Compares two states of a customer's holdings.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - before: The holdings and grants at the last publication.
    ///   - publishedAt: The instant of the last publication; `nil` when time alone has changed no entitlement since.
    ///   - after: The current holdings.
    ///   - now: The current instant; it counts as `publishedAt` when it is earlier.
    ///   - environment: The environment. Grants count in Production.
    ///   - catalog: The catalog, which states the entitlements of each product and their duration.
    ///   - isPublished: Whether to publish the change of holdings. With `false` the change counts as published, and
    ///     only the earlier changes by time are published.
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

    /// Compares both lists, each sorted by ascending name.
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

    /// Adds the event for an entitlement that has no source any more.
    ///
    /// An entitlement that was not active stays as it was published.
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
    /// Returns the name of the event for the change from the published entitlement to this one; `nil` when there is
    /// nothing to publish.
    func event(after before: Self?) -> EventName? {
        if let before, before.saysTheSame(as: self) { return nil }
        switch (before?.isActive ?? false, self.isActive) {
        case (false, true): return .entitlementGranted
        case (true, false): return .entitlementEnded
        case (true, true), (false, false): return .entitlementChanged
        }
    }

    /// Returns the entitlement of a customer who holds no source of it any more.
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

    /// Returns whether all published values are equal; the signed date and the open questions to Apple are not
    /// published.
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
