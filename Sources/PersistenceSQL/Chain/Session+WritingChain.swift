import Ledger

extension Session {
    /// Adds an original.
    func addOriginal(_ id: OriginalTransactionID, scope: Scope) throws -> StoredOriginal {
        let values: [SQLValue] = [.integer(scope.number), .identifier(id.rawValue)]
        let number = try self.insert(.chains.insertOriginal, values)
        try self.run(.chains.nameOriginal, values + [.integer(number)])
        return StoredOriginal(number: number, id: id, joinedRoot: nil, status: nil)
    }

    /// Joins the chains of two originals; returns whether they were two.
    ///
    /// Their rows stay where they are: each original points directly to the one that represents its chain.
    func join(_ left: StoredOriginal, _ right: StoredOriginal) throws -> Bool {
        guard left.root != right.root else { return false }
        let root = min(left.root, right.root)
        let other = max(left.root, right.root)
        try self.run(.chains.redirectJoined, [.integer(root), .integer(other)])
        for number in [root, other] { try self.run(.chains.setRoot, [.integer(root), .integer(number)]) }
        try self.run(.chains.leaveChain, [.integer(other)])
        try self.run(.chains.standForChain, [.integer(root)])
        return true
    }

    /// Returns the originals that await a token, and ends their wait.
    func takeAwaiting(_ token: AccountToken, app: Int64) throws -> [(original: Int64, scope: Int64)] {
        let key: [SQLValue] = [.integer(app), .token(token)]
        let awaiting = try self.all(.ownership.awaitingOriginals, key) { row in
            (original: try row.integer(), scope: try row.integer())
        }
        if !awaiting.isEmpty { try self.run(.ownership.deleteAwaited, key) }
        return awaiting
    }

    /// Returns the submissions of a chain's transactions, in order of arrival, by canonical customers.
    func submissions(of chain: StoredChain, scope: Scope, people: inout CustomerCache) throws -> [Submission] {
        struct Line {
            let customer: Int64
            let transactionID: TransactionID
            let intent: Submission.Intent
            let sequence: Int64
            let submittedAt: Instant
            let transfer: TransferPolicy?
        }
        func line(_ row: inout Row) throws -> Line {
            Line(
                customer: try row.integer(),
                transactionID: TransactionID(try row.identifier()),
                intent: try row.coded(),
                sequence: try row.integer(),
                submittedAt: try row.instant(),
                transfer: try row.optionalCoded(TransferPolicy.self)
            )
        }
        var lines: [Int64: Line] = [:]
        func keep(_ query: SQLStatement, _ key: SQLValue) throws {
            for line in try self.all(query, [.integer(scope.number), key], read: line) { lines[line.sequence] = line }
        }
        if chain.freshID == nil { for original in chain.members { try keep(.ownership.submissions, .integer(original)) } }
        for id in chain.newTransactions { try keep(.ownership.submissionsByID, .identifier(id.rawValue)) }
        guard !lines.isEmpty else { return [] }
        return try lines.values.sorted { $0.sequence < $1.sequence }.map { line in
            Submission(
                customer: try people.canonicalCustomer(line.customer),
                transactionID: line.transactionID,
                intent: line.intent,
                submittedAt: line.submittedAt,
                transfer: line.transfer
            )
        }
    }

    /// Stores the values that a newer renewal snapshot has replaced, and returns whether they are new.
    func keep(_ renewal: RenewalEvidence, of original: Int64) throws -> Bool {
        try self.change(
            .chains.insertRenewalEvidence,
            [
                .integer(original), .instant(renewal.signedAt), .payloadDigest(renewal.digest),
                .instant(renewal.renewalAt),
                renewal.autoRenew.map(SQLValue.flag) ?? .null, renewal.accountToken.map(SQLValue.token) ?? .null,
                .instant(renewal.gracePeriodExpiresAt), renewal.isPartial ? .integer(1) : .null,
            ]
        ) > 0
    }
}
