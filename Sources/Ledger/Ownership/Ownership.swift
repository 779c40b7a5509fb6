/// The derivation of the owner of each purchase.
///
/// Claims are always derived from everything that is known, never updated in steps, so the order in which evidence
/// arrived does not matter. Only the order of submissions does, which Purser itself records.
/// `docs/concepts/ownership.md` lists the nine rules.
package enum Ownership {
    /// The gap between two periods from which on the later is not a renewal of the earlier, because Apple stops billing
    /// retry.
    static let longestRenewalGap = Span.days(60)

    /// The result of a derivation.
    package struct Resolution: Hashable, Sendable {
        /// The claim on every transaction, restore twins included.
        package var claims: [TransactionID: Claim] = [:]
        /// The bindings of customers to Apple Accounts that these claims show.
        package var bindings: [AppleAccountBinding] = []
        /// The bindings of customers to Apple Accounts with which a family shares a purchase that they submitted.
        package var familyBindings: [AppleAccountBinding] = []
        /// The Apple Accounts whose bindings the derivation read, so that other bindings may lead to other claims.
        package var consulted: Set<AppTransactionID> = []
    }

    /// Returns the claim on each transaction of a single chain.
    ///
    /// - Parameters:
    ///   - chain: The chain.
    ///   - facts: The other facts; those about other chains are ignored.
    /// - Returns: The claim on every transaction of the chain, restore twins included.
    package static func claims(on chain: Chain, facts: OwnershipFacts) -> [TransactionID: Claim] {
        Self.resolution(on: [chain], facts: facts).claims
    }

    /// Derives the claims of several chains together.
    ///
    /// A purchase may belong to a customer because they own an earlier purchase of the same Apple Account, in any
    /// chain. Purchases are therefore decided in the order in which they were made; those that other people paid for
    /// come last, because the customer who was seen last decides them.
    package static func resolution(on chains: [Chain], facts: OwnershipFacts) -> Resolution {
        Self.resolution(of: chains.map { ChainOwnership(DerivedChain($0), facts: facts) }, facts: facts)
    }

    /// Derives the claims of a chain whose purchases are derived already.
    static func resolution(on chain: DerivedChain, facts: OwnershipFacts) -> Resolution {
        Self.resolution(of: [ChainOwnership(chain, facts: facts)], facts: facts)
    }

    private static func resolution(of chains: [ChainOwnership], facts: OwnershipFacts) -> Resolution {
        var derivations = chains
        var bindings = AccountBindings(facts.bindings)
        var found = AccountBindings([:])
        var families = AccountBindings([:])
        for derivation in derivations {
            for binding in derivation.familyBindings {
                bindings.see(binding.customer, with: binding.account, at: binding.firstAt)
                families.see(binding.customer, with: binding.account, at: binding.firstAt)
            }
        }
        var resolution = Resolution()
        var order: [(begunAt: Instant, chain: Int, purchase: Int, isPaid: Bool)] = []
        for (index, derivation) in derivations.enumerated() {
            for (place, purchase) in derivation.purchases.enumerated() {
                order.append((purchase.begunAt, index, place, purchase.isPaid))
            }
        }
        order.sort { left, right in
            if left.isPaid != right.isPaid { return left.isPaid }
            if left.begunAt != right.begunAt { return left.begunAt < right.begunAt }
            return (left.chain, left.purchase) < (right.chain, right.purchase)
        }
        for step in order {
            let claim = derivations[step.chain].decide(step.purchase, bindings: bindings)
            let purchase = derivations[step.chain].purchases[step.purchase]
            for id in purchase.transactionIDs { resolution.claims[id] = claim }
            guard purchase.isPaid, claim.bindsAppleAccount, let owner = claim.owner,
                let account = purchase.snapshot.appTransactionID
            else { continue }
            bindings.see(owner, with: account, at: purchase.begunAt)
            found.see(owner, with: account, at: purchase.begunAt)
        }
        for derivation in derivations { resolution.consulted.formUnion(derivation.consulted) }
        resolution.bindings = found.all
        resolution.familyBindings = families.all
        return resolution
    }

    /// Returns the bindings that the stored claims on a chain's purchases show.
    static func bindings(of purchases: [Purchase], claims: [TransactionID: Claim]) -> [AppleAccountBinding] {
        var found = AccountBindings([:])
        for purchase in purchases where purchase.isPaid {
            guard let claim = claims[purchase.transactionIDs[0]], claim.bindsAppleAccount,
                let owner = claim.owner, let account = purchase.snapshot.appTransactionID
            else { continue }
            found.see(owner, with: account, at: purchase.begunAt)
        }
        return found.all
    }
}

/// The facts besides Apple's evidence that decide the owners of purchases.
package struct OwnershipFacts: Hashable, Sendable {
    /// The submissions, in the order of arrival.
    package var submissions: [Submission]
    /// The decisions of operators, in any order.
    package var decisions: [Decision]
    /// The customer whom each account token identifies.
    package var customers: [AccountToken: CustomerID]
    /// The instants at which customers were erased whose facts are still stored without their names.
    package var erasedAt: [CustomerID: Instant]
    /// The bindings from elsewhere: from chains that are not derived together with these facts.
    package var bindings: [AppTransactionID: [AppleAccountBinding]]
    /// The members who have seats of multiseat subscriptions, by canonical customers.
    package var seats: [SeatMember]

    /// Creates facts with these values.
    package init(
        submissions: [Submission] = [],
        decisions: [Decision] = [],
        customers: [AccountToken: CustomerID] = [:],
        erasedAt: [CustomerID: Instant] = [:],
        bindings: [AppTransactionID: [AppleAccountBinding]] = [:],
        seats: [SeatMember] = []
    ) {
        self.submissions = submissions
        self.decisions = decisions
        self.customers = customers
        self.erasedAt = erasedAt
        self.bindings = bindings
        self.seats = seats
    }
}
