/// An operator's word that a purchase belongs to a customer; an import's owner column is one for each purchase named.
///
/// A decision is dated, and of several on one purchase the newest counts, whatever order they came in; so it may also
/// arrive before the purchase that it is about.
package struct Decision: Hashable, Sendable {
    /// How far a decision reaches.
    package enum Reach: String, Hashable, Sendable, CaseIterable {
        /// The purchase of the transaction that is named, and no other.
        case purchase
        /// Every purchase of the chain, from the one that is named on, that had begun when it was decided.
        ///
        /// What the chain brings later goes by the other rules: a renewal stays with the owner of the period before,
        /// and a fresh purchase with another customer's token is that customer's.
        case chainSoFar
        /// Every purchase of the chain from the one that is named on, those to come included.
        case chainOn
    }

    /// Whose it is.
    package let customer: CustomerID
    /// The transaction that names the purchase; for a chain, the original transaction id will do.
    package let transactionID: TransactionID
    /// How far it reaches.
    package let reach: Reach
    /// When it was decided.
    package let decidedAt: Instant

    /// A decision of these values.
    package init(customer: CustomerID, transactionID: TransactionID, reach: Reach, decidedAt: Instant) {
        self.customer = customer
        self.transactionID = transactionID
        self.reach = reach
        self.decidedAt = decidedAt
    }

    /// The same decision for another name.
    package func naming(_ customer: CustomerID) -> Self {
        Self(customer: customer, transactionID: self.transactionID, reach: self.reach, decidedAt: self.decidedAt)
    }

    /// Whether this decision speaks before another on the same purchase: the newer, then the one that names it more
    /// closely, then the one with the greater name, so that the outcome is the same in any order.
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
    /// The decision on each purchase of a chain that there is one on (rule 1).
    static func decided(_ decisions: [Decision], purchases: [Purchase], in chain: Chain) -> [Int: Decision] {
        guard !decisions.isEmpty else { return [:] }
        var decided: [Int: Decision] = [:]
        for decision in decisions {
            let named = purchases.firstIndex { $0.transactionIDs.contains(decision.transactionID) }
            let reached: [Int]
            switch decision.reach {
            case .purchase: reached = named.map { [$0] } ?? []
            case .chainSoFar, .chainOn:
                // The transaction that lent the chain its id may not be known, or may be known by a later one only.
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

    /// Whether an id is one of the original transaction ids of a chain.
    private static func isNamed(_ chain: Chain, _ id: TransactionID) -> Bool {
        let name = OriginalTransactionID(id.rawValue)
        return chain.transactions.contains { record in
            record.snapshots.contains {
                $0.originalTransactionID == name || $0.previousOriginalTransactionID == name
            }
        }
    }
}
