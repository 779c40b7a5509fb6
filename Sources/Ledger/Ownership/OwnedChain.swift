/// A chain with the claims on its transactions.
package struct OwnedChain: Hashable, Sendable {
    /// The chain.
    package let chain: Chain
    /// The claim on each transaction; a transaction without one is unclaimed.
    package let claims: [TransactionID: Claim]

    /// Creates a chain with these claims.
    package init(chain: Chain, claims: [TransactionID: Claim]) {
        self.chain = chain
        self.claims = claims
    }

    /// Returns whether a purchase in the chain was made on an Apple Account and has no owner.
    package func hasUnclaimedPurchase(of account: AppTransactionID) -> Bool {
        self.chain.transactions.contains { record in
            record.current.appTransactionID == account && self.claims[record.transactionID]?.owner == nil
        }
    }

    /// Returns whether the purchases that a decision covers belong to its customer by a decision already, so that it
    /// changes nothing; a decision on future purchases always changes something.
    package func isSettled(by decision: Decision) -> Bool {
        guard decision.reach != .chainOn else { return false }
        let ids = self.chain.transactions.map(\.transactionID)
        let reached = decision.reach == .purchase ? [decision.transactionID] : ids
        return reached.allSatisfy { id in
            self.claims[id]?.owner == decision.customer && self.claims[id]?.reason == .decision
        }
    }

    /// The lowest ID of its transactions.
    package var firstTransactionID: TransactionID {
        self.chain.transactions.map(\.transactionID).min() ?? TransactionID("")
    }
}
