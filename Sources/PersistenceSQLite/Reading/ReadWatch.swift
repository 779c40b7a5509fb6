import GRDB
import GRDBSQLite
import Ledger

/// Ends the statements of a read that takes too long or whose caller has gone.
///
/// SQLite itself asks while it runs a statement, so there is no timer and no thread that watches. What a read does
/// between its statements is not ended, but the next long statement is.
final class ReadWatch {
    /// The number of SQLite's steps between two questions: some ten microseconds from memory, and not much more than a
    /// second even if every other step waits for a slow disk.
    private static let steps: Int32 = 1000

    private let limit: Duration
    private var deadline = ContinuousClock.now
    /// The read that is watched.
    private var job: (any ReadJob)?
    /// Why statements of the read were ended, if any were.
    private(set) var verdict: Verdict?

    /// The reason why a read was ended.
    enum Verdict {
        /// The deadline has passed.
        case tooSlow
        /// The task of the caller was canceled.
        case canceled
    }

    /// Creates a watch for reads that may take so long.
    init(limit: Duration) {
        self.limit = limit
    }

    /// Lets a connection ask; the watch must outlive that.
    func attach(to database: Database) {
        unsafe sqlite3_progress_handler(
            database.sqliteConnection,
            Self.steps,
            { context in
                guard let context = unsafe context else { return 0 }
                return unsafe Unmanaged<ReadWatch>.fromOpaque(context).takeUnretainedValue().mustEnd() ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Lets a connection ask no more.
    func detach(from database: Database) {
        unsafe sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil)
    }

    /// Starts the time of a read.
    func begin(_ job: any ReadJob) {
        self.job = job
        self.verdict = nil
        self.deadline = .now + self.limit
    }

    /// Ends the watch over the read, so that its transaction can be ended undisturbed.
    func end() {
        self.job = nil
    }

    /// Returns whether the running statement must end.
    private func mustEnd() -> Bool {
        guard let job = self.job else { return false }
        if job.isCanceled {
            self.verdict = .canceled
        } else if ContinuousClock.now > self.deadline {
            self.verdict = .tooSlow
        }
        return self.verdict != nil
    }
}
