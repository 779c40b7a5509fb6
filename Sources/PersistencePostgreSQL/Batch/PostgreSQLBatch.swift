import PersistenceSQL

/// The answers that one transaction of many units has, and the writes that it buffers.
///
/// The transaction holds the lock of all writers, so an answer stays true until the transaction itself writes. Each
/// kind of buffered write either corrects the answers that it changes, or discards them. Any other write is sent after
/// everything that is buffered, and all answers are discarded. A query whose answer is not known is sent after
/// everything that is buffered.
final class PostgreSQLBatch {
    /// How often one row may be among the buffered rows of one statement.
    enum Repetition {
        /// Any number of times.
        case adds
        /// Once: the statement has another effect on a row that it has changed, so what is buffered is sent first.
        case once
        /// Once: the last write of a row replaces those before.
        case replaces
    }

    private struct Buffer {
        var rows: [[SQLValue]] = []
        var places: [BatchKey: Int] = [:]
    }

    private let connection: PostgreSQLConnection

    private var answers: [Question: [[SQLValue]]] = [:]
    private var questions: [BatchKey: [Question]] = [:]
    /// The rows whose answers are discarded when the current unit has ended.
    private var leaving: Set<BatchKey> = []
    private var buffers: [BufferedWrite: Buffer] = [:]
    /// The last buffered statement that changes a row, by row.
    private var lastWrite: [BatchKey: BufferedWrite] = [:]
    /// The numbers that the server gave out and that are not used yet, last first.
    private var numbers: [SQLStatement: [Int64]] = [:]
    /// The customers that are new in this batch: the database has no other rows of them.
    var customerDefaults: Set<Int64> = []
    /// The number of rows that were certainly written.
    var written = 0

    /// Creates a batch in the open transaction of a connection.
    init(_ connection: PostgreSQLConnection) {
        self.connection = connection
    }

    // MARK: Numbers

    /// Takes a number for a row of the table into which a query inserts; `nil` when none are left.
    func takeNumber(_ query: SQLStatement) -> Int64? { self.numbers[query]?.popLast() }

    // MARK: Answers

    /// Returns the rows of an answer that is known, or `nil`.
    func answer(_ query: SQLStatement, _ values: [SQLValue]) -> [[SQLValue]]? {
        self.answers[Question(query, values)]
    }

    /// Stores the rows of an answer.
    func know(_ query: SQLStatement, _ values: [SQLValue], _ rows: [[SQLValue]]) {
        let question = Question(query, values)
        if self.answers.updateValue(rows, forKey: question) == nil {
            for key in Self.keys(query, values) { self.questions[key, default: []].append(question) }
        }
        // Only the rows of the answer identify the further rows that it depends on.
        guard let column = Self.rowKeys(query) else { return }
        for row in rows { self.questions[BatchKey(column.rows, row[column.place]), default: []].append(question) }
    }

    /// Discards the answer to one query.
    func forgetAnswer(_ query: SQLStatement, _ values: [SQLValue]) { self.answers[Question(query, values)] = nil }

    /// Sets a customer's tokens in all answers that contain them, or discards those answers where the tokens are not
    /// known.
    func setTokens(of customer: SQLValue, _ tokens: SQLValue?) {
        if let tokens {
            self.know(.ownership.tokensOfCustomer, [customer], [[tokens]])
        } else {
            self.forgetAnswer(.ownership.tokensOfCustomer, [customer])
        }
        for question in self.questions[BatchKey(.customerTokens, customer)] ?? [] {
            guard let rows = self.answers[question] else { continue }
            self.answers[question] = tokens.map { tokens in
                rows.map { $0[0] == customer ? [customer, tokens] : $0 }
            }
        }
    }

    /// Discards the answers that depend on a row.
    func forget(_ key: BatchKey) {
        guard let questions = self.questions.removeValue(forKey: key) else { return }
        for question in questions { self.answers[question] = nil }
    }

    /// Discards the answers that depend on a row once the current unit has ended: the unit itself counts what it adds.
    func forgetLater(_ key: BatchKey) { self.leaving.insert(key) }

    /// Returns whether the answers that depend on a row are discarded when the unit ends.
    func isLeaving(_ key: BatchKey) -> Bool { self.leaving.contains(key) }

    /// Discards all answers.
    func forgetAll() {
        self.answers = [:]
        self.questions = [:]
        self.leaving = []
        self.customerDefaults = []
    }

    /// Discards the answers that are no longer true for the next unit.
    func endUnit() {
        for key in self.leaving { self.forget(key) }
        self.leaving = []
    }

    /// Sends many queries at once, and takes as many numbers as the units may need.
    func prefetch(_ prefetch: Prefetch) throws(PostgreSQLFailure) {
        var sent: [(statement: PostgreSQLStatement, values: [PostgreSQLValue])] = []
        var taken: [(PostgreSQLResult) -> Void] = []
        for (query, numbers, count) in [
            (SQLStatement.evidence.insertEvidence, BatchStatements.evidenceNumbers, prefetch.evidence.count),
            (.chains.insertOriginal, BatchStatements.originalNumbers, prefetch.originalCount),
            (.names.insertCustomer, BatchStatements.customerNumbers, prefetch.customerCount),
        ] where count > 0 {
            sent.append((numbers, [.integer(Int64(count))]))
            taken.append { result in
                for row in (0..<result.rowCount).reversed() {
                    self.numbers[query, default: []].append(result.knownInteger(row: row, column: 0))
                }
            }
        }
        if !prefetch.evidence.isEmpty {
            sent.append((BatchStatements.evidence, Self.columns(prefetch.evidence)))
            taken.append { result in
                let keys = prefetch.evidence.map { Array($0.prefix(2)) }
                self.know(.evidence.evidencePosition, keys, result)
            }
        }
        for (query, questions) in Dictionary(grouping: prefetch.questions, by: \.query) {
            guard let types = try self.connection.parameterTypes(of: query.prepared),
                let statement = BatchStatements.questions(query, types)
            else { continue }
            let asked = questions.map(\.values)
            sent.append((statement, Self.columns(asked)))
            taken.append { result in self.know(query, asked, result) }
        }
        for (take, result) in zip(taken, try self.connection.queries(sent)) { take(result) }
    }

    /// Stores the answers to many queries, whose rows begin with the number of the query.
    private func know(_ query: SQLStatement, _ asked: [[SQLValue]], _ result: PostgreSQLResult) {
        var found: [[[SQLValue]]] = Array(repeating: [], count: asked.count)
        for row in 0..<result.rowCount {
            let number = Int(result.knownInteger(row: row, column: 0))
            found[number - 1].append(result.values(row: row, from: 1))
        }
        for (values, rows) in zip(asked, found) { self.know(query, values, rows) }
    }

    // MARK: What is buffered

    /// Buffers a row for a statement.
    ///
    /// `row` is given where the order of the writes to one row counts. The row counts as certainly written unless it
    /// depends on what the database holds.
    func keep(
        _ buffered: BufferedWrite,
        _ values: [SQLValue],
        row: BatchKey? = nil,
        _ repetition: Repetition = .adds,
        isCertain: Bool = true
    ) throws(PostgreSQLFailure) {
        if let row {
            if let last = self.lastWrite[row],
                last.rawValue > buffered.rawValue || last == buffered && repetition == .once
            {
                try self.flush()
            }
            if repetition == .replaces, let place = self.buffers[buffered]?.places[row] {
                self.buffers[buffered]?.rows[place] = values
            } else {
                self.buffers[buffered, default: Buffer()].places[row] = self.buffers[buffered]?.rows.count ?? 0
                self.buffers[buffered, default: Buffer()].rows.append(values)
            }
            self.lastWrite[row] = buffered
        } else {
            self.buffers[buffered, default: Buffer()].rows.append(values)
        }
        if isCertain { self.written += 1 }
    }

    /// Returns whether rows are buffered for a statement.
    func isBuffered(_ buffered: BufferedWrite) -> Bool { self.buffers[buffered] != nil }

    /// Returns the buffered values of a row for a statement, or `nil`.
    func buffered(_ buffered: BufferedWrite, _ row: BatchKey) -> [SQLValue]? {
        guard let buffer = self.buffers[buffered], let place = buffer.places[row] else { return nil }
        return buffer.rows[place]
    }

    /// Sends everything that is buffered, without waiting for the answers.
    func flush() throws(PostgreSQLFailure) {
        guard !self.buffers.isEmpty else { return }
        for buffered in BufferedWrite.allCases {
            guard let rows = self.buffers[buffered]?.rows, !rows.isEmpty else { continue }
            var types: [UInt32] = []
            if let query = buffered.query {
                // The types are missing only after an error, which is thrown when the answers are read.
                guard let known = try self.connection.parameterTypes(of: query.prepared) else { break }
                types = known
            }
            guard let statement = BatchStatements.changes(buffered, types) else {
                throw .misuse("The statement \(buffered) cannot be run for many rows at once.")
            }
            try self.connection.enqueue(statement, Self.columns(rows))
        }
        self.buffers = [:]
        self.lastWrite = [:]
    }

    /// Returns rows as the columns of a statement for many rows.
    private static func columns(_ rows: [[SQLValue]]) -> [PostgreSQLValue] {
        guard let first = rows.first else { return [] }
        return first.indices.map { column in .array(rows.map { $0[column].forPostgreSQL }) }
    }
}
