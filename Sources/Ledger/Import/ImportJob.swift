/// The import of one file: what was asked for and how far it has come.
package struct ImportJob: Hashable, Sendable {
    /// Where a job stands.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// The file is coming in, or broke off; nothing was asked of Apple.
        case receiving
        /// The rows are being asked for, one after the other.
        case working
        /// Nothing goes on until a person has seen to the reason.
        case paused
        /// No row waits any longer.
        case finished
        /// A person broke it off; what was imported stays.
        case canceled
    }

    /// Why a job does not go on.
    package struct Pause: Hashable, Sendable {
        /// A stable code.
        package let code: String
        /// What is wrong and what would help, in a sentence.
        package let detail: String

        /// A pause of these values.
        package init(code: String, detail: String) {
            self.code = code
            self.detail = detail
        }
    }

    /// How many rows there are and what became of them.
    package struct Counts: Hashable, Sendable {
        /// Rows taken from the file.
        package var rows: Int64
        /// Rows that are imported.
        package var done: Int64
        /// Rows that could not be imported.
        package var failed: Int64

        /// Counts of these values.
        package init(rows: Int64 = 0, done: Int64 = 0, failed: Int64 = 0) {
            self.rows = rows
            self.done = done
            self.failed = failed
        }

        /// Rows that still wait.
        package var pending: Int64 { self.rows - self.done - self.failed }
    }

    /// Its name.
    package let id: ImportJobID
    /// The app whose purchases these are.
    package let app: AppName
    /// Whether what it brings is published as events.
    package let publishesEvents: Bool
    /// Who started it: a user of the machine, or a key.
    package let startedBy: String
    /// When it was started; the decisions of its owner column are of this instant.
    package let startedAt: Instant
    /// Where it stands.
    package var state: State
    /// Why it does not go on, while it is paused or its file broke off.
    package var pause: Pause?
    /// What became of its rows.
    package var counts: Counts
    /// The last line of the file that was kept.
    package var lastLine: Int64
    /// When the state last changed.
    package var changedAt: Instant

    /// A job that has just been started.
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

    /// Moves on to a state; a job that is to work and has nothing left to do is finished.
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

    /// Counts rows that wait no longer.
    package mutating func settle(done: Int64, failed: Int64, at now: Instant) {
        self.counts.done += done
        self.counts.failed += failed
        guard self.state == .working, self.counts.pending == 0 else { return }
        self.state = .finished
        self.changedAt = now
    }

    /// Counts failed rows that wait again.
    package mutating func retry(rows: Int64) {
        self.counts.failed -= rows
        if self.state == .finished, rows > 0 { self.state = .working }
    }
}

/// The name of one import, which people copy from one place to another.
package typealias ImportJobID = Identifier<ImportJob>
