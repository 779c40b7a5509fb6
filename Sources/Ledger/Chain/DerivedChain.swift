/// A chain with its purchases, which are derived once for everything that one unit of work derives from them.
package struct DerivedChain: Sendable {
    /// The chain.
    package let chain: Chain
    /// Its purchases, in their order.
    package let purchases: [Purchase]

    /// Derives the purchases of a chain.
    package init(_ chain: Chain) {
        self.chain = chain
        self.purchases = chain.purchases
    }
}

/// A chain before a unit of work, with its owners.
struct PriorChain: Sendable {
    /// The chain as it is stored.
    let record: ChainRecord
    /// The chain as a value, with its purchases.
    let derived: DerivedChain
    /// The claim on each transaction.
    let claims: [TransactionID: Claim]

    /// Looks up the owners of a stored chain, and derives its purchases.
    init(_ record: ChainRecord, people: inout CustomerCache) throws {
        let owned = try record.owned(by: &people)
        self.record = record
        self.derived = DerivedChain(owned.chain)
        self.claims = owned.claims
    }

    /// The bindings of Apple Accounts that its claims show.
    var bindings: [AppleAccountBinding] { Ownership.bindings(of: self.derived.purchases, claims: self.claims) }
}
