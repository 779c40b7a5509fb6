/// An entitlement that a customer has, or had, at one instant, and why.
package struct Entitlement: Hashable, Sendable {
    /// What became of an entitlement.
    ///
    /// The declared order is the order of preference among several that speak for one entitlement.
    package enum State: Int, Hashable, Sendable, CaseIterable {
        /// Paid for: a period runs, or it is owned for good.
        case active
        /// In the grace period that the App Store grants.
        case grace
        /// The period is over and nothing has been heard yet.
        case overdue
        /// A transaction is missing.
        case unknown
        /// The App Store tries to charge again.
        case retry
        /// Bought, but not begun.
        case queued
        /// Refunded or withdrawn.
        case revoked
        /// Over.
        case expired

        /// A stable code for answers and events.
        package var code: String {
            switch self {
            case .active: "active"
            case .grace: "grace"
            case .overdue: "overdue"
            case .unknown: "unknown"
            case .retry: "retry"
            case .queued: "queued"
            case .revoked: "revoked"
            case .expired: "expired"
            }
        }
    }

    /// The entitlement.
    package let name: EntitlementName
    /// Whether the customer may use it.
    package let isActive: Bool
    /// Since when he has had it without a break or, when he does not have it, since when it has been so.
    package let since: Instant?
    /// When it ends if nothing more is heard; `nil` when it has no end or is not active.
    package let until: Instant?
    /// Whether what gives it will renew.
    package let willRenew: WillRenew
    /// What became of it.
    package let state: State
    /// Why, in a stable code.
    package let reason: SubscriptionState.Reason
    /// The environment it was bought in.
    package let environment: StoreEnvironment
    /// What kind of product gives it; `nil` for what an operator granted.
    package let kind: TransactionSnapshot.Kind?
    /// The product that gives it.
    package let productID: ProductID?
    /// The transactions it rests on.
    package let transactionIDs: [TransactionID]
    /// Whether a subscription and something else that was paid for both give it now.
    package private(set) var paidTwice = false
    /// What is shown of the subscription that gives it.
    package let subscription: SubscriptionDetails?
    /// Whether the customer's own Apple Account pays for it at this instant.
    let isPaid: Bool

    /// The best answer for each entitlement, by ascending name.
    static func best(of candidates: [Self]) -> [Self] {
        var byName: [EntitlementName: [Self]] = [:]
        for candidate in candidates { byName[candidate.name, default: []].append(candidate) }
        return byName.sorted { $0.key < $1.key }.compactMap { _, candidates in
            guard candidates.count > 1 else { return candidates.first }
            let paying = candidates.filter(\.isPaid)
            // Two things owned for good are no mistake; a subscription that runs beside something else is money lost.
            let paidTwice = paying.count > 1 && paying.contains { $0.kind == .autoRenewable }
            return candidates.min { $0.isBetter(than: $1) }?.paidTwice(paidTwice)
        }
    }

    /// The same, saying whether it is paid for twice.
    func paidTwice(_ paidTwice: Bool) -> Self {
        var copy = self
        copy.paidTwice = paidTwice
        return copy
    }

    /// Whether this one answers rather than another for the same entitlement.
    ///
    /// One that gives the entitlement comes before one that does not; then the order of states decides, then the later
    /// end; the rest only makes the choice a fixed one.
    func isBetter(than other: Self) -> Bool {
        if self.isActive != other.isActive { return self.isActive }
        if self.state != other.state { return self.rank < other.rank }
        let ends = [self, other].map { $0.until ?? Instant(milliseconds: $0.isActive ? .max : .min) }
        if ends[0] != ends[1] { return ends[0] > ends[1] }
        let beginnings = [self, other].map { $0.since ?? Instant(milliseconds: .min) }
        if beginnings[0] != beginnings[1] { return beginnings[0] > beginnings[1] }
        return self.transactionIDs.lexicographicallyPrecedes(other.transactionIDs)
    }

    /// The state's place in the order of preference; nothing known comes last.
    private var rank: Int {
        self.state == .unknown && !self.isActive ? State.allCases.count : self.state.rawValue
    }
}
