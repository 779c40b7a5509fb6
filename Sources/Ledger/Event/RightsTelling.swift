import Notation

/// What there is to tell of a customer's rights in one environment now that he holds something else, or time has passed;
/// and when to look again.
///
/// It compares what he held when his rights were told of last with what he holds now. Whoever sets each right to the body
/// of its newest event has what an answer about that environment says of it.
package struct RightsTelling: Sendable {
    /// What to tell, by ascending name of the right.
    package private(set) var drafts: [Telling.Draft] = []
    /// When a right is another one although nothing more is heard and no chain changes; `nil` if never.
    package let dueAt: Instant?
    /// The instant by which the rights are told.
    package let toldAt: Instant

    private let customer: CustomerID
    private let environment: StoreEnvironment

    /// Compares.
    ///
    /// - Parameters:
    ///   - customer: Whose rights they are.
    ///   - before: What he held, and was granted, when they were told of last.
    ///   - toldAt: When that was; `nil` where no right has changed by time alone since.
    ///   - after: What he holds now.
    ///   - now: The instant now; before `toldAt` it counts as that.
    ///   - environment: The environment. Grants count in Production.
    ///   - catalogue: Which product gives which right, for how long.
    ///   - isTold: Whether it is told that he holds something else. Otherwise it counts as told, and only what time had
    ///     changed before is told.
    package init(
        of customer: CustomerID,
        from before: CustomerHoldings,
        toldAt: Instant?,
        to after: CustomerHoldings,
        at now: Instant,
        environment: StoreEnvironment,
        catalogue: Catalogue,
        isTold: Bool = true
    ) {
        let now = max(now, toldAt ?? now)
        self.customer = customer
        self.environment = environment
        self.toldAt = now
        self.dueAt = after.nextChange(after: now, environment: environment, catalogue: catalogue)
        let news = isTold ? after : before
        let known = before.entitlements(at: toldAt ?? now, environment: environment, catalogue: catalogue)
        let found = news.entitlements(at: now, environment: environment, catalogue: catalogue)
        self.compare(known, found)
    }

    /// Goes through both, each by ascending name.
    private mutating func compare(_ known: [Entitlement], _ found: [Entitlement]) {
        var known = known[...]
        for entitlement in found {
            while let former = known.first, former.right < entitlement.right {
                self.tellGone(former)
                known.removeFirst()
            }
            var before: Entitlement?
            if known.first?.right == entitlement.right { before = known.removeFirst() }
            guard let name = entitlement.event(after: before) else { continue }
            self.tell(entitlement, name)
        }
        for former in known { self.tellGone(former) }
    }

    /// Tells that nothing gives a right any more; one that was not usable stays what it was told to be.
    private mutating func tellGone(_ former: Entitlement) {
        guard former.isActive else { return }
        self.tell(former.gone(at: self.toldAt), .entitlementEnded)
    }

    private mutating func tell(_ entitlement: Entitlement, _ name: EventName) {
        var json = JSONText()
        json.add("environment", self.environment.rawValue)
        json.add("entitlement") { $0.describe(entitlement) }
        self.drafts.append(Telling.Draft(recipient: self.customer, name: name, body: json.bytes))
    }
}

extension Entitlement {
    /// What to call the change from what was told of a right to this; `nil` when there is nothing to tell.
    func event(after before: Self?) -> EventName? {
        if let before, before.saysTheSame(as: self) { return nil }
        switch (before?.isActive ?? false, self.isActive) {
        case (false, true): return .entitlementGranted
        case (true, false): return .entitlementEnded
        case (true, true), (false, false): return .entitlementChanged
        }
    }

    /// The right of somebody who holds nothing any more that ever gave it.
    func gone(at instant: Instant) -> Self {
        Self(
            right: self.right,
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
