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
