import Ledger

extension Session {
    /// A new original.
    func addOriginal(_ id: OriginalTransactionID, scope: Scope) throws -> StoredOriginal {
        let values: [SQLValue] = [.integer(scope.number), .identifier(id.rawValue)]
        let number = try self.insert(.insertOriginal, values)
        try self.run(.nameOriginal, values + [.integer(number)])
        return StoredOriginal(number: number, id: id, joinedRoot: nil, status: nil)
    }

    /// Makes the chains of two originals one, and says whether they were two.
    ///
    /// No row of theirs moves: each original points to the one that stands for its chain, always directly.
    func join(_ left: StoredOriginal, _ right: StoredOriginal) throws -> Bool {
        guard left.root != right.root else { return false }
        let root = min(left.root, right.root)
        let other = max(left.root, right.root)
        try self.run(.redirectJoined, [.integer(root), .integer(other)])
        for number in [root, other] { try self.run(.setRoot, [.integer(root), .integer(number)]) }
        try self.run(.leaveChain, [.integer(other)])
        try self.run(.standForChain, [.integer(root)])
        return true
    }

    /// The originals that bear a token which was waited for, and no longer is.
    func takeAwaiting(_ token: AccountToken, app: Int64) throws -> [(original: Int64, scope: Int64)] {
        let key: [SQLValue] = [.integer(app), .token(token)]
        let awaiting = try self.all(.awaitingOriginals, key) { row in
            (original: try row.integer(), scope: try row.integer())
        }
        if !awaiting.isEmpty { try self.run(.deleteAwaited, key) }
        return awaiting
    }

    /// Derives whose each transaction of a chain is, writes what has changed, and tells of it.
    func deriveClaims(of chain: inout StoredChain, before: [StoredChain], on occasion: Occasion) throws {
        let scope = occasion.scope
        var people = People(session: self)
        let submissions = try self.submissions(of: chain, scope: scope, people: &people)
        let decisions = try self.decisions(of: chain, scope: scope, people: &people)
        var customers: [AccountToken: CustomerID] = [:]
        for token in chain.tokens {
            let key: [SQLValue] = [.integer(scope.app), .token(token)]
            if let number = try self.first(.customerByToken, key, read: { row in try row.integer() }) {
                customers[token] = try people.name(number)
            } else if !chain.tokensBefore.contains(token) {
                try self.run(.awaitToken, key + [.integer(chain.root)])
            }
        }
        let value = chain.value
        let claims = Ownership.claims(
            on: value,
            submissions: submissions,
            decisions: decisions,
            customers: customers
        )
        var owned: Set<Share> = []
        var ownedBefore: Set<Share> = []
        for (transactionID, transaction) in chain.transactions {
            let claim = claims[transactionID] ?? .unclaimed
            let owner = try claim.owner.map { try people.number($0) }
            if let owner { owned.insert(Share(owner: owner, original: transaction.original)) }
            if let before = transaction.owner {
                ownedBefore.insert(Share(owner: before, original: transaction.original))
            }
            if !transaction.isStored || transaction.owner != owner || transaction.reason != claim.reason {
                let values: [SQLValue] = [
                    .integer(scope.number), .identifier(transactionID.rawValue), .integer(transaction.original),
                    .optional(owner), .integer(claim.reason.code),
                ]
                try self.run(.putTransaction, values)
            }
            chain.transactions[transactionID]?.owner = owner
            chain.transactions[transactionID]?.reason = claim.reason
            chain.transactions[transactionID]?.isStored = true
        }
        for share in ownedBefore.subtracting(owned) {
            try self.run(.deleteOwned, [.integer(share.owner), .integer(scope.number), .integer(share.original)])
        }
        for share in owned.subtracting(ownedBefore) {
            try self.run(.insertOwned, [.integer(share.owner), .integer(scope.number), .integer(share.original)])
        }
        let after = OwnedChain(chain: value, claims: claims)
        try self.tell(from: before, to: chain, owned: after, on: occasion, people: &people)
    }

    private func submissions(of chain: StoredChain, scope: Scope, people: inout People) throws -> [Submission] {
        struct Line {
            let customer: Int64
            let transactionID: TransactionID
            let intent: Submission.Intent
            let sequence: Int64
            let submittedAt: Instant
        }
        var lines: [Line] = []
        for original in chain.members {
            lines += try self.all(.submissions, [.integer(scope.number), .integer(original)]) { row in
                Line(
                    customer: try row.integer(),
                    transactionID: TransactionID(try row.identifier()),
                    intent: try row.coded(),
                    sequence: try row.integer(),
                    submittedAt: try row.instant()
                )
            }
        }
        guard !lines.isEmpty else { return [] }
        lines.sort { $0.sequence < $1.sequence }
        return try lines.map { line in
            Submission(
                customer: try people.name(line.customer),
                transactionID: line.transactionID,
                intent: line.intent,
                submittedAt: line.submittedAt
            )
        }
    }
}
