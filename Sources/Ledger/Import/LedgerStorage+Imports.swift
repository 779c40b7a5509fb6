extension LedgerStorage {
    /// Adds rows to a job that is still receiving its file.
    package func addImportRows(_ rows: [ImportRow], to id: ImportJobID, of app: AppName) throws -> ImportJob? {
        guard var stored = try self.numberedImport(id, of: app), stored.job.state == .receiving else { return nil }
        let added = try rows.filter { try self.insert($0, of: stored.number) }
        stored.job.add(
            rows: Int64(added.count),
            failed: Int64(added.count(where: \.hasFailed)),
            through: rows.map(\.position.line).max() ?? 0
        )
        return try self.keep(stored)
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
        guard var stored = try self.numberedImport(id, of: app), states.contains(stored.job.state) else { return nil }
        stored.job.move(to: state, pause: pause, at: now)
        return try self.keep(stored)
    }

    /// Records the outcome of pending rows.
    package func settleImportRows(
        _ states: [ImportRow.Position: ImportRow.State],
        of id: ImportJobID,
        in app: AppName,
        at now: Instant
    ) throws -> ImportJob? {
        guard var stored = try self.numberedImport(id, of: app) else { return nil }
        var settled: (done: Int64, failed: Int64) = (0, 0)
        for (position, state) in states.sorted(by: { $0.key < $1.key }) {
            switch state {
            case .pending: continue
            case .done:
                if try self.deletePendingRow(at: position, of: stored.number) { settled.done += 1 }
            case .failed(let failure):
                if try self.failPendingRow(at: position, of: stored.number, failure) { settled.failed += 1 }
            }
        }
        stored.job.settle(done: settled.done, failed: settled.failed, at: now)
        return try self.keep(stored)
    }

    /// Makes rows pending again that were parsed and failed.
    package func retryImportRows(of id: ImportJobID, in app: AppName, limit: Int) throws -> Int {
        guard var stored = try self.numberedImport(id, of: app) else { return 0 }
        let count = try self.retryFailedRows(of: stored.number, limit: limit)
        guard count > 0 else { return 0 }
        stored.job.retry(rows: Int64(count))
        _ = try self.keep(stored)
        return count
    }

    /// Returns what imports state about a transaction, the newest value of each kind.
    package func importFact(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> ImportFact? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return nil }
        let facts = try self.importFacts(of: transaction, scope: scope)
        guard let newest = facts.first else { return nil }
        return facts.dropFirst().reduce(newest) { $0.overlaying($1) }
    }

    /// Saves what an import states about a transaction, and returns whether it is new.
    func record(_ fact: ImportFact, scope: Scope) throws -> Bool {
        let known = try self.importFact(of: fact.transactionID, statedAt: fact.statedAt, scope: scope)
        let joined = known.map { fact.joined(with: $0) } ?? fact
        guard joined != known else { return false }
        try self.put(joined, scope: scope)
        return true
    }

    private func keep(_ stored: NumberedImport) throws -> ImportJob {
        if stored.job.state == .working { self.note(.imports, dueAt: DueWork.atOnce) }
        try self.put(stored)
        return stored.job
    }
}
