/// An operator's decision that a purchase belongs to a customer; each value in an import's owner column is one.
///
/// Decisions are dated, and of several on one purchase the newest counts, in whatever order they arrive; a decision may
/// arrive before its purchase.
package struct Decision: Hashable, Sendable {
    /// The purchases that a decision covers.
    package enum Reach: String, Hashable, Sendable, CaseIterable {
        /// The purchase of the named transaction, and no other.
        case purchase
        /// Every purchase of the chain from the named one on that had begun when the decision was made.
        ///
        /// Later purchases follow the other rules: a renewal stays with the owner of the period before, and a new
        /// purchase with another customer's token belongs to that customer.
        case chainSoFar
        /// Every purchase of the chain from the named one on, future ones included.
        case chainOn
    }

    /// The owner.
    package let customer: CustomerID
    /// The transaction that names the purchase; for a chain, also the original transaction ID.
    package let transactionID: TransactionID
    /// The purchases that it covers.
    package let reach: Reach
    /// The instant of the decision.
    package let decidedAt: Instant

    /// Creates a decision with these values.
    package init(customer: CustomerID, transactionID: TransactionID, reach: Reach, decidedAt: Instant) {
        self.customer = customer
        self.transactionID = transactionID
        self.reach = reach
        self.decidedAt = decidedAt
    }

    /// Returns the same decision for another customer.
    package func naming(_ customer: CustomerID) -> Self {
        Self(customer: customer, transactionID: self.transactionID, reach: self.reach, decidedAt: self.decidedAt)
    }

    /// Returns whether this decision counts before another on the same purchase: the newer, then the one that names the
    /// purchase more closely, then the one with the greater customer ID, so that the result is the same in any order.
    package func precedes(_ other: Self) -> Bool {
        if self.decidedAt != other.decidedAt { return self.decidedAt > other.decidedAt }
        if self.reach != other.reach {
            return self.reach == .purchase || (self.reach == .chainSoFar && other.reach == .chainOn)
        }
        if self.customer != other.customer { return other.customer < self.customer }
        return other.transactionID < self.transactionID
    }
}

extension ChainOwnership {
    /// Returns the decision on each purchase of a chain that has one (rule 1).
    static func decided(_ decisions: [Decision], purchases: [Purchase], in chain: Chain) -> [Int: Decision] {
        guard !decisions.isEmpty else { return [:] }
        var decided: [Int: Decision] = [:]
        for decision in decisions {
            let named = purchases.firstIndex { $0.transactionIDs.contains(decision.transactionID) }
            let reached: [Int]
            switch decision.reach {
            case .purchase: reached = named.map { [$0] } ?? []
            case .chainSoFar, .chainOn:
                // The transaction that gave the chain its ID may be unknown, or known only by a later one.
                guard named != nil || Self.isNamed(chain, decision.transactionID) else { continue }
                let since = named.map { purchases[$0].begunAt }
                reached = purchases.indices.filter { index in
                    let begunAt = purchases[index].begunAt
                    return begunAt >= since ?? begunAt
                        && (decision.reach == .chainOn || begunAt <= decision.decidedAt)
                }
            }
            for index in reached {
                if let other = decided[index], !decision.precedes(other) { continue }
                decided[index] = decision
            }
        }
        return decided
    }

    /// Returns whether an ID is one of the original transaction IDs of a chain.
    private static func isNamed(_ chain: Chain, _ id: TransactionID) -> Bool {
        let name = OriginalTransactionID(id.rawValue)
        return chain.transactions.contains { record in
            record.snapshots.contains {
                $0.originalTransactionID == name || $0.previousOriginalTransactionID == name
            }
        }
    }
}
