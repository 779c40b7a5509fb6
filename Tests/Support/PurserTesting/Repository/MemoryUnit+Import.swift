import Ledger

extension MemoryUnit {
    /// Stores a newly started job.
    func beginImport(_ job: ImportJob) throws {
        self.open { memory in memory.imports.begin(job) }
    }

    /// Adds rows to a job that is still receiving its file.
    func addImportRows(
        _ rows: [ImportRow],
        to id: ImportJobID,
        of app: AppName
    ) throws -> ImportJob? {
        self.open { memory in memory.imports.add(rows, to: id, of: app) }
    }

    /// Moves a job on to a state if it is in one of some others.
    func moveImport(
        _ id: ImportJobID,
        of app: AppName,
        from states: Set<ImportJob.State>,
        to state: ImportJob.State,
        pause: ImportJob.Pause?,
        at now: Instant
    ) throws -> ImportJob? {
        self.open { memory in
            memory.imports.move(id, of: app, from: states, to: state, pause: pause, at: now)
        }
    }

    /// Returns a job by its id, or `nil`.
    func importJob(_ id: ImportJobID, of app: AppName) throws -> ImportJob? {
        self.open { memory in memory.imports.job(id, of: app) }
    }

    /// The newest jobs of an app, newest first.
    func importJobs(of app: AppName, limit: Int) throws -> [ImportJob] {
        self.open { memory in Array(memory.imports.jobs(of: app).reversed().prefix(limit)) }
    }

    /// The jobs of an app in a state, oldest first.
    func importJobs(
        of app: AppName,
        in state: ImportJob.State,
        limit: Int
    ) throws -> [ImportJob] {
        self.open { memory in Array(memory.imports.jobs(of: app).filter { $0.state == state }.prefix(limit)) }
    }

    /// The rows of a job that wait, in order, after a position.
    func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) throws -> [ImportRow] {
        self.open { memory in
            let rows = memory.imports.rows(of: id, in: app)
            return Array(rows.filter { $0.state == .pending && $0.position > position }.prefix(limit))
        }
    }

    /// The rows of a job that wait and name one of these ids of Apple's, in order.
    func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        naming appleIDs: [String]
    ) throws -> [ImportRow] {
        self.open { memory in
            memory.imports.rows(of: id, in: app).filter { row in
                row.state == .pending && row.appleID.map(appleIDs.contains) ?? false
            }
        }
    }

    /// Stores the outcomes of waiting rows.
    func settleImportRows(
        _ states: [ImportRow.Position: ImportRow.State],
        of id: ImportJobID,
        in app: AppName,
        at now: Instant
    ) throws -> ImportJob? {
        self.open { memory in memory.imports.settle(states, of: id, in: app, at: now) }
    }

    /// The rows of a job that could not be imported, in order, after a position.
    func failedImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) throws -> [ImportRow] {
        self.open { memory in
            let rows = memory.imports.rows(of: id, in: app)
            return Array(rows.filter { $0.hasFailed && $0.position > position }.prefix(limit))
        }
    }

    /// Makes valid failed rows of a job wait again.
    func retryImportRows(
        of id: ImportJobID,
        in app: AppName,
        limit: Int
    ) throws -> Int {
        self.open { memory in memory.imports.retry(id, in: app, limit: limit) }
    }

    /// Removes rows that wait in imports that go on no longer.
    func removeAbandonedImportRows(of app: AppName, limit: Int) throws -> Int {
        self.open { memory in memory.imports.removeAbandoned(of: app, limit: limit) }
    }

    /// Returns the imported facts about a transaction, the newest of each kind.
    func importFact(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ImportFact? {
        self.open { memory in
            memory.imports.fact(of: transaction, in: MemoryState.Scope(app: app, environment: environment))
        }
    }
}
