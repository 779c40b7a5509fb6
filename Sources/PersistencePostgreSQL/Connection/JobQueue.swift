/// Jobs that wait, in the order in which they came.
struct JobQueue {
    private var jobs: [PostgreSQLJob?] = []
    private var taken = 0

    /// How many jobs wait.
    var count: Int { self.jobs.count - self.taken }

    /// Whether no job waits.
    var isEmpty: Bool { self.count == 0 }

    /// Adds a job behind all others.
    mutating func append(_ job: PostgreSQLJob) { self.jobs.append(job) }

    /// Takes the job that has waited longest.
    mutating func next() -> PostgreSQLJob? {
        guard !self.isEmpty else { return nil }
        let job = self.jobs[self.taken]
        self.jobs[self.taken] = nil
        self.taken += 1
        if self.taken * 2 > self.jobs.count, self.taken >= 64 || self.isEmpty {
            self.jobs.removeFirst(self.taken)
            self.taken = 0
        }
        return job
    }

    /// Adds a job before all others.
    mutating func putBack(_ job: PostgreSQLJob) {
        if self.taken > 0 {
            self.taken -= 1
            self.jobs[self.taken] = job
        } else {
            self.jobs.insert(job, at: 0)
        }
    }

    /// Takes all jobs.
    mutating func removeAll() -> [PostgreSQLJob] {
        defer {
            self.jobs = []
            self.taken = 0
        }
        return self.jobs.compactMap(\.self)
    }
}

/// Work that waits for a connection, and whoever waits for the work.
struct PostgreSQLJob: Sendable {
    /// What became of the work, before what it left behind is settled.
    struct Outcome {
        /// The failure of the work or of the connection, if any.
        var failure: (any Error)?
        /// Resumes whoever waits: with the failure that is given, or else with what the work gave.
        var finish: (PostgreSQLFailure?) -> Void
    }

    /// Does the work on a connection.
    let perform: @Sendable (PostgreSQLConnection) -> Outcome
    /// Resumes whoever waits with a failure, when the work was not begun.
    let fail: @Sendable (PostgreSQLFailure) -> Void
}
