/// The import of one file: its parameters and its progress.
package struct ImportJob: Hashable, Sendable {
    /// The state of a job.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// The server is receiving the file, or the upload was interrupted; the server has asked Apple nothing yet.
        case receiving
        /// The server is asking Apple for the rows, one after the other.
        case working
        /// The job is paused until an operator resolves the reason.
        case paused
        /// No row is pending any more.
        case finished
        /// An operator canceled the job; what was imported stays.
        case canceled
    }

    /// The reason why a job is paused.
    package struct Pause: Hashable, Sendable {
        /// A stable code.
        package let code: String
        /// The problem and its remedy, in a sentence.
        package let detail: String

        /// Creates a pause with these values.
        package init(code: String, detail: String) {
            self.code = code
            self.detail = detail
        }
    }

    /// The number of rows and their results.
    package struct Counts: Hashable, Sendable {
        /// The number of rows in the file so far.
        package var rows: Int64
        /// The number of rows that are imported.
        package var done: Int64
        /// The number of rows that could not be imported.
        package var failed: Int64

        /// Creates counts with these values.
        package init(rows: Int64 = 0, done: Int64 = 0, failed: Int64 = 0) {
            self.rows = rows
            self.done = done
            self.failed = failed
        }

        /// The number of rows that are pending.
        package var pending: Int64 { self.rows - self.done - self.failed }
    }

    /// The identifier.
    package let id: ImportJobID
    /// The app of the purchases.
    package let app: AppName
    /// Whether the server publishes events for what the job imports.
    package let publishesEvents: Bool
    /// The name of who started it: a user of the machine, or a key.
    package let startedBy: String
    /// The instant at which it was started; the decisions from its owner column have this date.
    package let startedAt: Instant
    /// The state.
    package var state: State
    /// The reason why the job does not continue, while it is paused or its upload was interrupted.
    package var pause: Pause?
    /// The results of its rows.
    package var counts: Counts
    /// The last line of the file that was stored.
    package var lastLine: Int64
    /// The instant of the last change of state.
    package var changedAt: Instant

    /// Creates a job that has just been started.
    package init(id: ImportJobID, app: AppName, publishesEvents: Bool, startedBy: String, startedAt: Instant) {
        self.id = id
        self.app = app
        self.publishesEvents = publishesEvents
        self.startedBy = startedBy
        self.startedAt = startedAt
        self.state = .receiving
        self.pause = nil
        self.counts = Counts()
        self.lastLine = 0
        self.changedAt = startedAt
    }

    /// Changes to a state; a job that would start working with no pending row becomes finished.
    package mutating func move(to state: State, pause: Pause?, at now: Instant) {
        self.state = state == .working && self.counts.pending == 0 ? .finished : state
        self.pause = pause
        self.changedAt = now
    }

    /// Counts rows that were added, the last of them on this line.
    package mutating func add(rows: Int64, failed: Int64, through line: Int64) {
        self.counts.rows += rows
        self.counts.failed += failed
        self.lastLine = max(self.lastLine, line)
    }

    /// Counts rows that are not pending any more.
    package mutating func settle(done: Int64, failed: Int64, at now: Instant) {
        self.counts.done += done
        self.counts.failed += failed
        guard self.state == .working, self.counts.pending == 0 else { return }
        self.state = .finished
        self.changedAt = now
    }

    /// Counts failed rows that are pending again.
    package mutating func retry(rows: Int64) {
        self.counts.failed -= rows
        if self.state == .finished, rows > 0 { self.state = .working }
    }
}

/// The identifier of one import, in a form that people can copy.
package typealias ImportJobID = Identifier<ImportJob>
