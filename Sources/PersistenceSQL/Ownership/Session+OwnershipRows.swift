package import Ledger

extension Session {
    /// Saves that a chain awaits the customer of a token.
    package func await(_ token: AccountToken, root: Int64, app: Int64) throws {
        try self.run(.ownership.awaitToken, [.integer(app), .token(token), .integer(root)])
    }

    /// Returns the originals that await a token, and ends their wait.
    package func takeAwaiting(_ token: AccountToken, app: Int64) throws -> [(original: Int64, scope: Int64)] {
        let key: [SQLValue] = [.integer(app), .token(token)]
        let awaiting = try self.all(.ownership.awaitingOriginals, key) { row in
            (original: try row.integer(), scope: try row.integer())
        }
        if !awaiting.isEmpty { try self.run(.ownership.deleteAwaited, key) }
        return awaiting
    }

    /// Returns the submissions of a chain's transactions, in order of arrival, by canonical customers.
    package func submissions(of chain: ChainRecord, scope: Scope, people: inout CustomerCache) throws -> [Submission] {
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
        if chain.freshID == nil {
            for original in chain.members { try keep(.ownership.submissions, .integer(original)) }
        }
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

    /// Returns the last submission of a transaction by a customer: whether there is any, and the last of an intent.
    package func lastSubmission(
        of transaction: TransactionID,
        by customer: Int64,
        intent: Submission.Intent,
        scope: Scope
    ) throws -> (isAny: Bool, last: StoredSubmission?) {
        let subject: [SQLValue] = [
            .integer(scope.number), .identifier(transaction.rawValue), .integer(customer),
        ]
        guard try self.first(.ownership.hasSubmitted, subject, read: { _ in true }) != nil else { return (false, nil) }
        let last = try self.first(.ownership.lastSubmission, subject + [.integer(intent.code)]) { row in
            StoredSubmission(sequence: try row.integer(), submittedAt: try row.instant())
        }
        return (true, last)
    }

    /// Saves a submission.
    package func insert(_ submission: Submission, by customer: Int64, scope: Scope) throws {
        let sequence = try self.first(.transactions.countSubmission, []) { row in try row.integer() }
        guard let sequence else { throw RepositoryError.corrupt }
        try self.run(
            .ownership.insertSubmission,
            [
                .integer(scope.number), .identifier(submission.transactionID.rawValue), .integer(customer),
                .integer(submission.intent.code), .integer(sequence), .instant(submission.submittedAt),
                .optional(submission.transfer?.code),
            ]
        )
    }

    /// Saves that a stored submission was repeated.
    package func repeatSubmission(
        _ submission: Submission,
        by customer: Int64,
        sequence: Int64,
        scope: Scope
    ) throws {
        try self.run(
            .ownership.repeatSubmission,
            [
                .instant(submission.submittedAt), .integer(scope.number),
                .identifier(submission.transactionID.rawValue), .integer(customer), .integer(submission.intent.code),
                .integer(sequence),
            ]
        )
    }

    /// Returns the claim on a transaction.
    package func claim(on transaction: TransactionID, scope: Scope) throws -> Claim {
        let values: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        let stored = try self.first(.chains.claim, values) { row in
            (
                owner: try row.optionalInteger(), reason: try row.coded(Claim.Reason.self),
                home: try row.integer()
            )
        }
        guard let stored, let owner = stored.owner else { return .unclaimed }
        let key: [SQLValue] = [.integer(stored.home), .identifier(transaction.rawValue)]
        let shared = try self.all(.ownership.sharesOf, key) { row in try row.integer() }.map(self.customer).sorted()
        return Claim(owner: try self.customer(owner), reason: stored.reason, sharedWith: shared)
    }

    /// Returns the owner of a transaction.
    package func owner(of transaction: TransactionID, scope: Scope) throws -> Int64? {
        let key: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        return try self.first(.chains.claim, key) { row in try row.optionalInteger() }.flatMap(\.self)
    }

    /// Saves the owner of a transaction of an original.
    package func putClaim(
        on transaction: TransactionID,
        of original: Int64,
        owner: Int64?,
        reason: Claim.Reason,
        scope: Scope
    ) throws {
        try self.run(
            .chains.putTransaction,
            [
                .integer(scope.number), .identifier(transaction.rawValue), .integer(original), .optional(owner),
                .integer(reason.code),
            ]
        )
    }

    /// Saves that a transaction is shared with a customer.
    package func insertShared(_ transaction: TransactionID, of original: Int64, with customer: Int64) throws {
        try self.run(
            .ownership.insertShared,
            [.integer(original), .identifier(transaction.rawValue), .integer(customer)]
        )
    }

    /// Saves that a transaction is not shared with a customer any more.
    package func deleteShared(_ transaction: TransactionID, of original: Int64, with customer: Int64) throws {
        try self.run(
            .ownership.deleteShared,
            [.integer(original), .identifier(transaction.rawValue), .integer(customer)]
        )
    }

    /// Saves that a customer owns something in an original.
    package func insertOwned(_ share: Share, scope: Scope) throws {
        try self.run(.ownership.insertOwned, Self.key(of: share, scope))
    }

    /// Saves that a customer owns nothing in an original any more.
    package func deleteOwned(_ share: Share, scope: Scope) throws {
        try self.run(.ownership.deleteOwned, Self.key(of: share, scope))
    }

    private static func key(of share: Share, _ scope: Scope) -> [SQLValue] {
        [.integer(share.owner), .integer(scope.number), .integer(share.original)]
    }

    /// Returns the originals in which a customer owns something.
    package func ownedOriginals(of customer: Int64, scope: Scope) throws -> [Int64] {
        try self.all(.ownership.ownedOriginals, [.integer(customer), .integer(scope.number)]) { row in
            try row.integer()
        }
    }
}
