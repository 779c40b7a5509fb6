/// Derives the owners of purchases in the chains that a unit changed and in those that depend on them, and writes the
/// changes.
///
/// A purchase may belong to a customer because an earlier purchase of another chain does, by the Apple Account that
/// paid for both. So when a chain shows something new about an Apple Account, the chains that depend on that account
/// are derived again, until nothing changes. That ends, because only earlier purchases affect later ones.
struct ClaimWriter {
    /// A chain that a unit changed.
    struct Touched {
        /// The chain in its current state.
        let chain: ChainRecord
        /// The chain as a value, with its purchases.
        let value: DerivedChain
        /// The chains that it consisted of, as they were published; empty for a new one.
        let before: [PriorChain]
    }

    /// A chain that is being derived.
    private struct Work {
        var chain: ChainRecord
        let value: DerivedChain
        let before: [PriorChain]
        let isTouched: Bool
        /// Everything that decides who owns its purchases, except Apple Accounts.
        let facts: OwnershipFacts
        var claims: [TransactionID: Claim] = [:]
        /// The bindings of Apple Accounts that it shows.
        var bindings: [AppleAccountBinding]
        var rounds = 0
    }

    /// The maximum number of derivations of one chain within one unit, far above the number of customers of an Apple
    /// Account.
    private static let maximumRounds = 64

    private let storage: any LedgerStorage
    private let context: RecordingContext
    private var people: CustomerCache
    private var works: [Int64: Work] = [:]
    private var queue: [Int64] = []

    private init(_ storage: any LedgerStorage, context: RecordingContext, people: CustomerCache) {
        self.storage = storage
        self.context = context
        self.people = people
    }

    /// Derives and saves the claims of changed chains and of those that depend on them, and publishes the changes.
    ///
    /// Where the chains themselves have not changed, it publishes only those whose owners have.
    static func derive(
        _ touched: [Touched],
        on context: RecordingContext,
        isNews: Bool = true,
        people: CustomerCache,
        storage: any LedgerStorage
    ) throws {
        guard !touched.isEmpty else { return }
        var writer = Self(storage, context: context, people: people)
        for item in touched.sorted(by: { $0.chain.root < $1.chain.root }) { try writer.take(item, isTouched: isNews) }
        try writer.deriveAll()
        try writer.write()
    }

    /// Does the same for the chains of some originals, as they are stored.
    static func derive(
        originals: some Sequence<Int64>,
        on context: RecordingContext,
        isNews: Bool = true,
        storage: any LedgerStorage
    ) throws {
        var people = CustomerCache(storage)
        let touched = try storage.chains(of: originals, scope: context.scope).map { chain in
            try Self.unchanged(chain, people: &people)
        }
        try Self.derive(touched, on: context, isNews: isNews, people: people, storage: storage)
    }

    private static func unchanged(_ chain: ChainRecord, people: inout CustomerCache) throws -> Touched {
        let prior = try PriorChain(chain, people: &people)
        return Touched(chain: chain, value: prior.derived, before: [prior])
    }

    // MARK: Deriving

    private mutating func take(_ item: Touched, isTouched: Bool) throws {
        let (chain, scope) = (item.chain, self.context.scope)
        var facts = OwnershipFacts()
        facts.submissions = try self.storage.submissions(of: chain, scope: scope, people: &self.people)
        facts.decisions = try self.storage.decisions(of: chain, scope: scope, people: &self.people)
        facts.seats = try self.storage.seatMembers(of: chain, people: &self.people)
        for token in chain.tokens {
            if let number = try self.storage.customer(withToken: token, app: scope.app) {
                facts.customers[token] = try self.people.canonicalCustomer(number)
            } else if isTouched, !chain.tokensBefore.contains(token) {
                try self.storage.await(token, root: chain.root, app: scope.app)
            }
        }
        self.works[chain.root] = Work(
            chain: chain,
            value: item.value,
            before: item.before,
            isTouched: isTouched,
            facts: facts,
            bindings: AppleAccountBinding.joined(item.before.flatMap(\.bindings))
        )
        self.queue.append(chain.root)
    }

    private mutating func deriveAll() throws {
        var place = 0
        while place < self.queue.count {
            let root = self.queue[place]
            place += 1
            guard let work = self.works[root], work.rounds < Self.maximumRounds else { continue }
            try self.derive(root, work)
        }
    }

    private mutating func derive(_ root: Int64, _ work: Work) throws {
        var facts = work.facts
        facts.erasedAt = self.people.erasedAt
        var resolution = Ownership.resolution(on: work.value, facts: facts)
        let hasConsulted = work.chain.transactions.values.contains { $0.reason.goesByAppleAccount && $0.isStored }
        if hasConsulted || !resolution.consulted.isEmpty {
            for account in resolution.consulted {
                facts.bindings[account] = try self.storage.bindings(
                    of: account,
                    scope: self.context.scope,
                    people: &self.people
                )
            }
            facts.erasedAt = self.people.erasedAt
            resolution = Ownership.resolution(on: work.value, facts: facts)
            try self.register(root, work.value.chain, consulted: resolution.consulted)
        }
        self.works[root]?.claims = resolution.claims
        self.works[root]?.bindings = resolution.bindings
        self.works[root]?.rounds += 1
        let changes = try self.keep(resolution, replacing: work.bindings)
        for change in changes {
            let readers = try self.storage.readers(of: change.account, scope: self.context.scope)
            for reader in readers where reader.isFamily || !change.isOnlyLast {
                if self.works[reader.root] != nil {
                    self.queue.append(reader.root)
                } else {
                    let original = try self.storage.original(reader.root)
                    guard self.works[original.root] == nil else {
                        self.queue.append(original.root)
                        continue
                    }
                    let chain = try self.storage.chain(of: original, scope: self.context.scope)
                    try self.take(try Self.unchanged(chain, people: &self.people), isTouched: false)
                }
            }
        }
    }

    // MARK: Writing

    private mutating func write() throws {
        let works = self.works.values.sorted { left, right in
            left.isTouched == right.isTouched ? left.chain.root < right.chain.root : left.isTouched
        }
        for work in works {
            var chain = work.chain
            let hasChanged = try self.write(work.claims, of: &chain)
            guard work.isTouched || hasChanged else { continue }
            try self.storage.publish(
                from: work.before,
                to: chain,
                value: work.value,
                claims: work.claims,
                on: self.context,
                people: &self.people
            )
        }
    }

    /// Writes the claims of a chain that have changed; returns whether any has.
    private mutating func write(_ claims: [TransactionID: Claim], of chain: inout ChainRecord) throws -> Bool {
        let scope = self.context.scope
        var hasChanged = false
        var owned: Set<Share> = []
        var ownedBefore: Set<Share> = []
        for (transactionID, transaction) in chain.transactions {
            let claim = claims[transactionID] ?? .unclaimed
            let owner = try claim.owner.map { try self.people.number($0) }
            let shared = Set(try claim.sharedWith.map { try self.people.number($0) })
            for customer in shared.union(owner.map { [$0] } ?? []) {
                owned.insert(Share(owner: customer, original: transaction.original))
            }
            for customer in transaction.sharedWith.union(transaction.owner.map { [$0] } ?? []) {
                ownedBefore.insert(Share(owner: customer, original: transaction.original))
            }
            if !transaction.isStored || transaction.owner != owner || transaction.reason != claim.reason {
                hasChanged = true
                try self.storage.putClaim(
                    on: transactionID,
                    of: transaction.original,
                    owner: owner,
                    reason: claim.reason,
                    scope: scope
                )
            }
            if transaction.isStored, transaction.owner != owner {
                try self.storage.moveRefund(of: transactionID, to: owner, on: self.context)
            }
            for customer in transaction.sharedWith.subtracting(shared) {
                hasChanged = true
                try self.storage.deleteShared(transactionID, of: transaction.original, with: customer)
            }
            for customer in shared.subtracting(transaction.sharedWith) {
                hasChanged = true
                try self.storage.insertShared(transactionID, of: transaction.original, with: customer)
            }
            chain.setClaim(on: transactionID, owner: owner, reason: claim.reason, sharedWith: shared)
        }
        for share in ownedBefore.subtracting(owned) {
            try self.storage.noticeHoldings(of: share.owner, at: share.original, becoming: [], in: scope)
            try self.storage.delete(share, scope: scope)
        }
        let bearsTokens = !chain.tokens.isEmpty
        for share in owned.subtracting(ownedBefore) {
            try self.storage.insert(share, scope: scope, bearsTokens: bearsTokens)
        }
        return hasChanged
    }
}

extension ClaimWriter {
    /// A change of the bindings of an Apple Account.
    private struct AccountChange: Hashable {
        let account: AppTransactionID
        /// Whether only the time of the last use has changed.
        let isOnlyLast: Bool
    }

    /// Replaces the bindings that a chain shows, and returns the changes.
    private mutating func keep(
        _ resolution: Ownership.Resolution,
        replacing former: [AppleAccountBinding]
    ) throws -> Set<AccountChange> {
        var changes: Set<AccountChange> = []
        for binding in resolution.bindings where !former.contains(binding) {
            try self.change(binding.account, binding.customer, &changes) { known in
                known.lastAt = max(known.lastAt ?? known.firstAt ?? binding.lastAt, binding.lastAt)
                known.firstAt = min(known.firstAt ?? binding.firstAt, binding.firstAt)
            }
        }
        for binding in resolution.familyBindings {
            try self.change(binding.account, binding.customer, &changes) { known in
                known.familyLastAt = max(known.familyLastAt ?? known.familyAt ?? binding.lastAt, binding.lastAt)
                known.familyAt = min(known.familyAt ?? binding.firstAt, binding.firstAt)
            }
        }
        for old in former {
            let new = resolution.bindings.first { $0.account == old.account && $0.customer == old.customer }
            if let new, new.firstAt <= old.firstAt, new.lastAt >= old.lastAt { continue }
            let left = try self.shown(of: old.account, old.customer)
            try self.change(old.account, old.customer, &changes) { known in
                known.firstAt = left?.firstAt
                known.lastAt = left?.lastAt
            }
        }
        return changes
    }

    /// Returns the binding of a customer and an Apple Account that all chains show together; called only where an
    /// earlier binding is no longer shown, so it may read all chains of the customer.
    private mutating func shown(
        of account: AppTransactionID,
        _ customer: CustomerID
    ) throws -> AppleAccountBinding? {
        var found: [AppleAccountBinding] = []
        for work in self.works.values { found += work.bindings }
        let scope = self.context.scope
        var roots: Set<Int64> = []
        for number in try self.storage.ownedOriginals(of: try self.people.number(customer), scope: scope) {
            let original = try self.storage.original(number)
            guard self.works[original.root] == nil, roots.insert(original.root).inserted else { continue }
            let chain = try self.storage.chain(of: original, scope: scope)
            found += try PriorChain(chain, people: &self.people).bindings
        }
        return AppleAccountBinding.joined(found.filter { $0.account == account && $0.customer == customer }).first
    }

    private func change(
        _ account: AppTransactionID,
        _ customer: CustomerID,
        _ changes: inout Set<AccountChange>,
        _ apply: (inout AccountUse) -> Void
    ) throws {
        let (number, scope) = (try self.people.number(customer), self.context.scope)
        let before = try self.storage.use(of: account, by: number, scope: scope) ?? AccountUse()
        var after = before
        apply(&after)
        if after.lastAt == after.firstAt { after.lastAt = nil }
        if after.familyLastAt == after.familyAt { after.familyLastAt = nil }
        guard after != before else { return }
        try self.storage.put(after.isNothing ? nil : after, of: account, by: number, scope: scope)
        guard after.first != before.first || after.last != before.last else { return }
        changes.insert(AccountChange(account: account, isOnlyLast: after.first == before.first))
    }

    // MARK: Who asks about Apple Accounts

    /// Records the Apple Accounts that a chain depends on, and removes the earlier ones.
    private func register(_ root: Int64, _ chain: Chain, consulted: Set<AppTransactionID>) throws {
        let snapshots = chain.transactions.map(\.current)
        for account in Set(snapshots.compactMap(\.appTransactionID)) {
            guard consulted.contains(account) else {
                try self.storage.deleteReader(root, of: account, scope: self.context.scope)
                continue
            }
            let isFamily = snapshots.contains { $0.appTransactionID == account && $0.ownership != .purchased }
            try self.storage.putReader(root, of: account, isFamily: isFamily, scope: self.context.scope)
        }
    }
}

extension LedgerStorage {
    /// Derives and saves the claims on the chains of some originals, and publishes the changes.
    package func derive(
        _ originals: some Sequence<Int64>,
        on context: RecordingContext,
        isNews: Bool = true
    ) throws {
        try ClaimWriter.derive(originals: originals, on: context, isNews: isNews, storage: self)
    }
}

extension Claim.Reason {
    /// Whether a claim for this reason may change with new bindings of an Apple Account.
    fileprivate var goesByAppleAccount: Bool {
        switch self {
        case .familyMember, .appleAccount, .firstSubmission, .unclaimed: true
        case .decision, .restore, .accountToken, .renewalToken, .predecessor, .purchaser, .changeOfPlan: false
        }
    }
}
