package import Ledger

extension Session {
    /// Returns a job, or `nil`.
    package func importJob(_ id: ImportJobID, of app: AppName) throws -> ImportJob? {
        try self.numberedImport(id, of: app)?.job
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

    /// Returns a job, or `nil`.
    package func numberedImport(_ id: ImportJobID, of app: AppName) throws -> NumberedImport? {
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

    /// Deletes a pending row that was imported, and returns whether it was pending.
    package func deletePendingRow(at position: ImportRow.Position, of job: Int64) throws -> Bool {
        try self.change(.imports.deleteImportRow, Self.key(of: position, job)) > 0
    }

    /// Saves why a pending row could not be imported, and returns whether it was pending.
    package func failPendingRow(
        at position: ImportRow.Position,
        of job: Int64,
        _ failure: ImportRow.Failure
    ) throws -> Bool {
        try self.change(.imports.failImportRow, Self.words(of: .failed(failure)) + Self.key(of: position, job)) > 0
    }

    /// Makes so many failed rows pending again that could be parsed, and returns their number.
    package func retryFailedRows(of job: Int64, limit: Int) throws -> Int {
        try self.change(.imports.retryImportRows, [.integer(job), .integer(job), .integer(Int64(limit))])
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
    private func importRows(
        _ query: SQLStatement,
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) throws -> [ImportRow] {
        guard let stored = try self.numberedImport(id, of: app) else { return [] }
        let values: [SQLValue] = [
            .integer(stored.number), .integer(position.line), .integer(position.part), .integer(Int64(limit)),
        ]
        return try self.all(query, values) { row in try Self.row(&row, of: stored.job) }
    }

    /// Returns the pending rows of a job that contain one of these ids.
    package func pendingImportRows(of id: ImportJobID, in app: AppName, naming appleIDs: [String]) throws -> [ImportRow]
    {
        guard let stored = try self.numberedImport(id, of: app) else { return [] }
        var rows: [ImportRow] = []
        for appleID in appleIDs {
            let values: [SQLValue] = [.integer(stored.number), .identifier(appleID)]
            rows += try self.all(.imports.pendingImportRowsByID, values) { row in try Self.row(&row, of: stored.job) }
        }
        return rows.sorted { $0.position < $1.position }
    }

    /// Adds a row to a job, and returns whether it did: not where the job has a row at this position.
    package func insert(_ row: ImportRow, of job: Int64) throws -> Bool {
        try self.change(
            .imports.insertImportRow,
            Self.key(of: row.position, job) + [
                .integer(Self.code(of: row)), .integer(row.subject.code),
                .optionalIdentifier(row.appleID), .optionalIdentifier(row.owner?.rawValue),
            ] + Self.values(of: row.fact) + Self.words(of: row.state)
        ) > 0
    }

    /// Saves the progress of a job.
    package func put(_ stored: NumberedImport) throws {
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

    private static func key(of position: ImportRow.Position, _ job: Int64) -> [SQLValue] {
        [.integer(job), .integer(position.line), .integer(position.part)]
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

    private static func job(_ row: inout Row) throws -> NumberedImport {
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
        return NumberedImport(number: number, job: job)
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
