/// The jobs that wait, in order of arrival.
struct JobQueue {
    private var jobs: [PostgreSQLJob?] = []
    private var taken = 0

    /// The number of jobs that wait.
    var count: Int { self.jobs.count - self.taken }

    /// Whether no job waits.
    var isEmpty: Bool { self.count == 0 }

    /// Adds a job at the end.
    mutating func append(_ job: PostgreSQLJob) { self.jobs.append(job) }

    /// Removes and returns the job that has waited longest.
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

    /// Adds a job at the front.
    mutating func putBack(_ job: PostgreSQLJob) {
        if self.taken > 0 {
            self.taken -= 1
            self.jobs[self.taken] = job
        } else {
            self.jobs.insert(job, at: 0)
        }
    }

    /// Removes and returns all jobs.
    mutating func removeAll() -> [PostgreSQLJob] {
        defer {
            self.jobs = []
            self.taken = 0
        }
        return self.jobs.compactMap(\.self)
    }
}

/// A job that waits for a connection, with the continuation of its caller.
struct PostgreSQLJob: Sendable {
    /// The outcome of a job, before the connection has settled what the job left pending.
    struct Outcome {
        /// The failure of the job or of the connection, if any.
        var failure: (any Error)?
        /// Resumes the caller: with the given failure, or else with the result of the job.
        var finish: (PostgreSQLFailure?) -> Void
    }

    /// Performs the job on a connection.
    let perform: @Sendable (PostgreSQLConnection) -> Outcome
    /// Resumes the caller with a failure, when the job was not begun.
    let fail: @Sendable (PostgreSQLFailure) -> Void
}
