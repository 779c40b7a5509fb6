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

    /// The id that comes first among those of its transactions.
    package var firstTransactionID: TransactionID {
        self.chain.transactions.map(\.transactionID).min() ?? TransactionID("")
    }
}
