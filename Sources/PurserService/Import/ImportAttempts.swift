import Ledger
import Synchronization

/// How often each row that Apple could not answer was tried; in memory, because a new beginning is fair after a restart.
final class ImportAttempts: Sendable {
    /// How often a row is tried that Apple refuses to answer now.
    static let maximum = 3
    /// How many rows are remembered; beyond it everything is forgotten, and rows are tried more often.
    private static let limit = 10_000

    private struct Key: Hashable {
        let job: ImportJobID
        let position: ImportRow.Position
    }

    private let counts = Mutex<[Key: Int]>([:])

    /// Nothing tried yet.
    init() {}

    /// Counts a try and says whether it was the last that is worth it.
    func isLast(_ position: ImportRow.Position, of job: ImportJobID) -> Bool {
        self.counts.withLock { counts in
            if counts.count >= Self.limit { counts = [:] }
            let key = Key(job: job, position: position)
            let count = counts[key, default: 0] + 1
            counts[key] = count < Self.maximum ? count : nil
            return count >= Self.maximum
        }
    }
}
