/// A chain together with whose each of its transactions is.
package struct OwnedChain: Hashable, Sendable {
    /// What is known.
    package let chain: Chain
    /// The claim on each transaction; a transaction without one is unclaimed.
    package let claims: [TransactionID: Claim]

    /// A chain with these claims.
    package init(chain: Chain, claims: [TransactionID: Claim]) {
        self.chain = chain
        self.claims = claims
    }

    /// Whether a purchase in it was made on an Apple account and is nobody's.
    package func hasUnclaimedPurchase(of account: AppTransactionID) -> Bool {
        self.chain.transactions.contains { record in
            record.current.appTransactionID == account && self.claims[record.transactionID]?.owner == nil
        }
    }

    /// Whether the purchases that a decision reaches are its customer's by a decision already, so that it changes
    /// nothing; one on what is still to come always changes something.
    package func isSettled(by decision: Decision) -> Bool {
        guard decision.reach != .chainOn else { return false }
        let ids = self.chain.transactions.map(\.transactionID)
        let reached = decision.reach == .purchase ? [decision.transactionID] : ids
        return reached.allSatisfy { id in
            self.claims[id]?.owner == decision.customer && self.claims[id]?.reason == .decision
        }
    }

    /// The id that comes first among those of its transactions.
    package var firstTransactionID: TransactionID {
        self.chain.transactions.map(\.transactionID).min() ?? TransactionID("")
    }
}
