/// Records the facts of one unit about chains, and derives the owners of the affected purchases again.
///
/// First every original and transaction is assigned to its chain, and chains that turn out to be one are joined; then
/// each affected chain is loaded once, takes its facts and is saved; last its sales, its figures and its claims are derived
/// and saved where they changed.
struct FactRecorder {
    private let storage: any LedgerStorage
    private let scope: Scope
    private let context: RecordingContext
    /// The transactions that this unit submits.
    var submitted: [TransactionID] = []
    /// The transactions, or original transaction ids, that this unit decides on.
    var decided: [TransactionID] = []
    /// The originals whose members this unit changes.
    var seated: [Int64] = []
    /// The tokens that this unit assigns to a customer.
    var tokens: [AccountToken] = []
    /// The transactions that were not known before this unit.
    private(set) var met: Set<TransactionID> = []
    /// The transactions whose revocation was not known before this unit.
    private(set) var revoked: Set<TransactionID> = []

    private var numbers: [OriginalTransactionID: Int64] = [:]
    private var originals: [Int64: OriginalRecord] = [:]
    private var homes: [TransactionID: Int64] = [:]
    /// The originals that are new in this unit and have no stored rows yet.
    private var fresh: Set<Int64> = []
    private var chains: [Int64: ChainRecord] = [:]
    /// The chains whose claims may have changed.
    private var changed: Set<Int64> = []
    /// The chains with new transactions.
    private var grown: Set<Int64> = []
    /// The chains whose sales may have changed.
    private var resold: Set<Int64> = []
    /// The chains before this unit, by the number that represents them now: several where they were joined.
    private var before: [Int64: [PriorChain]] = [:]
    private var people: CustomerCache

    /// Creates a recorder with this context.
    init(_ storage: any LedgerStorage, on context: RecordingContext) {
        self.storage = storage
        self.scope = context.scope
        self.context = context
        self.people = CustomerCache(storage)
    }

    /// Records the facts of a unit; returns whether one was new.
    mutating func record(_ intake: Intake) throws -> Bool {
        var isNew = try self.settle(intake)
        for snapshot in intake.transactions { isNew = try self.take(snapshot) || isNew }
        for renewal in intake.renewals {
            // Apple's evidence about the next renewal dates the charge of the latest one.
            let isTaken = try self.take(of: renewal.originalTransactionID, sells: true) { $0.add(renewal, to: $1) }
            isNew = isTaken || isNew
        }
        for status in intake.statuses {
            isNew = try self.take(of: status.originalTransactionID) { $0.add(status, to: $1) } || isNew
        }
        for refund in intake.refundRequests {
            isNew = try self.take(of: refund.originalTransactionID) { $0.add(refund, to: $1) } || isNew
        }
        for request in intake.retentionRequests {
            isNew = try self.take(of: request.originalTransactionID) { $0.add(request, to: $1) } || isNew
        }
        for report in intake.reportedRefunds {
            let isTaken = try self.take(of: report.originalTransactionID, sells: true) { $0.add(report, to: $1) }
            isNew = isTaken || isNew
        }
        for root in self.changed.union(self.grown).sorted() {
            guard let chain = self.chains[root] else { continue }
            try self.storage.save(chain, scope: self.scope)
            if self.grown.contains(root) { try self.storage.know(reportedIn: chain) }
        }
        var values: [Int64: DerivedChain] = [:]
        for root in self.changed.sorted() {
            guard let value = self.chains[root].map({ DerivedChain($0.value) }) else { continue }
            values[root] = value
            try self.saveSales(of: value, root)
        }
        try self.findChangedOwners()
        var touched: [ClaimWriter.Touched] = []
        for root in self.changed {
            guard let chain = self.chains[root] else { continue }
            let value = values[root] ?? DerivedChain(chain.value)
            touched.append(ClaimWriter.Touched(chain: chain, value: value, before: self.before[root] ?? []))
        }
        try ClaimWriter.derive(touched, on: self.context, people: self.people, storage: self.storage)
        return isNew
    }

    /// Saves the sales of a chain where they may have changed, and its figures.
    private func saveSales(of chain: DerivedChain, _ root: Int64) throws {
        let former = self.before[root] ?? []
        var sales: SaleChange?
        if self.resold.contains(root) {
            let change = SaleChange(from: former.map(\.derived.chain), to: chain.chain, in: self.scope.environment)
            try self.storage.save(change, scope: self.scope)
            sales = change
        }
        let parts = former.map { (number: $0.record.root, value: $0.derived) }
        try self.storage.keep(
            FigureChange(from: parts.map(\.value), to: chain, sales: sales, in: self.scope.environment),
            of: (root, chain),
            from: parts,
            scope: self.scope,
            at: self.context.now,
            timeZone: self.context.catalog.timeZone
        )
    }

    /// Assigns every original and transaction to its chain and joins chains; returns whether any were joined.
    private mutating func settle(_ intake: Intake) throws -> Bool {
        var joined: [Int64] = []
        for snapshot in intake.transactions {
            let original = try self.number(of: snapshot.originalTransactionID)
            if let previous = snapshot.previousOriginalTransactionID {
                let previous = try self.number(of: previous)
                if try self.join(original, previous) { joined.append(original) }
            }
            let known =
                try self.homes[snapshot.transactionID]
                ?? self.storage.home(of: snapshot.transactionID, scope: self.scope)
            self.homes[snapshot.transactionID] = known ?? original
            if let known, known != original, try self.join(original, known) { joined.append(original) }
        }
        for original in joined {
            let root = try self.load(original)
            self.changed.insert(root)
            self.grown.insert(root)
            self.resold.insert(root)
        }
        return !joined.isEmpty
    }

    private mutating func join(_ left: Int64, _ right: Int64) throws -> Bool {
        let (left, right) = (try self.original(left), try self.original(right))
        guard left.root != right.root else { return false }
        let before = try self.chainsBefore(left) + self.chainsBefore(right)
        let root = min(left.root, right.root)
        try self.storage.join(max(left.root, right.root), into: root)
        self.before[root] = before
        // Any of them may belong to another chain now.
        self.originals = [:]
        return true
    }

    /// Returns the chains that an original belonged to before this unit.
    private mutating func chainsBefore(_ original: OriginalRecord) throws -> [PriorChain] {
        if let known = self.before[original.root] { return known }
        if original.joinedRoot == nil, self.fresh.contains(original.number) { return [] }
        let chain = try self.storage.chain(of: original, scope: self.scope)
        return [try PriorChain(chain, people: &self.people)]
    }

    private mutating func take(_ snapshot: TransactionSnapshot) throws -> Bool {
        let id = snapshot.transactionID
        guard let home = self.homes[id] else { return false }
        let root = try self.load(home)
        switch self.chains[root]?.add(snapshot, to: home) {
        case nil: return false
        case .nothing:
            // A fulfillment may wait for evidence that adds no fact.
            if try self.vouches(for: snapshot, in: root) { self.changed.insert(root) }
            return false
        case .changed(let isNewlyRevoked):
            if isNewlyRevoked { self.revoked.insert(id) }
        case .new(let isNewlyRevoked):
            self.met.insert(id)
            if isNewlyRevoked { self.revoked.insert(id) }
            self.grown.insert(root)
        }
        self.changed.insert(root)
        self.resold.insert(root)
        return true
    }

    /// Lets the chain of an original take a fact, and returns whether it was new; such a fact may change its sales.
    private mutating func take(
        of id: OriginalTransactionID,
        sells: Bool = false,
        _ add: (inout ChainRecord, Int64) -> Bool
    ) throws -> Bool {
        let original = try self.number(of: id)
        let root = try self.load(original)
        guard var chain = self.chains.removeValue(forKey: root) else { return false }
        let isNew = add(&chain, original)
        self.chains[root] = chain
        guard isNew else { return false }
        self.changed.insert(root)
        if sells { self.resold.insert(root) }
        return true
    }

    /// Returns whether a unit confirms a transaction that until now only an app has submitted.
    private func vouches(for snapshot: TransactionSnapshot, in root: Int64) throws -> Bool {
        guard snapshot.kind == .consumable, self.context.catalog.fulfillment != nil,
            self.context.vouched.contains(snapshot.transactionID), let chain = self.chains[root]
        else { return false }
        return try self.storage.hasUnconfirmedFulfillment(in: chain, app: self.context.app)
    }

    /// Marks the chains whose claims a new submission, a decision or a newly known token may change.
    private mutating func findChangedOwners() throws {
        for transaction in self.submitted {
            let home = try self.homes[transaction] ?? self.storage.home(of: transaction, scope: self.scope)
            if let home { self.changed.insert(try self.load(home)) }
        }
        for id in self.decided {
            let home = try self.homes[id] ?? self.storage.home(of: id, scope: self.scope)
            if let home { self.changed.insert(try self.load(home)) }
            let name = OriginalTransactionID(id.rawValue)
            if let original = try self.storage.original(name, scope: self.scope) {
                self.changed.insert(try self.load(original.number))
            }
        }
        for original in self.seated { self.changed.insert(try self.load(original)) }
        var elsewhere: [Int64: Set<Int64>] = [:]
        for token in self.tokens {
            for awaiting in try self.storage.takeAwaiting(token, app: self.scope.app) {
                if awaiting.scope == self.scope.number {
                    self.changed.insert(try self.load(awaiting.original))
                } else {
                    elsewhere[awaiting.scope, default: []].insert(awaiting.original)
                }
            }
        }
        // A token identifies a customer of the app, so purchases of other environments await it, too.
        for (scope, originals) in elsewhere.sorted(by: { $0.key < $1.key }) {
            let context = self.context.elsewhere(try self.storage.scope(numbered: scope))
            try ClaimWriter.derive(originals: originals, on: context, storage: self.storage)
        }
    }

    private mutating func number(of id: OriginalTransactionID) throws -> Int64 {
        if let known = self.numbers[id] { return known }
        let original: OriginalRecord
        if let known = try self.storage.original(id, scope: self.scope) {
            original = known
        } else {
            original = try self.storage.addOriginal(id, scope: self.scope)
            self.fresh.insert(original.number)
        }
        self.numbers[id] = original.number
        self.originals[original.number] = original
        return original.number
    }

    private mutating func original(_ number: Int64) throws -> OriginalRecord {
        if let known = self.originals[number] { return known }
        let original = try self.storage.original(number)
        self.originals[number] = original
        return original
    }

    /// Loads the chain of an original unless it is loaded, and returns the number that represents it.
    private mutating func load(_ number: Int64) throws -> Int64 {
        let original = try self.original(number)
        if self.chains[original.root] != nil { return original.root }
        var chain: ChainRecord
        if original.joinedRoot == nil, self.fresh.contains(number) {
            chain = ChainRecord(fresh: original)
        } else {
            chain = try self.storage.chain(of: original, scope: self.scope)
            chain.tokensBefore = chain.tokens
            if self.before[original.root] == nil {
                self.before[original.root] = [try PriorChain(chain, people: &self.people)]
            }
        }
        self.chains[original.root] = chain
        return original.root
    }
}
