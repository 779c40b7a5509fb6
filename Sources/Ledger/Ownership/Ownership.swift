/// Decides whose each purchase is.
///
/// Claims are derived anew from everything known, never changed step by step; so the order in which evidence arrived
/// has no say, only the order of submissions has, which is Purser's own. `docs/concepts/ownership.md` lists the nine
/// rules.
package enum Ownership {
    /// A gap between two periods from which on a later one is no renewal of the earlier, because Apple stops trying.
    static let longestRenewalGap = Span.days(60)

    /// What a derivation found.
    package struct Resolution: Hashable, Sendable {
        /// A claim for every transaction, restore twins included.
        package var claims: [TransactionID: Claim] = [:]
        /// Which customers these claims show with which Apple Accounts.
        package var bindings: [AppleAccountBinding] = []
        /// Which customers submitted what a family shares with which Apple Accounts.
        package var familyBindings: [AppleAccountBinding] = []
        /// The Apple Accounts whose customers were asked for, so that other bindings may mean other claims.
        package var consulted: Set<AppTransactionID> = []
    }

    /// The claim on each transaction of a chain that is looked at alone.
    ///
    /// - Parameters:
    ///   - chain: All that is known of the chain.
    ///   - facts: What else is known; what is about other chains is passed over.
    /// - Returns: A claim for every transaction of the chain, restore twins included.
    package static func claims(on chain: Chain, facts: OwnershipFacts) -> [TransactionID: Claim] {
        Self.resolution(on: [chain], facts: facts).claims
    }

    /// Derives the claims of chains together.
    ///
    /// A purchase may be a customer's because of whom an earlier purchase of the same Apple Account belongs to, in
    /// whatever chain. So purchases are decided in the order in which they were bought; only what others paid for comes
    /// last, because it goes by who was seen last.
    package static func resolution(on chains: [Chain], facts: OwnershipFacts) -> Resolution {
        var derivations = chains.map { ChainOwnership(chain: $0, facts: facts) }
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

    /// What the claims on a chain, as they are kept, show of Apple Accounts.
    package static func bindings(of owned: OwnedChain) -> [AppleAccountBinding] {
        var found = AccountBindings([:])
        for purchase in owned.chain.purchases where purchase.isPaid {
            guard let claim = owned.claims[purchase.transactionIDs[0]], claim.bindsAppleAccount,
                let owner = claim.owner, let account = purchase.snapshot.appTransactionID
            else { continue }
            found.see(owner, with: account, at: purchase.begunAt)
        }
        return found.all
    }
}

/// Everything besides Apple's evidence that says whose purchases are.
package struct OwnershipFacts: Hashable, Sendable {
    /// Who submitted what, in the order of arrival.
    package var submissions: [Submission]
    /// What operators decided, in any order.
    package var decisions: [Decision]
    /// Whom each account token stands for.
    package var customers: [AccountToken: CustomerID]
    /// When customers were erased whose facts are still here without their names.
    package var erasedAt: [CustomerID: Instant]
    /// Who was seen with Apple Accounts elsewhere: in chains that are not derived together with these facts.
    package var bindings: [AppTransactionID: [AppleAccountBinding]]

    /// Facts of these kinds.
    package init(
        submissions: [Submission] = [],
        decisions: [Decision] = [],
        customers: [AccountToken: CustomerID] = [:],
        erasedAt: [CustomerID: Instant] = [:],
        bindings: [AppTransactionID: [AppleAccountBinding]] = [:]
    ) {
        self.submissions = submissions
        self.decisions = decisions
        self.customers = customers
        self.erasedAt = erasedAt
        self.bindings = bindings
    }
}
