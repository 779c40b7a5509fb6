import Ledger

/// The imports that `InMemoryRepository` keeps.
struct MemoryImports: Sendable {
    private struct Key: Hashable {
        let app: AppName
        let id: ImportJobID
    }

    private struct FactKey: Hashable {
        let scope: MemoryState.Scope
        let transactionID: TransactionID
        let statedAt: Instant
    }

    private var jobs: [(key: Key, job: ImportJob, rows: [ImportRow.Position: ImportRow])] = []
    private var facts: [FactKey: ImportFact] = [:]

    /// The apps with an import that works.
    var workingApps: Set<AppName> { Set(self.jobs.filter { $0.job.state == .working }.map(\.job.app)) }

    /// Stores a newly started job.
    mutating func begin(_ job: ImportJob) {
        self.jobs.append((Key(app: job.app, id: job.id), job, [:]))
    }

    /// Adds rows to a job that is still receiving its file.
    mutating func add(_ rows: [ImportRow], to id: ImportJobID, of app: AppName) -> ImportJob? {
        guard let place = self.place(id, app), self.jobs[place].job.state == .receiving else { return nil }
        var added: (rows: Int64, failed: Int64) = (0, 0)
        for row in rows where self.jobs[place].rows[row.position] == nil {
            self.jobs[place].rows[row.position] = row
            added.rows += 1
            if case .failed = row.state { added.failed += 1 }
        }
        self.jobs[place].job.add(
            rows: added.rows,
            failed: added.failed,
            through: rows.map(\.position.line).max() ?? 0
        )
        return self.jobs[place].job
    }

    /// Moves a job on to a state if it is in one of some others.
    mutating func move(
        _ id: ImportJobID,
        of app: AppName,
        from states: Set<ImportJob.State>,
        to state: ImportJob.State,
        pause: ImportJob.Pause?,
        at now: Instant
    ) -> ImportJob? {
        guard let place = self.place(id, app), states.contains(self.jobs[place].job.state) else { return nil }
        self.jobs[place].job.move(to: state, pause: pause, at: now)
        return self.jobs[place].job
    }

    /// Replaces the id of an owner in every row.
    mutating func rename(_ customer: CustomerID, to nameless: CustomerID, of app: AppName) {
        for place in self.jobs.indices where self.jobs[place].key.app == app {
            self.jobs[place].rows = self.jobs[place].rows.mapValues { row in
                row.owner == customer ? row.owned(by: nameless) : row
            }
        }
    }

    /// Returns a job by its id, or `nil`.
    func job(_ id: ImportJobID, of app: AppName) -> ImportJob? {
        self.place(id, app).map { self.jobs[$0].job }
    }

    /// Every job of an app, oldest first.
    func jobs(of app: AppName) -> [ImportJob] {
        self.jobs.filter { $0.key.app == app }.map(\.job)
    }

    /// The rows of a job, in order.
    func rows(of id: ImportJobID, in app: AppName) -> [ImportRow] {
        guard let place = self.place(id, app) else { return [] }
        return self.jobs[place].rows.values.sorted { $0.position < $1.position }
    }

    /// Stores the outcomes of waiting rows.
    mutating func settle(
        _ states: [ImportRow.Position: ImportRow.State],
        of id: ImportJobID,
        in app: AppName,
        at now: Instant
    ) -> ImportJob? {
        guard let place = self.place(id, app) else { return nil }
        var settled: (done: Int64, failed: Int64) = (0, 0)
        for (position, state) in states where state != .pending {
            guard self.jobs[place].rows[position]?.state == .pending else { continue }
            if case .done = state {
                self.jobs[place].rows[position] = nil
                settled.done += 1
            } else {
                self.jobs[place].rows[position]?.state = state
                settled.failed += 1
            }
        }
        self.jobs[place].job.settle(done: settled.done, failed: settled.failed, at: now)
        return self.jobs[place].job
    }

    /// Makes valid failed rows wait again.
    mutating func retry(_ id: ImportJobID, in app: AppName, limit: Int) -> Int {
        guard let place = self.place(id, app) else { return 0 }
        let failed = self.rows(of: id, in: app).filter { $0.isUnderstood && $0.hasFailed }.prefix(limit)
        for row in failed { self.jobs[place].rows[row.position]?.state = .pending }
        self.jobs[place].job.retry(rows: Int64(failed.count))
        return failed.count
    }

    /// Removes rows that wait in imports that go on no longer.
    mutating func removeAbandoned(of app: AppName, limit: Int) -> Int {
        var count = 0
        for place in self.jobs.indices where self.jobs[place].key.app == app {
            let job = self.jobs[place].job
            guard job.state == .canceled || job.state == .receiving && job.pause != nil else { continue }
            let waiting = self.jobs[place].rows.filter { $0.value.state == .pending }.keys.sorted()
            for position in waiting.prefix(limit - count) {
                self.jobs[place].rows[position] = nil
                count += 1
            }
        }
        return count
    }

    /// Stores an imported fact about a transaction and returns whether it is new.
    mutating func record(_ fact: ImportFact, in scope: MemoryState.Scope) -> Bool {
        let key = FactKey(scope: scope, transactionID: fact.transactionID, statedAt: fact.statedAt)
        let joined = self.facts[key].map { fact.joined(with: $0) } ?? fact
        defer { self.facts[key] = joined }
        return self.facts[key] != joined
    }

    /// Returns the imported facts about a transaction, the newest of each kind.
    func fact(of transaction: TransactionID, in scope: MemoryState.Scope) -> ImportFact? {
        let facts = self.facts.filter { $0.key.scope == scope && $0.key.transactionID == transaction }
            .sorted { $0.key.statedAt > $1.key.statedAt }.map(\.value)
        guard let newest = facts.first else { return nil }
        return facts.dropFirst().reduce(newest) { $0.overlaying($1) }
    }

    private func place(_ id: ImportJobID, _ app: AppName) -> Int? {
        self.jobs.firstIndex { $0.key == Key(app: app, id: id) }
    }
}
