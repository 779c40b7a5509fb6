import Ledger

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
        let chain: StoredChain
        /// The chains that it consisted of, as they were published; empty for a new one.
        let before: [StoredChain]
    }

    /// A chain that is being derived.
    private struct Work {
        var chain: StoredChain
        let before: [StoredChain]
        let isTouched: Bool
        /// Everything that decides who owns its purchases, except Apple Accounts.
        let facts: OwnershipFacts
        let value: Chain
        var claims: [TransactionID: Claim] = [:]
        /// The bindings of Apple Accounts that it shows.
        var bindings: [AppleAccountBinding]
        var rounds = 0
    }

    /// The maximum number of derivations of one chain within one unit, far above the number of customers of an Apple
    /// Account.
    private static let maximumRounds = 64

    private let session: Session
    private let context: Session.RecordingContext
    private var people: CustomerCache
    private var works: [Int64: Work] = [:]
    private var queue: [Int64] = []

    private init(session: Session, context: Session.RecordingContext) {
        self.session = session
        self.context = context
        self.people = CustomerCache(session: session)
    }

    /// Derives and writes the claims of changed chains and of those that depend on them, and publishes the changes.
    ///
    /// Where the chains themselves have not changed, it publishes only those whose owners have.
    static func derive(
        _ touched: [Touched],
        on context: Session.RecordingContext,
        isNews: Bool = true,
        session: Session
    ) throws {
        guard !touched.isEmpty else { return }
        var writing = Self(session: session, context: context)
        for item in touched.sorted(by: { $0.chain.root < $1.chain.root }) {
            try writing.take(item.chain, before: item.before, isTouched: isNews)
        }
        try writing.deriveAll()
        try writing.write()
    }

    /// Does the same for the chains of some originals, as the database stores them.
    static func derive(
        originals: some Sequence<Int64>,
        on context: Session.RecordingContext,
        isNews: Bool = true,
        session: Session
    ) throws {
        var roots: Set<Int64> = []
        var touched: [Touched] = []
        for number in originals {
            let original = try session.original(number)
            guard roots.insert(original.root).inserted else { continue }
            let chain = try session.chain(of: original, scope: context.scope)
            touched.append(Touched(chain: chain, before: [chain]))
        }
        try Self.derive(touched, on: context, isNews: isNews, session: session)
    }

    // MARK: Deriving

    private mutating func take(_ chain: StoredChain, before: [StoredChain], isTouched: Bool) throws {
        let scope = self.context.scope
        var facts = OwnershipFacts()
        facts.submissions = try self.session.submissions(of: chain, scope: scope, people: &self.people)
        facts.decisions = try self.session.decisions(of: chain, scope: scope, people: &self.people)
        for token in chain.tokens {
            if let number = try self.session.customer(withToken: token, app: scope.app) {
                facts.customers[token] = try self.people.canonicalCustomer(number)
            } else if isTouched, !chain.tokensBefore.contains(token) {
                let values: [SQLValue] = [.integer(scope.app), .token(token), .integer(chain.root)]
                try self.session.run(.ownership.awaitToken, values)
            }
        }
        var bindings: [AppleAccountBinding] = []
        for former in before { bindings += Ownership.bindings(of: try former.owned(by: &self.people)) }
        self.works[chain.root] = Work(
            chain: chain,
            before: before,
            isTouched: isTouched,
            facts: facts,
            value: chain.value,
            bindings: AppleAccountBinding.joined(bindings)
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
        var resolution = Ownership.resolution(on: [work.value], facts: facts)
        let hasConsulted = work.chain.transactions.values.contains { $0.reason.goesByAppleAccount && $0.isStored }
        if hasConsulted || !resolution.consulted.isEmpty {
            for account in resolution.consulted {
                facts.bindings[account] = try self.customers(of: account)
            }
            facts.erasedAt = self.people.erasedAt
            resolution = Ownership.resolution(on: [work.value], facts: facts)
            try self.register(root, work.value, consulted: resolution.consulted)
        }
        self.works[root]?.claims = resolution.claims
        self.works[root]?.bindings = resolution.bindings
        self.works[root]?.rounds += 1
        let changes = try self.keep(resolution, replacing: work.bindings)
        for change in changes {
            for reader in try self.readers(of: change.account) where reader.isFamily || !change.isOnlyLast {
                if self.works[reader.root] != nil {
                    self.queue.append(reader.root)
                } else {
                    let original = try self.session.original(reader.root)
                    guard self.works[original.root] == nil else {
                        self.queue.append(original.root)
                        continue
                    }
                    let chain = try self.session.chain(of: original, scope: self.context.scope)
                    try self.take(chain, before: [chain], isTouched: false)
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
            let after = OwnedChain(chain: work.value, claims: work.claims)
            try self.session.publish(from: work.before, to: chain, owned: after, on: self.context, people: &self.people)
        }
    }

    /// Writes the claims of a chain that have changed; returns whether any has.
    private mutating func write(_ claims: [TransactionID: Claim], of chain: inout StoredChain) throws -> Bool {
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
                let values: [SQLValue] = [
                    .integer(scope.number), .identifier(transactionID.rawValue), .integer(transaction.original),
                    .optional(owner), .integer(claim.reason.code),
                ]
                try self.session.run(.chains.putTransaction, values)
            }
            if transaction.isStored, transaction.owner != owner {
                try self.session.moveRefund(of: transactionID, to: owner, on: self.context)
            }
            let key: [SQLValue] = [.integer(transaction.original), .identifier(transactionID.rawValue)]
            for customer in transaction.sharedWith.subtracting(shared) {
                hasChanged = true
                try self.session.run(.ownership.deleteShared, key + [.integer(customer)])
            }
            for customer in shared.subtracting(transaction.sharedWith) {
                hasChanged = true
                try self.session.run(.ownership.insertShared, key + [.integer(customer)])
            }
            chain.transactions[transactionID]?.owner = owner
            chain.transactions[transactionID]?.reason = claim.reason
            chain.transactions[transactionID]?.sharedWith = shared
            chain.transactions[transactionID]?.isStored = true
        }
        for share in ownedBefore.subtracting(owned) {
            try self.session.noticeHoldings(of: share.owner, at: share.original, becoming: [], on: self.context)
            try self.session.delete(share, scope: scope)
        }
        let bearsTokens = !chain.tokens.isEmpty
        for share in owned.subtracting(ownedBefore) {
            try self.session.insert(share, scope: scope, bearsTokens: bearsTokens)
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

    /// The stored binding of a customer and an Apple Account.
    private struct AccountCustomer: Equatable {
        var firstAt: Instant?
        var lastAt: Instant?
        var familyAt: Instant?
        var familyLastAt: Instant?

        var isNothing: Bool { self.firstAt == nil && self.familyAt == nil }
        var first: Instant? { [self.firstAt, self.familyAt].compactMap(\.self).min() }
        var last: Instant? {
            [self.lastAt ?? self.firstAt, self.familyLastAt ?? self.familyAt].compactMap(\.self).max()
        }
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
        let key: [SQLValue] = [.integer(try self.people.number(customer)), .integer(self.context.scope.number)]
        var roots: Set<Int64> = []
        for number in try self.session.all(.ownership.ownedOriginals, key, read: { row in try row.integer() }) {
            let original = try self.session.original(number)
            guard self.works[original.root] == nil, roots.insert(original.root).inserted else { continue }
            let chain = try self.session.chain(of: original, scope: self.context.scope)
            found += Ownership.bindings(of: try chain.owned(by: &self.people))
        }
        return AppleAccountBinding.joined(found.filter { $0.account == account && $0.customer == customer }).first
    }

    private func change(
        _ account: AppTransactionID,
        _ customer: CustomerID,
        _ changes: inout Set<AccountChange>,
        _ apply: (inout AccountCustomer) -> Void
    ) throws {
        let key: [SQLValue] = [
            .integer(self.context.scope.number), .identifier(account.rawValue),
            .integer(try self.people.number(customer)),
        ]
        let stored = try self.session.first(.ownership.accountCustomer, key) { row -> AccountCustomer in
            _ = try row.integer()
            return try Self.accountCustomer(in: &row)
        }
        let before = stored ?? AccountCustomer()
        var after = before
        apply(&after)
        if after.lastAt == after.firstAt { after.lastAt = nil }
        if after.familyLastAt == after.familyAt { after.familyLastAt = nil }
        guard after != before else { return }
        if after.isNothing {
            try self.session.run(.ownership.deleteAccountCustomer, key)
        } else {
            let values: [SQLValue] = [
                .instant(after.firstAt), .instant(after.lastAt), .instant(after.familyAt),
                .instant(after.familyLastAt),
            ]
            try self.session.run(.ownership.putAccountCustomer, key + values)
        }
        guard after.first != before.first || after.last != before.last else { return }
        changes.insert(AccountChange(account: account, isOnlyLast: after.first == before.first))
    }

    private static func accountCustomer(in row: inout Row) throws -> AccountCustomer {
        AccountCustomer(
            firstAt: try row.optionalInstant(),
            lastAt: try row.optionalInstant(),
            familyAt: try row.optionalInstant(),
            familyLastAt: try row.optionalInstant()
        )
    }

    /// Returns the bindings of an Apple Account, by canonical customers.
    private mutating func customers(of account: AppTransactionID) throws -> [AppleAccountBinding] {
        let key: [SQLValue] = [.integer(self.context.scope.number), .identifier(account.rawValue)]
        let lines = try self.session.all(.ownership.accountCustomers, key) { row in
            (customer: try row.integer(), seen: try Self.accountCustomer(in: &row))
        }
        return AppleAccountBinding.joined(
            try lines.compactMap { line in
                guard let first = line.seen.first, let last = line.seen.last else { return nil }
                let customer = try self.people.canonicalCustomer(line.customer)
                return AppleAccountBinding(account: account, customer: customer, firstAt: first, lastAt: last)
            }
        )
    }

    // MARK: Who asks about Apple Accounts

    private func readers(of account: AppTransactionID) throws -> [(root: Int64, isFamily: Bool)] {
        let key: [SQLValue] = [.integer(self.context.scope.number), .identifier(account.rawValue)]
        return try self.session.all(.ownership.accountReaders, key) { row in
            (root: try row.integer(), isFamily: try row.flag())
        }
    }

    /// Records the Apple Accounts that a chain depends on, and removes the earlier ones.
    private func register(_ root: Int64, _ chain: Chain, consulted: Set<AppTransactionID>) throws {
        let snapshots = chain.transactions.map(\.current)
        for account in Set(snapshots.compactMap(\.appTransactionID)) {
            let key: [SQLValue] = [
                .integer(self.context.scope.number), .identifier(account.rawValue), .integer(root),
            ]
            guard consulted.contains(account) else {
                try self.session.run(.ownership.deleteAccountReader, key)
                continue
            }
            let isFamily = snapshots.contains { $0.appTransactionID == account && $0.ownership != .purchased }
            try self.session.run(.ownership.putAccountReader, key + [.flag(isFamily)])
        }
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
