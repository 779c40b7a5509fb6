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
}
