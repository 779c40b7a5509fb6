package import Ledger

extension Session {
    /// Returns everything that is known about one customer's purchases, the chains by ascending first transaction id.
    package func ledger(of customer: CustomerID, app: AppName, environment: StoreEnvironment) throws -> CustomerLedger {
        let scope = ScopeName(app: app, environment: environment)
        var chains: [OwnedChain] = []
        var customer = customer
        if let numbers = try self.knownScope(scope), let known = try self.knownCustomer(customer, app: numbers.app) {
            let counting = try self.countingCustomer(known)
            let owner = counting.number
            customer = counting.name
            let originals = try self.all(.ownership.ownedOriginals, [.integer(owner), .integer(numbers.number)]) {
                row in
                try row.integer()
            }
            var roots: Set<Int64> = []
            var people = CustomerCache(self)
            for original in originals {
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
        return CustomerLedger(customer: customer, environment: environment, chains: chains)
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
        let values: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        return try self.first(.chains.homeByID, values) { row in try row.optionalInteger() } ?? nil
    }

    /// Returns an original by Apple's id, or `nil` when it is not known.
    package func original(_ id: OriginalTransactionID, scope: Scope) throws -> OriginalRecord? {
        let values: [SQLValue] = [.integer(scope.number), .identifier(id.rawValue)]
        return try self.first(.chains.originalByID, values, read: Self.original)
    }

    /// Returns an original by its number.
    package func original(_ number: Int64) throws -> OriginalRecord {
        guard let found = try self.first(.chains.original, [.integer(number)], read: Self.original) else {
            throw RepositoryError.corrupt
        }
        return found
    }

    /// Returns the chain that an original belongs to.
    package func chain(of original: OriginalRecord, scope: Scope) throws -> ChainRecord {
        var members = [original]
        if let root = original.joinedRoot {
            members = try self.all(.chains.members, [.integer(root)], read: Self.original)
        }
        var chain = ChainRecord(of: members, root: original.root)
        for member in members { try self.load(member, into: &chain, scope: scope) }
        return chain
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
            )
        )
    }

    private func load(_ stored: OriginalRecord, into chain: inout ChainRecord, scope: Scope) throws {
        let original = stored.number
        let originalID = stored.id
        try self.loadTransactions(of: stored, into: &chain, scope: scope)
        let renewal = try self.first(.chains.renewal, [.integer(original)]) { row in
            try self.renewal(in: &row, of: stored)
        }
        if let renewal {
            chain.load(renewal, try self.renewalEvidence(of: original, originalID), of: original)
        }
        let refunds = try self.all(.chains.signedRefunds, [.integer(original)]) { row in
            RefundRequestEvidence(
                originalTransactionID: originalID,
                transactionID: TransactionID(try row.identifier()),
                kind: try row.coded(),
                signedAt: try row.instant()
            )
        }
        for refund in refunds { chain.load(refund, of: original) }
        for report in try self.reportedRefunds(of: stored) { chain.load(report, of: original) }
    }

    private func renewalEvidence(of original: Int64, _ originalID: OriginalTransactionID) throws -> [RenewalEvidence] {
        try self.all(.chains.renewalEvidence, [.integer(original)]) { row in
            RenewalEvidence(
                originalTransactionID: originalID,
                signedAt: try row.instant(),
                digest: try row.payloadDigest(),
                renewalAt: try row.optionalInstant(),
                autoRenew: try row.optionalInteger().map { $0 == 1 },
                accountToken: try row.optionalToken(),
                gracePeriodExpiresAt: try row.optionalInstant(),
                isPartial: try row.optionalInteger() == 1
            )
        }
    }

    private func loadTransactions(
        of stored: OriginalRecord,
        into chain: inout ChainRecord,
        scope: Scope
    ) throws {
        let original = stored.number
        struct Line {
            let snapshot: TransactionSnapshot
            let owner: Int64?
            let reason: Claim.Reason
        }
        let lines = try self.all(.chains.snapshots, [.integer(scope.number), .integer(original)]) { row in
            let transactionID = TransactionID(try row.identifier())
            let owner = try row.optionalInteger()
            let reason = try row.coded(Claim.Reason.self)
            return Line(
                snapshot: try self.snapshot(in: &row, transactionID: transactionID, of: stored),
                owner: owner,
                reason: reason
            )
        }
        var start = 0
        while start < lines.count {
            let first = lines[start]
            var end = start + 1
            while end < lines.count, lines[end].snapshot.transactionID == first.snapshot.transactionID { end += 1 }
            let record =
                end - start == 1
                ? TransactionRecord(first.snapshot) : TransactionRecord(lines[start..<end].map(\.snapshot))
            guard let record else { throw RepositoryError.corrupt }
            chain.load(ChainTransaction(of: original, record: record, owner: first.owner, reason: first.reason))
            start = end
        }
        let shares = try self.all(.ownership.sharedPurchases, [.integer(original)]) { row in
            (transactionID: TransactionID(try row.identifier()), customer: try row.integer())
        }
        for share in shares { chain.load(share.transactionID, sharedWith: share.customer) }
    }
}
