/// What a chain was worth, and whose it was, at the instant at which it was told of last.
package struct ChainPicture: Sendable {
    /// What was bought.
    let purchases: [Purchase]
    /// Whose each transaction was.
    let claims: [TransactionID: Claim]
    /// What the subscription was, if the chain is one.
    let state: SubscriptionState?
    /// The instant of the picture.
    let at: Instant
    /// The original transaction id that names the chain.
    let root: OriginalTransactionID?

    /// The picture of a chain at an instant.
    package init(_ owned: OwnedChain, at instant: Instant, environment: StoreEnvironment, access: AccessPolicy) {
        let purchases = owned.chain.purchases
        let derivation = Derivation(
            chain: owned.chain,
            purchases: purchases,
            environment: environment,
            access: access
        )
        self.init(owned, purchases: purchases, derivation: derivation, at: instant)
    }

    /// The picture of a chain whose purchases and derivation are at hand.
    init(_ owned: OwnedChain, purchases: [Purchase], derivation: Derivation, at instant: Instant) {
        self.purchases = purchases
        self.claims = owned.claims
        self.root = owned.chain.rootID
        self.at = instant
        // Without any transaction there is nobody to tell and nothing that was bought.
        let isTold = owned.chain.isSubscription && !owned.chain.transactions.isEmpty
        self.state = isTold ? derivation.stateWithoutNextChange(at: instant) : nil
    }

    /// Whose a purchase was.
    func claim(on purchase: Purchase) -> Claim {
        self.claims[purchase.transactionIDs[0]] ?? .unclaimed
    }

    /// Who was told about the subscription: the owner of the period that answers for it.
    var subscriber: CustomerID? {
        guard let owning = self.state?.owningTransactionID else { return nil }
        return self.claims[owning]?.owner
    }
}
