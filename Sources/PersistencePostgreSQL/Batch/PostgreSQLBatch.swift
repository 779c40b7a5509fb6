import PersistenceSQL

/// What one transaction of many units knows before it asks, and keeps back of what it writes.
///
/// The transaction holds the lock of all writers, so what was asked stays true until the transaction itself writes.
/// Each kind of write that is kept back either changes the answers that it makes untrue, or has them forgotten. Any
/// other write is sent behind everything that was kept, and all answers are forgotten. What is not known is asked
/// behind everything that was kept.
final class PostgreSQLBatch {
    /// How often one row may be among what is kept of one statement.
    enum Repetition {
        /// As often as it comes.
        case adds
        /// Once: the statement says something else of a row that it has changed, so what was kept is sent before.
        case once
        /// Once: the last word on a row replaces those before.
        case replaces
    }

    private struct Buffer {
        var rows: [[SQLValue]] = []
        var places: [BatchKey: Int] = [:]
    }

    private let connection: PostgreSQLConnection
    /// The statements for one row each, by the number of their query.
    private let statements: [PostgreSQLStatement]

    private var answers: [Question: [[SQLValue]]] = [:]
    private var questions: [BatchKey: [Question]] = [:]
    /// What is no longer true when the unit at work has ended.
    private var leaving: Set<BatchKey> = []
    private var buffers: [BufferedWrite: Buffer] = [:]
    /// The last statement by which a row is changed that was kept, by row.
    private var lastWrite: [BatchKey: BufferedWrite] = [:]
    /// Numbers that were given out by the server and not used yet, last first.
    private var numbers: [Query: [Int64]] = [:]
    /// Customers that are new: nothing lies in the database of them.
    var customerDefaults: Set<Int64> = []
    /// How many rows were written for certain.
    var written = 0

    /// An open batch on a connection.
    init(_ connection: PostgreSQLConnection, statements: [PostgreSQLStatement]) {
        self.connection = connection
        self.statements = statements
    }

    // MARK: Numbers

    /// A number for a row of the table into which a query inserts, or `nil` when none are left.
    func takeNumber(_ query: Query) -> Int64? { self.numbers[query]?.popLast() }

    // MARK: Answers

    /// The rows of an answer that is known.
    func answer(_ query: Query, _ values: [SQLValue]) -> [[SQLValue]]? {
        self.answers[Question(query, values)]
    }

    /// Keeps the rows of an answer.
    func know(_ query: Query, _ values: [SQLValue], _ rows: [[SQLValue]]) {
        let question = Question(query, values)
        if self.answers.updateValue(rows, forKey: question) == nil {
            for key in Self.keys(query, values) { self.questions[key, default: []].append(question) }
        }
        // Whose rows they are is known only now.
        guard let column = Self.rowKeys(query) else { return }
        for row in rows { self.questions[BatchKey(column.rows, row[column.place]), default: []].append(question) }
    }

    /// Forgets the answer to one question.
    func forgetAnswer(_ query: Query, _ values: [SQLValue]) { self.answers[Question(query, values)] = nil }

    /// Lets all answers that have a customer's tokens in them have these, or forgets them where the tokens are not
    /// known.
    func setTokens(of customer: SQLValue, _ tokens: SQLValue?) {
        if let tokens {
            self.know(.tokensOfCustomer, [customer], [[tokens]])
        } else {
            self.forgetAnswer(.tokensOfCustomer, [customer])
        }
        for question in self.questions[BatchKey(.customerTokens, customer)] ?? [] {
            guard let rows = self.answers[question] else { continue }
            self.answers[question] = tokens.map { tokens in
                rows.map { $0[0] == customer ? [customer, tokens] : $0 }
            }
        }
    }

    /// Forgets the answers that depend on a row.
    func forget(_ key: BatchKey) {
        guard let questions = self.questions.removeValue(forKey: key) else { return }
        for question in questions { self.answers[question] = nil }
    }

    /// Forgets the answers that depend on a row, once the unit at work has ended: it counts itself what it adds.
    func forgetLater(_ key: BatchKey) { self.leaving.insert(key) }

    /// Whether answers that depend on a row are about to be forgotten.
    func isLeaving(_ key: BatchKey) -> Bool { self.leaving.contains(key) }

    /// Forgets all answers.
    func forgetAll() {
        self.answers = [:]
        self.questions = [:]
        self.leaving = []
        self.customerDefaults = []
    }

    /// Forgets what is no longer true for the next unit.
    func endUnit() {
        for key in self.leaving { self.forget(key) }
        self.leaving = []
    }

    /// Asks many questions at once, and for as many numbers as may be needed.
    func prefetch(_ prefetch: Prefetch) throws(PostgreSQLFailure) {
        var sent: [(statement: PostgreSQLStatement, values: [PostgreSQLValue])] = []
        var taken: [(PostgreSQLResult) -> Void] = []
        for (query, numbers, count) in [
            (Query.insertEvidence, BatchStatements.evidenceNumbers, prefetch.evidence.count),
            (.insertOriginal, BatchStatements.originalNumbers, prefetch.originalCount),
            (.insertCustomer, BatchStatements.customerNumbers, prefetch.customerCount),
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
                self.know(.evidencePosition, keys, result)
            }
        }
        for (query, questions) in Dictionary(grouping: prefetch.questions, by: \.query) {
            guard let types = try self.connection.parameterTypes(of: self.statements[query.rawValue]),
                let statement = BatchStatements.questions(query, types)
            else { continue }
            let asked = questions.map(\.values)
            sent.append((statement, Self.columns(asked)))
            taken.append { result in self.know(query, asked, result) }
        }
        for (take, result) in zip(taken, try self.connection.queries(sent)) { take(result) }
    }

    /// Keeps the answers to many questions, whose rows bear the number of the question.
    private func know(_ query: Query, _ asked: [[SQLValue]], _ result: PostgreSQLResult) {
        var found: [[[SQLValue]]] = Array(repeating: [], count: asked.count)
        for row in 0..<result.rowCount {
            let number = Int(result.knownInteger(row: row, column: 0))
            found[number - 1].append(result.values(row: row, from: 1))
        }
        for (values, rows) in zip(asked, found) { self.know(query, values, rows) }
    }

    // MARK: What is buffered

    /// Keeps a row back for a statement: of this row, where the order of what happens to it counts, and written for
    /// certain unless it depends on what is there.
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

    /// Whether anything is kept back for a statement.
    func isBuffered(_ buffered: BufferedWrite) -> Bool { self.buffers[buffered] != nil }

    /// The row that is kept back for a statement, if it is.
    func buffered(_ buffered: BufferedWrite, _ row: BatchKey) -> [SQLValue]? {
        guard let buffer = self.buffers[buffered], let place = buffer.places[row] else { return nil }
        return buffer.rows[place]
    }

    /// Sends everything that is kept back, without waiting for the answers.
    func flush() throws(PostgreSQLFailure) {
        guard !self.buffers.isEmpty else { return }
        for buffered in BufferedWrite.allCases {
            guard let rows = self.buffers[buffered]?.rows, !rows.isEmpty else { continue }
            var types: [UInt32] = []
            if let query = buffered.query {
                // Without them there was an error, which is thrown when the answers are waited for.
                guard let known = try self.connection.parameterTypes(of: self.statements[query.rawValue]) else { break }
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

    /// Rows as the columns of a statement for many.
    private static func columns(_ rows: [[SQLValue]]) -> [PostgreSQLValue] {
        guard let first = rows.first else { return [] }
        return first.indices.map { column in .array(rows.map { $0[column].forPostgreSQL }) }
    }
}
