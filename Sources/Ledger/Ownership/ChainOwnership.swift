/// The derivation of the claims on one chain, purchase by purchase.
struct ChainOwnership {
    /// How long after its date a submitted purchase counts as the purchase of the customer who submits it.
    static let purchaseWindow = Span.days(1)
    /// How long after a restore has transferred a chain no other restore can transfer it.
    static let transferPause = Span.days(30)

    /// The purchases of the chain, in order.
    let purchases: [Purchase]
    /// The Apple Accounts whose bindings the derivation read.
    private(set) var consulted: Set<AppTransactionID> = []

    private let chain: Chain
    private let facts: OwnershipFacts
    private let renewals: [RenewalEvidence]
    private let decided: [Int: Decision]
    /// The members who have seats of the chain.
    private let members: [SeatMember]
    /// The submissions of each purchase, in the order of arrival.
    private let submissions: [[Submission]]
    private var claims: [Int: Claim] = [:]
    /// The instants at which restores transferred purchases of the chain.
    private var transferredAt: [Instant] = []

    /// Creates a derivation without claims.
    init(_ derived: DerivedChain, facts: OwnershipFacts) {
        let (chain, purchases) = (derived.chain, derived.purchases)
        self.chain = chain
        self.facts = facts
        self.purchases = purchases
        self.renewals = RenewalEvidence.all(of: chain)
        self.decided = Self.decided(facts.decisions, purchases: purchases, in: chain)
        let originals = facts.seats.isEmpty ? [] : Set(chain.transactions.map(\.current.originalTransactionID))
        self.members = facts.seats.filter { originals.contains($0.originalTransactionID) }
        var places: [TransactionID: Int] = [:]
        for (index, purchase) in purchases.enumerated() {
            for id in purchase.transactionIDs { places[id] = index }
        }
        var submissions = Array(repeating: [Submission](), count: purchases.count)
        for submission in facts.submissions {
            if let place = places[submission.transactionID] { submissions[place].append(submission) }
        }
        self.submissions = submissions
    }

    /// The bindings of customers to Apple Accounts with which a family shares a purchase that they submitted.
    var familyBindings: [AppleAccountBinding] {
        self.purchases.indices.flatMap { index -> [AppleAccountBinding] in
            let purchase = self.purchases[index]
            guard !purchase.isPaid, let account = purchase.snapshot.appTransactionID else { return [] }
            var seen: Set<CustomerID> = []
            return self.submissions[index].compactMap { submission in
                guard seen.insert(submission.customer).inserted else { return nil }
                let instant = submission.submittedAt
                return AppleAccountBinding(
                    account: account,
                    customer: submission.customer,
                    firstAt: instant,
                    lastAt: instant
                )
            }
        }
    }

    /// Derives the claim on a purchase, after all earlier purchases of the chain.
    mutating func decide(_ index: Int, bindings: AccountBindings) -> Claim {
        let purchase = self.purchases[index]
        let claim: Claim
        if let decision = self.decided[index], self.counts(decision.customer, for: index) {
            claim = Claim(owner: decision.customer, reason: .decision)
        } else if !purchase.isPaid {
            claim = self.familyClaim(index, bindings: bindings)
        } else {
            claim = self.restored(self.ownClaim(index, bindings: bindings), index)
        }
        self.claims[index] = claim
        return self.members.isEmpty ? claim : self.seated(claim, index)
    }

    // MARK: The rules

    /// Returns the claim by rule 2: a purchase that another person paid for.
    private mutating func familyClaim(_ index: Int, bindings: AccountBindings) -> Claim {
        if let account = self.purchases[index].snapshot.appTransactionID {
            self.consulted.insert(account)
            let known = bindings.of(account).filter { self.counts($0.customer, for: index) }
            if let last = known.max(by: { ($0.lastAt, $0.customer) < ($1.lastAt, $1.customer) }) {
                return Claim(owner: last.customer, reason: .familyMember)
            }
        }
        return self.firstSubmission(index)
    }

    /// Returns the claim by rules 4 to 9.
    private mutating func ownClaim(_ index: Int, bindings: AccountBindings) -> Claim {
        let purchase = self.purchases[index]
        if let owner = self.customer(of: purchase.accountToken, for: index) {
            return Claim(owner: owner, reason: .accountToken)
        }
        let predecessor = self.purchases[..<index].lastIndex { $0.begunAt < purchase.begunAt && $0.isPaid }
        let before = predecessor.map { self.purchases[$0] }
        let isRenewal = before.map { self.isRenewal(purchase, of: $0) } ?? (purchase.snapshot.reason == .renewal)
        if isRenewal {
            if let before, let owner = self.customer(of: self.tokenAnnounced(after: before), for: index) {
                return Claim(owner: owner, reason: .renewalToken)
            }
            if let owner = self.owner(of: predecessor, for: index) { return Claim(owner: owner, reason: .predecessor) }
        } else {
            if let buyer = self.purchaser(of: index) { return Claim(owner: buyer, reason: .purchaser) }
            if let owner = self.owner(of: self.seatsBefore(index), for: index) {
                return Claim(owner: owner, reason: .predecessor)
            }
            if let before, self.changesPlan(purchase, of: before), let owner = self.owner(of: predecessor, for: index) {
                return Claim(owner: owner, reason: .changeOfPlan)
            }
        }
        if let account = purchase.snapshot.appTransactionID {
            self.consulted.insert(account)
            let known = bindings.of(account).filter {
                $0.firstAt < purchase.begunAt && self.counts($0.customer, for: index)
            }
            if known.count == 1 { return Claim(owner: known[0].customer, reason: .appleAccount) }
        }
        return self.firstSubmission(index)
    }

    /// Returns the claim after rule 3, which changes that of rules 4 to 9.
    private mutating func restored(_ claim: Claim, _ index: Int) -> Claim {
        let purchase = self.purchases[index]
        guard var owner = claim.owner, purchase.snapshot.kind != .consumable,
            self.customer(of: purchase.accountToken, for: index) == nil
        else { return claim }
        var reason = claim.reason
        var shared = claim.reason == .predecessor ? self.guests(before: index) : []
        for restore in self.submissions[index] where restore.intent == .restore {
            let instant = restore.submittedAt
            guard restore.customer != owner, self.counts(restore.customer, for: index),
                self.givesEntitlement(purchase, at: instant)
            else { continue }
            let transfers: Bool
            switch restore.transfer {
            case .transfer?: transfers = true
            case .keepWhileRenewing?: transfers = owner.isAnonymous || !self.renewed(at: instant)
            case .share?:
                shared.insert(restore.customer)
                continue
            case .keep?, .block?, nil: continue
            }
            let isPaused = self.transferredAt.contains { instant < $0 + Self.transferPause && $0 <= instant }
            // An anonymous owner who states their name loses nothing, so the pause does not apply.
            guard transfers, owner.isAnonymous || !isPaused else { continue }
            if !owner.isAnonymous { self.transferredAt.append(instant) }
            owner = restore.customer
            reason = .restore
        }
        shared.remove(owner)
        return Claim(owner: owner, reason: reason, sharedWith: shared.sorted())
    }

    /// Returns the purchase that runs beside added seats, and had seats before; `nil` for any other purchase.
    private func seatsBefore(_ index: Int) -> Int? {
        let purchase = self.purchases[index]
        guard purchase.snapshot.seats?.isAddition == true else { return nil }
        return self.purchases[..<index].lastIndex { other in
            other.isPaid && other.snapshot.seats != nil && other.snapshot.productID == purchase.snapshot.productID
                && purchase.begunAt < other.endsAt
        }
    }

    /// Returns the claim with the members who have a seat in the period.
    ///
    /// A renewal inherits no members from the period before: who has a seat now has the period that runs.
    private func seated(_ claim: Claim, _ index: Int) -> Claim {
        let purchase = self.purchases[index]
        guard purchase.isPaid, purchase.snapshot.seats?.invitations == .developer else { return claim }
        // Purchases are in the order of their beginnings, so the next one begins before all others.
        let nextAt = self.purchases[(index + 1)...].first(where: \.isPaid)?.begunAt
        var shared = Set(claim.sharedWith)
        for member in self.members {
            let isOver = purchase.endsAt <= member.since && nextAt.map { $0 <= member.since } ?? false
            if !isOver { shared.insert(member.customer) }
        }
        if let owner = claim.owner { shared.remove(owner) }
        return Claim(owner: claim.owner, reason: claim.reason, sharedWith: shared.sorted())
    }

    /// Returns the customers with whom the period before is shared: a renewal stays shared with them.
    private func guests(before index: Int) -> Set<CustomerID> {
        let purchase = self.purchases[index]
        let predecessor = self.purchases[..<index].lastIndex { $0.begunAt < purchase.begunAt && $0.isPaid }
        let guests = predecessor.flatMap { self.claims[$0]?.sharedWith } ?? []
        return Set(guests.filter { self.counts($0, for: index) })
    }

    /// Returns the claim by rule 9: the customer who submitted the purchase first.
    private func firstSubmission(_ index: Int) -> Claim {
        let first = self.submissions[index].first { self.counts($0.customer, for: index) }
        return first.map { Claim(owner: $0.customer, reason: .firstSubmission) } ?? .unclaimed
    }

    // MARK: Helpers of the rules

    /// Returns whether a customer's statements and bindings count for a purchase.
    ///
    /// A purchase that was over stays with an erased customer; one that still gave an entitlement at the erasure, or
    /// came later, does not.
    private func counts(_ customer: CustomerID, for index: Int) -> Bool {
        guard let erasedAt = self.facts.erasedAt[customer] else { return true }
        let purchase = self.purchases[index]
        return purchase.begunAt <= erasedAt && !self.givesEntitlement(purchase, at: erasedAt)
    }

    private func customer(of token: AccountToken?, for index: Int) -> CustomerID? {
        guard let token, let customer = self.facts.customers[token], self.counts(customer, for: index) else {
            return nil
        }
        return customer
    }

    private func owner(of predecessor: Int?, for index: Int) -> CustomerID? {
        guard let predecessor, let owner = self.claims[predecessor]?.owner, self.counts(owner, for: index) else {
            return nil
        }
        return owner
    }

    /// Returns the first customer who submitted a purchase as theirs within a day.
    private func purchaser(of index: Int) -> CustomerID? {
        let latest = self.purchases[index].begunAt + Self.purchaseWindow
        return self.submissions[index].first {
            $0.intent == .purchase && $0.submittedAt <= latest && self.counts($0.customer, for: index)
        }?.customer
    }

    /// Returns the token of the newest renewal info about a period.
    private func tokenAnnounced(after period: Purchase) -> AccountToken? {
        self.renewals.last { $0.renewalAt == period.endsAt && !$0.isPartial }?.accountToken
    }

    /// Returns whether a purchase is a renewal of the one before.
    ///
    /// Older evidence does not state it. Then auto-renew must be known to have been on, and the gap must be one that
    /// Apple's billing retry can bridge; a period that begins in the same millisecond in which the one before ends
    /// proves both.
    private func isRenewal(_ purchase: Purchase, of predecessor: Purchase) -> Bool {
        guard purchase.snapshot.kind == .autoRenewable, predecessor.snapshot.kind == .autoRenewable else {
            return false
        }
        if let reason = purchase.snapshot.reason { return reason == .renewal }
        if purchase.begunAt == predecessor.endsAt { return true }
        guard purchase.begunAt > predecessor.endsAt else { return false }
        let renewal =
            self.renewals.last { $0.renewalAt == predecessor.endsAt }
            ?? self.renewals.last { $0.signedAt <= purchase.begunAt }
        return purchase.begunAt - predecessor.endsAt < Ownership.longestRenewalGap
            && renewal.map { self.isOn($0) == true } ?? false
    }

    /// Returns whether a purchase changes the plan of a subscription that renewed until then.
    private func changesPlan(_ purchase: Purchase, of predecessor: Purchase) -> Bool {
        guard purchase.snapshot.kind == .autoRenewable, predecessor.snapshot.kind == .autoRenewable,
            purchase.snapshot.productID != predecessor.snapshot.productID
        else { return false }
        if let revocation = predecessor.snapshot.revocation, revocation.revokedAt <= purchase.begunAt { return false }
        // A period without a known end counts as over once Apple would have stopped billing retry.
        guard purchase.begunAt < predecessor.endsAt + Ownership.longestRenewalGap else { return false }
        if let renewal = self.renewals.last(where: { $0.signedAt <= purchase.begunAt && $0.autoRenew != nil }) {
            return self.isOn(renewal) == true
        }
        // Auto-renew is on when a subscription is bought, and no evidence states that it was turned off.
        return purchase.begunAt < predecessor.endsAt
    }

    /// Returns whether the chain was set to renew at an instant.
    private func renewed(at instant: Instant) -> Bool {
        guard self.chain.isSubscription else { return false }
        let renewal = self.renewals.last { $0.signedAt <= instant && $0.autoRenew != nil }
        return renewal.map { self.isOn($0) == true } ?? true
    }

    /// Returns whether the evidence states that auto-renew is on.
    ///
    /// When a refund request was open, off does not count as a cancellation.
    private func isOn(_ renewal: RenewalEvidence) -> Bool? {
        guard renewal.autoRenew == false else { return renewal.autoRenew }
        let said = self.chain.refundRequests.filter { $0.signedAt <= renewal.signedAt }
        return said.contains { request in
            request.kind == .requested
                && !said.contains { $0.transactionID == request.transactionID && $0.isNewer(than: request) }
        }
    }

    /// Returns whether a purchase gives an entitlement at an instant, independent of the catalog.
    private func givesEntitlement(_ purchase: Purchase, at instant: Instant) -> Bool {
        if let revocation = purchase.snapshot.revocation, revocation.revokedAt <= instant { return false }
        switch purchase.snapshot.kind {
        case .consumable: return false
        case .nonConsumable: return true
        case .nonRenewing: return purchase.snapshot.expiresAt.map { instant < $0 } ?? true
        case .autoRenewable:
            let isReplaced = self.purchases.contains { other in
                other.snapshot.productID != purchase.snapshot.productID && purchase.begunAt < other.begunAt
                    && other.begunAt < purchase.endsAt && other.begunAt <= instant
            }
            if isReplaced { return false }
            let graceEnd = self.renewals
                .filter { $0.renewalAt == purchase.endsAt }.compactMap(\.gracePeriodExpiresAt).max()
            return instant < purchase.endsAt || graceEnd.map { instant < $0 } ?? false
        }
    }
}
