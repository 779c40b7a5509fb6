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
