/// An entitlement that a customer has or had at one instant, with the reason.
package struct Entitlement: Hashable, Sendable {
    /// The state of an entitlement.
    ///
    /// The declared order is the order of preference among several sources of one entitlement.
    package enum State: Int, Hashable, Sendable, CaseIterable {
        /// Paid: a period is running, or the product is owned permanently.
        case active
        /// In the grace period that the App Store grants.
        case grace
        /// The period is over, and the server has received no news yet.
        case overdue
        /// A transaction is missing.
        case unknown
        /// The App Store retries billing.
        case retry
        /// Bought; the period has not begun.
        case queued
        /// Refunded or revoked by Apple.
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

    /// The name of the entitlement.
    package let name: EntitlementName
    /// Whether the customer may use it.
    package let isActive: Bool
    /// The instant from which on the customer has had it without interruption; when they do not have it, the instant
    /// from which on they have not.
    package let since: Instant?
    /// The instant at which it ends without further news; `nil` when it has no end or is not active.
    package let until: Instant?
    /// Whether its source will renew.
    package let willRenew: WillRenew
    /// The state.
    package let state: State
    /// The reason for the state, as a stable code.
    package let reason: SubscriptionState.Reason
    /// The environment of the purchase.
    package let environment: StoreEnvironment
    /// The kind of product that gives it; `nil` for an entitlement that an operator granted.
    package let kind: TransactionSnapshot.Kind?
    /// The product that gives it.
    package let productID: ProductID?
    /// The transactions that it is based on.
    package let transactionIDs: [TransactionID]
    /// Whether a subscription and another paid purchase both give it now.
    package private(set) var paidTwice = false
    /// The details of the subscription that gives it.
    package let subscription: SubscriptionDetails?
    /// Whether the customer's own Apple Account pays for it at this instant.
    package let isPaid: Bool

    /// Returns the best candidate for each entitlement, by ascending name.
    static func best(of candidates: [Self]) -> [Self] {
        var byName: [EntitlementName: [Self]] = [:]
        for candidate in candidates { byName[candidate.name, default: []].append(candidate) }
        return byName.sorted { $0.key < $1.key }.compactMap { _, candidates in
            guard candidates.count > 1 else { return candidates.first }
            let paying = candidates.filter(\.isPaid)
            // Two permanent purchases of one entitlement are no mistake; a subscription that runs beside another
            // purchase wastes the customer's money.
            let paidTwice = paying.count > 1 && paying.contains { $0.kind == .autoRenewable }
            return candidates.min { $0.isBetter(than: $1) }?.paidTwice(paidTwice)
        }
    }

    /// Returns the same entitlement with this value of `paidTwice`.
    func paidTwice(_ paidTwice: Bool) -> Self {
        var copy = self
        copy.paidTwice = paidTwice
        return copy
    }

    /// Returns whether this candidate counts rather than another for the same entitlement.
    ///
    /// A candidate that is active comes before one that is not; then the order of states decides, then the later end.
    /// The remaining comparisons only make the choice deterministic.
    func isBetter(than other: Self) -> Bool {
        if self.isActive != other.isActive { return self.isActive }
        if self.state != other.state { return self.rank < other.rank }
        let ends = [self, other].map { $0.until ?? Instant(milliseconds: $0.isActive ? .max : .min) }
        if ends[0] != ends[1] { return ends[0] > ends[1] }
        let beginnings = [self, other].map { $0.since ?? Instant(milliseconds: .min) }
        if beginnings[0] != beginnings[1] { return beginnings[0] > beginnings[1] }
        return self.transactionIDs.lexicographicallyPrecedes(other.transactionIDs)
    }

    /// The state's place in the order of preference; an unknown state comes last.
    private var rank: Int {
        self.state == .unknown && !self.isActive ? State.allCases.count : self.state.rawValue
    }
}
