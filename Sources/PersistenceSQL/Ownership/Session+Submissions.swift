package import Ledger

extension Session {
    /// Returns the submissions of a chain's transactions, in order of arrival, by canonical customers.
    package func submissions(of chain: ChainRecord, scope: Scope, people: inout CustomerCache) throws -> [Submission] {
        let lines = try self.lines(Self.submissions, .ownership.submissions, of: chain, scope: scope)
        return try lines.sorted { $0.sequence < $1.sequence }.map { line in
            Submission(
                customer: try people.canonicalCustomer(line.customer),
                transactionID: line.transactionID,
                intent: line.intent,
                submittedAt: line.submittedAt,
                transfer: line.transfer
            )
        }
    }

    /// The submissions of transactions.
    static let submissions = Lookup<LocalID<TransactionID>, Set<SubmissionLine>>(
        .ownership.submissionsByID,
        in: \.submissions,
        none: []
    ) { lines, row in
        lines.insert(try SubmissionLine(in: &row))
    }

    /// Returns the last submission of a transaction by a customer: whether there is any, and the last of an intent.
    package func lastSubmission(
        of transaction: TransactionID,
        by customer: Int64,
        intent: Submission.Intent,
        scope: Scope
    ) throws -> (isAny: Bool, last: StoredSubmission?) {
        let own = try self.load(Self.submissions, LocalID(scope.number, transaction)).filter { $0.customer == customer }
        let last = own.filter { $0.intent == intent }.max { $0.sequence < $1.sequence }
        return (!own.isEmpty, last.map { StoredSubmission(sequence: $0.sequence, submittedAt: $0.submittedAt) })
    }

    /// Saves a submission.
    package func insert(_ submission: Submission, by customer: Int64, scope: Scope) throws {
        try self.saving { group in
            let line = SubmissionLine(
                customer: customer,
                transactionID: submission.transactionID,
                intent: submission.intent,
                sequence: try self.nextSequence(in: group),
                submittedAt: submission.submittedAt,
                transfer: submission.transfer
            )
            group.loaded.submissions.change(LocalID(scope.number, submission.transactionID)) { $0.insert(line) }
            group.add(
                .submission,
                [
                    .integer(scope.number), .identifier(line.transactionID.rawValue), .integer(customer),
                    .integer(line.intent.code), .integer(line.sequence), .instant(line.submittedAt),
                    .optional(line.transfer?.code),
                ]
            )
        }
    }

    private func nextSequence(in group: GroupCommit) throws -> Int64 {
        let counter: Int64 = 1
        guard case .some(.some(let known)) = try self.remembered(Self.submissionCounts, counter) else {
            let counted = try self.first(.transactions.countSubmission, []) { row in try row.integer() }
            guard let counted else { throw RepositoryError.corrupt }
            return counted
        }
        group.loaded.submissionCounts.keep(known + 1, for: counter)
        group.put(.submissionCount, [.integer(known + 1), .integer(counter)])
        return known + 1
    }

    /// The number of all submissions.
    static let submissionCounts = Lookup<Int64, Int64?>(
        .transactions.submissionCount,
        in: \.submissionCounts,
        none: nil
    ) { count, row in
        count = try row.integer()
    }

    /// Saves that a stored submission was repeated.
    package func repeatSubmission(
        _ submission: Submission,
        by customer: Int64,
        sequence: Int64,
        scope: Scope
    ) throws {
        let key: [SQLValue] = [
            .integer(scope.number), .identifier(submission.transactionID.rawValue), .integer(customer),
            .integer(submission.intent.code), .integer(sequence),
        ]
        try self.saving { group in
            let count = group.repeats(.repeatedSubmission, key)
            group.put(.repeatedSubmission, [count, .instant(submission.submittedAt)] + key)
        }
    }

    // MARK: By the transactions of a chain

    /// Returns what names a transaction of a chain, or one of these other ids: by the originals of transactions that are
    /// stored, by the id of each other transaction.
    ///
    /// The statement returns what names the stored transactions of an original.
    func lines<Line: TransactionLine>(
        _ lookup: Lookup<LocalID<TransactionID>, Set<Line>>,
        _ ofOriginal: SQLStatement,
        of chain: ChainRecord,
        orNaming others: [TransactionID] = [],
        scope: Scope
    ) throws -> Set<Line> {
        var found: Set<Line> = []
        var originals: Set<Int64> = []
        for (id, transaction) in chain.transactions {
            let key = LocalID(scope.number, id)
            if let known = try self.remembered(lookup, key) {
                found.formUnion(known)
            } else if transaction.isStored {
                originals.insert(transaction.original)
            } else {
                found.formUnion(try self.load(lookup, key))
            }
        }
        for id in others where chain.transactions[id] == nil {
            found.formUnion(try self.load(lookup, LocalID(scope.number, id)))
        }
        for original in originals.sorted() {
            let values: [SQLValue] = [.integer(scope.number), .integer(original)]
            let lines = try self.all(ofOriginal, values) { row in try Line(in: &row) }
            found.formUnion(lines)
            self.group?.keep(lines, in: lookup, of: original, chain, scope: scope)
        }
        return found
    }
}

extension GroupCommit {
    /// Keeps the lines that name the stored transactions of an original, of which nothing else is known.
    func keep<Line: TransactionLine>(
        _ lines: [Line],
        in lookup: Lookup<LocalID<TransactionID>, Set<Line>>,
        of original: Int64,
        _ chain: ChainRecord,
        scope: Scope
    ) {
        // A unit that is alone asks once for each chain.
        guard self.isLoadedTogether else { return }
        let cache = lookup.cache(self.loaded)
        let found = Dictionary(grouping: lines, by: \.transactionID)
        for (id, transaction) in chain.transactions where transaction.original == original && transaction.isStored {
            let key = LocalID(scope.number, id)
            if cache.known(key) == nil { cache.keep(Set(found[id] ?? []), for: key) }
        }
    }

    /// Returns how often a row is repeated: once, besides the times that wait.
    func repeats(_ table: WaitingTable, _ key: [SQLValue]) -> SQLValue {
        guard case .integer(let count)? = self.rows.row(table, key)?.first else { return .integer(1) }
        return .integer(count + 1)
    }
}

/// A row that names a transaction.
protocol TransactionLine: Hashable {
    /// The transaction.
    var transactionID: TransactionID { get }

    /// Reads the row.
    init(in row: inout Row) throws
}

/// A submission as the database stores it.
struct SubmissionLine: TransactionLine {
    /// The number of the customer.
    let customer: Int64
    /// The transaction.
    let transactionID: TransactionID
    /// The intent.
    let intent: Submission.Intent
    /// The number in the order of all submissions.
    let sequence: Int64
    /// When it was submitted.
    let submittedAt: Instant
    /// What the policy decided about a restore when it arrived.
    let transfer: TransferPolicy?
}

extension SubmissionLine {
    /// Reads the row of a submission.
    init(in row: inout Row) throws {
        self.customer = try row.integer()
        self.transactionID = TransactionID(try row.identifier())
        self.intent = try row.coded()
        self.sequence = try row.integer()
        self.submittedAt = try row.instant()
        self.transfer = try row.optionalCoded()
    }
}
