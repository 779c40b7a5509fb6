package import Ledger

extension Session {
    /// Returns a job, or `nil`.
    package func importJob(_ id: ImportJobID, of app: AppName) throws -> ImportJob? {
        try self.storedImport(id, of: app)?.job
    }

    /// Returns the pending rows of a job, in order, after a position.
    package func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) throws -> [ImportRow] {
        try self.importRows(.imports.pendingImportRows, of: id, in: app, after: position, limit: limit)
    }

    /// Returns the rows of a job that could not be imported, in order, after a position.
    package func failedImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) throws -> [ImportRow] {
        try self.importRows(.imports.failedImportRows, of: id, in: app, after: position, limit: limit)
    }

    /// Stores a job that has just been started.
    package func beginImport(_ job: ImportJob) throws {
        let app = try self.app(job.app)
        if job.state == .working { self.note(.imports, dueAt: DueWork.atOnce) }
        try self.run(
            .imports.insertImport,
            [
                .integer(app), .text(job.id.rawValue), .flag(job.publishesEvents), .text(job.startedBy),
                .instant(job.startedAt), .integer(job.state.code),
            ] + Self.progressColumns(of: job)
        )
    }

    /// Adds rows to a job that is still receiving its file.
    package func addImportRows(_ rows: [ImportRow], to id: ImportJobID, of app: AppName) throws -> ImportJob? {
        guard var stored = try self.storedImport(id, of: app), stored.job.state == .receiving else { return nil }
        var added: (rows: Int64, failed: Int64) = (0, 0)
        for row in rows {
            guard try self.add(row, to: stored.number) else { continue }
            added.rows += 1
            if case .failed = row.state { added.failed += 1 }
        }
        let lastLine = rows.map(\.position.line).max() ?? 0
        stored.job.add(rows: added.rows, failed: added.failed, through: lastLine)
        try self.put(stored)
        return stored.job
    }

    /// Moves a job to a state if it is in one of some others.
    package func moveImport(
        _ id: ImportJobID,
        of app: AppName,
        from states: Set<ImportJob.State>,
        to state: ImportJob.State,
        pause: ImportJob.Pause?,
        at now: Instant
    ) throws -> ImportJob? {
        guard var stored = try self.storedImport(id, of: app), states.contains(stored.job.state) else { return nil }
        stored.job.move(to: state, pause: pause, at: now)
        try self.put(stored)
        return stored.job
    }

    /// Returns a job, or `nil`.
    func storedImport(_ id: ImportJobID, of app: AppName) throws -> StoredImport? {
        try self.first(.imports.importByName, [.text(app.rawValue), .text(id.rawValue)], read: Self.job)
    }

    /// Returns the newest jobs of an app.
    package func importJobs(of app: AppName, limit: Int) throws -> [ImportJob] {
        try self.all(.imports.newestImports, [.text(app.rawValue), .integer(Int64(limit))], read: Self.job).map(\.job)
    }

    /// Returns the jobs of an app in a state, oldest first.
    package func importJobs(of app: AppName, in state: ImportJob.State, limit: Int) throws -> [ImportJob] {
        let values: [SQLValue] = [.text(app.rawValue), .integer(state.code), .integer(Int64(limit))]
        return try self.all(.imports.importsInState, values, read: Self.job).map(\.job)
    }

    /// Records the outcome of pending rows.
    package func settleImportRows(
        _ states: [ImportRow.Position: ImportRow.State],
        of id: ImportJobID,
        in app: AppName,
        at now: Instant
    ) throws -> ImportJob? {
        guard var stored = try self.storedImport(id, of: app) else { return nil }
        var settled: (done: Int64, failed: Int64) = (0, 0)
        for (position, state) in states.sorted(by: { $0.key < $1.key }) {
            let key: [SQLValue] = [
                .integer(stored.number), .integer(position.line), .integer(position.part),
            ]
            switch state {
            case .pending: continue
            case .done: settled.done += Int64(try self.change(.imports.deleteImportRow, key))
            case .failed: settled.failed += Int64(try self.change(.imports.failImportRow, Self.words(of: state) + key))
            }
        }
        stored.job.settle(done: settled.done, failed: settled.failed, at: now)
        try self.put(stored)
        return stored.job
    }

    /// Makes rows pending again that were parsed and failed.
    package func retryImportRows(of id: ImportJobID, in app: AppName, limit: Int) throws -> Int {
        guard var stored = try self.storedImport(id, of: app) else { return 0 }
        let count = try self.change(
            .imports.retryImportRows,
            [.integer(stored.number), .integer(stored.number), .integer(Int64(limit))]
        )
        guard count > 0 else { return 0 }
        stored.job.retry(rows: Int64(count))
        try self.put(stored)
        return count
    }

    /// Removes the pending rows of imports that do not continue.
    package func removeAbandonedImportRows(of app: AppName, limit: Int) throws -> Int {
        try self.change(
            .imports.deleteAbandonedImportRows,
            [
                .text(app.rawValue), .integer(ImportJob.State.canceled.code),
                .integer(ImportJob.State.receiving.code), .integer(Int64(limit)),
            ]
        )
    }

    /// Returns rows of a job after a position, either the pending or the failed ones.
    func importRows(
        _ query: SQLStatement,
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) throws -> [ImportRow] {
        guard let stored = try self.storedImport(id, of: app) else { return [] }
        let values: [SQLValue] = [
            .integer(stored.number), .integer(position.line), .integer(position.part), .integer(Int64(limit)),
        ]
        return try self.all(query, values) { row in try Self.row(&row, of: stored.job) }
    }

    /// Returns the pending rows of a job that contain one of these ids.
    package func pendingImportRows(of id: ImportJobID, in app: AppName, naming appleIDs: [String]) throws -> [ImportRow]
    {
        guard let stored = try self.storedImport(id, of: app) else { return [] }
        var rows: [ImportRow] = []
        for appleID in appleIDs {
            let values: [SQLValue] = [.integer(stored.number), .identifier(appleID)]
            rows += try self.all(.imports.pendingImportRowsByID, values) { row in try Self.row(&row, of: stored.job) }
        }
        return rows.sorted { $0.position < $1.position }
    }

    private func add(_ row: ImportRow, to job: Int64) throws -> Bool {
        try self.change(
            .imports.insertImportRow,
            [
                .integer(job), .integer(row.position.line), .integer(row.position.part),
                .integer(Self.code(of: row)), .integer(row.subject.code),
                .optionalIdentifier(row.appleID), .optionalIdentifier(row.owner?.rawValue),
            ] + Self.values(of: row.fact) + Self.words(of: row.state)
        ) > 0
    }

    private func put(_ stored: StoredImport) throws {
        if stored.job.state == .working { self.note(.imports, dueAt: DueWork.atOnce) }
        try self.run(
            .imports.putImport,
            [.integer(stored.job.state.code)] + Self.progressColumns(of: stored.job) + [.integer(stored.number)]
        )
    }

    /// Returns the columns of a job from its pause on.
    private static func progressColumns(of job: ImportJob) -> [SQLValue] {
        [
            job.pause.map { .text($0.code) } ?? .null, job.pause.map { .text($0.detail) } ?? .null,
            .integer(job.counts.rows), .integer(job.counts.done), .integer(job.counts.failed),
            .integer(job.lastLine), .instant(job.changedAt),
        ]
    }

    // An imported row is deleted, so there is no number for it.
    private static func code(of row: ImportRow) -> Int64 {
        guard row.hasFailed else { return 0 }
        return row.isUnderstood ? 2 : 3
    }

    private static func words(of state: ImportRow.State) -> [SQLValue] {
        guard case .failed(let failure) = state else { return [.null, .null] }
        return [.text(failure.code), .text(failure.detail)]
    }

    private static func job(_ row: inout Row) throws -> StoredImport {
        let number = try row.integer()
        let id = ImportJobID(try row.text())
        let app = AppName(try row.text())
        let publishesEvents = try row.flag()
        let startedBy = try row.text()
        var job = ImportJob(
            id: id,
            app: app,
            publishesEvents: publishesEvents,
            startedBy: startedBy,
            startedAt: try row.instant()
        )
        job.state = try row.coded()
        let code = try row.optionalText()
        let detail = try row.optionalText()
        if let code, let detail { job.pause = ImportJob.Pause(code: code, detail: detail) }
        job.counts.rows = try row.integer()
        job.counts.done = try row.integer()
        job.counts.failed = try row.integer()
        job.lastLine = try row.integer()
        job.changedAt = try row.instant()
        return StoredImport(number: number, job: job)
    }

    private static func row(_ row: inout Row, of job: ImportJob) throws -> ImportRow {
        let position = ImportRow.Position(line: try row.integer(), part: try row.integer())
        let code = try row.integer()
        let subject = try row.coded(ImportRow.Subject.self)
        let appleID = try row.optionalIdentifier()
        let owner = try row.optionalIdentifier()
        var fact = ImportFact(transactionID: TransactionID(appleID ?? ""), statedAt: job.startedAt)
        try Self.fill(&fact, from: &row)
        let failureCode = try row.optionalText()
        let detail = try row.optionalText()
        var state = ImportRow.State.pending
        if let failureCode, let detail {
            state = .failed(ImportRow.Failure(code: failureCode, detail: detail))
        }
        return ImportRow(
            position: position,
            subject: subject,
            appleID: appleID,
            owner: owner.flatMap { CustomerID($0) },
            fact: fact.isEmpty ? nil : fact,
            isUnderstood: code != 3,
            state: state
        )
    }
}

extension ImportJob.State: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .receiving: 0
        case .working: 1
        case .paused: 2
        case .finished: 3
        case .canceled: 4
        }
    }
}

extension ImportRow.Subject: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .transaction: 0
        case .original: 1
        case .receipt: 2
        }
    }
}

/// An import job as the database stores it.
struct StoredImport {
    /// The number of its row.
    let number: Int64
    /// The job.
    var job: ImportJob
}
