/// Decides whose each purchase of a chain is.
///
/// Claims are derived anew from everything known, never changed step by step; so the order in which evidence arrived has
/// no say, only the order of submissions has, which is Purser's own.
package enum Ownership {
    /// A gap between two periods from which on a later one is no renewal of the earlier, because Apple stops trying.
    static let longestRenewalGap = Span.days(60)

    /// The claim on each transaction of a chain.
    ///
    /// The first rule that answers wins: an operator's decision; the purchase's own token, if it stands for a known
    /// customer; for a renewal, or
    /// a change of plan bought while the period before ran, the owner of the period before; the first submitter. A
    /// purchase that a family member or an organization paid for belongs to its first submitter only, and a token inside
    /// it binds nobody. Restore twins share one owner.
    ///
    /// - Parameters:
    ///   - chain: All that is known of the chain.
    ///   - submissions: Who submitted what, in the order of arrival; those of other chains are passed over.
    ///   - decisions: What operators decided, in any order; those of other chains are passed over.
    ///   - customers: Whom each account token stands for.
    /// - Returns: A claim for every transaction of the chain, restore twins included.
    package static func claims(
        on chain: Chain,
        submissions: [Submission],
        decisions: [Decision] = [],
        customers: [AccountToken: CustomerID]
    ) -> [TransactionID: Claim] {
        var firstSubmitters: [TransactionID: (position: Int, customer: CustomerID)] = [:]
        for (position, submission) in submissions.enumerated() where firstSubmitters[submission.transactionID] == nil {
            firstSubmitters[submission.transactionID] = (position, submission.customer)
        }
        let purchases = chain.purchases
        let decided = Self.decided(decisions, purchases: purchases, in: chain)
        var claims: [TransactionID: Claim] = [:]
        for (index, purchase) in purchases.enumerated() {
            let predecessor = purchases[..<index].last { $0.begunAt < purchase.begunAt }
            let inherited =
                predecessor.flatMap { predecessor in
                    Self.continues(purchase, from: predecessor, in: chain)
                        ? claims[predecessor.transactionIDs[0]]?.owner : nil
                }
            let submitter = purchase.transactionIDs.compactMap { firstSubmitters[$0] }
                .min { $0.position < $1.position }?.customer
            let claim: Claim
            if let decision = decided[index] {
                claim = Claim(owner: decision.customer, reason: .decision)
            } else if purchase.isPaid, let token = purchase.accountToken, let customer = customers[token] {
                claim = Claim(owner: customer, reason: .accountToken)
            } else if purchase.isPaid, let inherited {
                claim = Claim(owner: inherited, reason: .predecessor)
            } else if let submitter {
                claim = Claim(owner: submitter, reason: .firstSubmission)
            } else {
                claim = .unclaimed
            }
            for transactionID in purchase.transactionIDs { claims[transactionID] = claim }
        }
        return claims
    }

    /// The decision on each purchase of a chain that there is one on.
    private static func decided(_ decisions: [Decision], purchases: [Purchase], in chain: Chain) -> [Int: Decision] {
        guard !decisions.isEmpty else { return [:] }
        var decided: [Int: Decision] = [:]
        for decision in decisions {
            let named = purchases.firstIndex { $0.transactionIDs.contains(decision.transactionID) }
            let reached: [Int]
            switch decision.reach {
            case .purchase: reached = named.map { [$0] } ?? []
            case .chainSoFar:
                // The transaction that lent the chain its id may not be known, or may be known by a later one only.
                guard named != nil || Self.isNamed(chain, decision.transactionID) else { continue }
                let since = named.map { purchases[$0].begunAt }
                reached = purchases.indices.filter { index in
                    let begunAt = purchases[index].begunAt
                    return begunAt >= since ?? begunAt && begunAt <= decision.decidedAt
                }
            }
            for index in reached {
                if let other = decided[index], !decision.precedes(other) { continue }
                decided[index] = decision
            }
        }
        return decided
    }

    /// Whether an id is one of the original transaction ids of a chain.
    private static func isNamed(_ chain: Chain, _ id: TransactionID) -> Bool {
        let name = OriginalTransactionID(id.rawValue)
        return chain.transactions.contains { record in
            record.snapshots.contains {
                $0.originalTransactionID == name || $0.previousOriginalTransactionID == name
            }
        }
    }

    /// Whether a purchase goes on from the one before: as its renewal, or as a change of plan while its period ran.
    private static func continues(_ purchase: Purchase, from predecessor: Purchase, in chain: Chain) -> Bool {
        guard purchase.snapshot.kind == .autoRenewable, predecessor.snapshot.kind == .autoRenewable else {
            return false
        }
        if Self.isRenewal(purchase, of: predecessor, in: chain) { return true }
        if let revocation = predecessor.snapshot.revocation, revocation.revokedAt <= purchase.begunAt { return false }
        return purchase.snapshot.productID != predecessor.snapshot.productID && purchase.begunAt < predecessor.endsAt
    }

    /// Whether a purchase is a renewal of the one before.
    ///
    /// Older evidence does not say. There, auto-renew must be known to have been on, and the gap must be one that Apple
    /// bridges; a period that begins in the very millisecond in which the one before ends proves both.
    private static func isRenewal(_ purchase: Purchase, of predecessor: Purchase, in chain: Chain) -> Bool {
        if let reason = purchase.snapshot.reason { return reason == .renewal }
        if purchase.begunAt == predecessor.endsAt { return true }
        guard purchase.begunAt > predecessor.endsAt else { return false }
        return purchase.begunAt - predecessor.endsAt < Self.longestRenewalGap
            && chain.newestRenewal.map { chain.autoRenew(in: $0).countsAsOn } ?? false
    }
}
