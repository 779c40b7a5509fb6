package import Ledger

extension Session {
    /// Returns everything that is known about one customer's purchases, the chains by ascending first transaction id.
    package func ledger(of customer: CustomerID, app: AppName, environment: StoreEnvironment) throws -> CustomerLedger {
        try self.ledger(of: customer, in: ScopeName(app: app, environment: environment)) { owner, scope in
            try self.all(.ownership.ownedOriginals, [.integer(owner), .integer(scope.number)]) { row in
                try row.integer()
            }
        }
    }

    /// Returns the part of a customer's ledger that became known last.
    package func newestLedger(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) throws -> (ledger: CustomerLedger, isWhole: Bool) {
        var isWhole = true
        let ledger = try self.ledger(of: customer, in: ScopeName(app: app, environment: environment)) { owner, scope in
            let values: [SQLValue] = [.integer(owner), .integer(scope.number), .integer(Int64(limit) + 1)]
            let found = try self.all(.ownership.newestOwnedOriginals, values) { row in try row.integer() }
            isWhole = found.count <= limit
            return Array(found.prefix(limit))
        }
        return (ledger, isWhole)
    }

    /// Returns the ledger of a customer with the chains of these originals of theirs.
    private func ledger(
        of customer: CustomerID,
        in scope: ScopeName,
        originals find: (_ owner: Int64, _ scope: Scope) throws -> [Int64]
    ) throws -> CustomerLedger {
        var chains: [OwnedChain] = []
        var customer = customer
        if let numbers = try self.knownScope(scope), let known = try self.knownCustomer(customer, app: numbers.app) {
            let counting = try self.countingCustomer(known)
            let owner = counting.number
            customer = counting.name
            var roots: Set<Int64> = []
            var people = CustomerCache(self)
            for original in try find(owner, numbers) {
                let original = try self.original(original)
                guard roots.insert(original.root).inserted else { continue }
                chains.append(try self.chain(of: original, scope: numbers).owned(by: &people))
            }
            chains.sort { left, right in
                guard let left = left.chain.transactions.first, let right = right.chain.transactions.first else {
                    return false
                }
                return left.transactionID < right.transactionID
            }
        }
        return CustomerLedger(customer: customer, environment: scope.environment, chains: chains)
    }

    /// Returns the chain of a transaction with its owners; `nil` when the transaction is not known.
    package func chain(of transaction: TransactionID, app: AppName, environment: StoreEnvironment) throws -> OwnedChain?
    {
        guard let numbers = try self.knownScope(ScopeName(app: app, environment: environment)),
            let home = try self.home(of: transaction, scope: numbers)
        else { return nil }
        var people = CustomerCache(self)
        return try self.chain(of: try self.original(home), scope: numbers).owned(by: &people)
    }

    /// Returns the number of the original to which a transaction belongs, or `nil` when it is not known.
    package func home(of transaction: TransactionID, scope: Scope) throws -> Int64? {
        try self.load(Self.homes, LocalID(scope.number, transaction))
    }

    /// The originals to which transactions belong.
    static let homes = Lookup<LocalID<TransactionID>, Int64?>(.chains.homeByID, in: \.homes, none: nil) { home, row in
        home = try row.optionalInteger()
    }

    /// Returns an original by Apple's id, or `nil` when it is not known.
    package func original(_ id: OriginalTransactionID, scope: Scope) throws -> OriginalRecord? {
        let key = LocalID(scope.number, id)
        if let known = self.group?.loaded.originalNumbers.known(key) {
            try self.check(known) { try self.storedOriginal(key)?.number }
            return try known.map(self.original)
        }
        let found = try self.storedOriginal(key)
        self.group?.loaded.keep(found, for: key)
        return found
    }

    private func storedOriginal(_ id: LocalID<OriginalTransactionID>) throws -> OriginalRecord? {
        try self.first(.chains.originalByID, id.values, read: Self.original)
    }

    /// Returns the originals that the open group does not know as a set to load, so that it will know them.
    func set(ofOriginals ids: some Sequence<LocalID<OriginalTransactionID>>, in group: GroupCommit) -> KeySet {
        let keys = Set(ids).filter { group.loaded.originalNumbers.known($0) == nil }
        let unknown = Array(keys)
        for key in unknown { group.loaded.keep(nil, for: key) }
        return KeySet(.chains.originalByID, unknown.map(\.values)) { place, row in
            group.loaded.keep(try Self.original(in: &row), for: unknown[place])
        }
    }

    /// Returns an original by its number.
    package func original(_ number: Int64) throws -> OriginalRecord {
        guard let found = try self.load(Self.originals, number) else { throw RepositoryError.corrupt }
        return found
    }

    private static let originals = Lookup<Int64, OriginalRecord?>(
        .chains.original,
        in: \.originals,
        none: nil
    ) { original, row in
        original = try Session.original(in: &row)
    }

    /// Returns the chain that an original belongs to.
    package func chain(of original: OriginalRecord, scope: Scope) throws -> ChainRecord {
        if let known = self.group?.loaded.chains.known(original.root) {
            try self.check(
                known,
                stored: { try self.storedChain(of: try self.original(original.number), scope: scope) },
                { $0.isStored(like: $1) }
            )
            return known
        }
        let chain = try self.storedChain(of: original, scope: scope)
        self.group?.loaded.keep(chain)
        return chain
    }

    private func storedChain(of original: OriginalRecord, scope: Scope) throws -> ChainRecord {
        var members = [original]
        if let root = original.joinedRoot {
            members = try self.all(.chains.members, [.integer(root)], read: Self.original)
        }
        var chains = [StoredChain(record: ChainRecord(of: members, root: original.root), scope: scope)]
        try self.fill(&chains)
        return chains[0].record
    }

    private static func original(in row: inout Row) throws -> OriginalRecord {
        let number = try row.integer()
        let id = OriginalTransactionID(try row.identifier())
        let root = try row.optionalInteger()
        let status = try row.optionalCoded(StatusEvidence.Status.self)
        let statedAt = try row.optionalInstant()
        var statement: StatusEvidence?
        if let status, let statedAt {
            statement = StatusEvidence(originalTransactionID: id, status: status, statedAt: statedAt)
        }
        return OriginalRecord(
            number: number,
            id: id,
            joinedRoot: root,
            status: statement,
            publishedAt: try row.optionalInstant(),
            dueAt: try row.optionalInstant(),
            askedAt: try row.optionalInstant(),
            shared: SharedValues(
                token: try row.optionalToken(),
                account: try row.optionalIdentifier().map { AppTransactionID($0) }
            ),
            retentionRequests: RetentionRequests(try row.instants())
        )
    }
}
