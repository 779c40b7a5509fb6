import Ledger

extension Session {
    /// The number that stands for the chain of an original.
    func root(of original: Int64) throws -> Int64 {
        try self.first(.root, [.integer(original)]) { row in try row.integer() } ?? original
    }

    /// The number of the original under which a transaction lies, or `nil` when it is not known.
    func original(of transaction: TransactionID, scope: Scope) throws -> Int64? {
        let values: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        return try self.first(.transactionByID, values) { row in try row.optionalInteger() } ?? nil
    }

    /// Apple's id of an original, and the newest status of it.
    func original(_ number: Int64) throws -> (id: OriginalTransactionID, status: StatusStatement?) {
        let found = try self.first(.original, [.integer(number)]) { row in
            let id = OriginalTransactionID(try row.identifier())
            let code = try row.optionalInteger()
            let statedAt = try row.optionalInstant()
            guard let code, let statedAt else { return (id: id, status: StatusStatement?.none) }
            guard let status = StatusStatement.Status(rawValue: Int(code)) else { throw RepositoryError.corrupt }
            return (id, StatusStatement(originalTransactionID: id, status: status, statedAt: statedAt))
        }
        guard let found else { throw RepositoryError.corrupt }
        return found
    }

    /// The chain that this number stands for.
    func chain(root: Int64, scope: Scope) throws -> StoredChain {
        let others = try self.all(.members, [.integer(root)]) { row in try row.integer() }
        var chain = StoredChain(members: [root] + others)
        for original in chain.members { try self.load(original, into: &chain, scope: scope) }
        return chain
    }

    /// A chain with the names of its owners.
    func ownedChain(_ chain: StoredChain) throws -> OwnedChain {
        var names: [Int64: CustomerID] = [:]
        var claims: [TransactionID: Claim] = [:]
        for (transactionID, transaction) in chain.transactions {
            guard let owner = transaction.owner else {
                claims[transactionID] = .unclaimed
                continue
            }
            let name = try names[owner] ?? self.customer(owner)
            names[owner] = name
            claims[transactionID] = Claim(owner: name, reason: transaction.reason)
        }
        return OwnedChain(chain: chain.value, claims: claims)
    }

    private func load(_ original: Int64, into chain: inout StoredChain, scope: Scope) throws {
        let (originalID, status) = try self.original(original)
        if let status { chain.statuses[original] = status }
        try self.loadTransactions(of: original, originalID, into: &chain, scope: scope)
        let renewal = try self.first(.renewal, [.integer(original)]) { row in
            try self.renewal(in: &row, of: originalID)
        }
        if let renewal { chain.renewals[original] = renewal }
        let refunds = try self.all(.refundStatements, [.integer(original)]) { row in
            RefundRequestStatement(
                originalTransactionID: originalID,
                transactionID: TransactionID(try row.identifier()),
                kind: try row.coded(),
                signedAt: try row.instant()
            )
        }
        for refund in refunds {
            let subject = StoredChain.RefundSubject(
                original: original,
                transactionID: refund.transactionID,
                kind: refund.kind
            )
            chain.refunds[subject] = refund
        }
    }

    private func loadTransactions(
        of original: Int64,
        _ originalID: OriginalTransactionID,
        into chain: inout StoredChain,
        scope: Scope
    ) throws {
        struct Line {
            let snapshot: TransactionSnapshot
            let owner: Int64?
            let reason: Claim.Reason
        }
        let lines = try self.all(.snapshots, [.integer(scope.number), .integer(original)]) { row in
            let transactionID = TransactionID(try row.identifier())
            let owner = try row.optionalInteger()
            let reason = try row.coded(Claim.Reason.self)
            return Line(
                snapshot: try self.snapshot(in: &row, transactionID: transactionID, of: originalID),
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
            chain.transactions[record.transactionID] = StoredTransaction(
                original: original,
                record: record,
                owner: first.owner,
                reason: first.reason,
                isStored: true
            )
            start = end
        }
    }
}
