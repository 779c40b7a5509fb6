import Ledger
import Synchronization

/// A cache of the last comparisons of days, for pages about days with too many sales to compare while a person waits.
final class ReconciledDayCache: Sendable {
    private struct Key: Hashable {
        let app: AppName
        let day: PacificDay
    }

    private struct Entry {
        let found: ReconciledDay
        let digest: EvidenceDigest
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The keys of the entries, that of the oldest comparison first.
        var order: [Key] = []
        var differenceCount = 0

        mutating func remove(_ key: Key) {
            guard let entry = self.entries.removeValue(forKey: key) else { return }
            self.differenceCount -= entry.found.differences.count
            self.order.removeAll { $0 == key }
        }
    }

    /// The maximum number of days, of all apps together.
    private static let dayLimit = 500
    /// The maximum number of differences, of all days together.
    private static let differenceLimit = 20_000

    private let state = Mutex(State())

    /// Keeps the results of a comparison, and removes the oldest where there are too many.
    func keep(_ found: [ReconciledDay], of app: AppName) {
        let entries = found.map { Entry(found: $0, digest: $0.digest) }
        self.state.withLock { state in
            for entry in entries {
                let key = Key(app: app, day: entry.found.day)
                state.remove(key)
                guard entry.found.differences.count <= Self.differenceLimit else { continue }
                state.entries[key] = entry
                state.order.append(key)
                state.differenceCount += entry.found.differences.count
            }
            while state.order.count > Self.dayLimit || state.differenceCount > Self.differenceLimit,
                let oldest = state.order.first
            {
                state.remove(oldest)
            }
        }
    }

    /// Returns the last comparison of a day; `nil` where it is not in memory, or has another statement than this.
    func day(_ day: PacificDay, of app: AppName, digest: EvidenceDigest) -> ReconciledDay? {
        self.state.withLock { state in
            guard let entry = state.entries[Key(app: app, day: day)], entry.digest == digest else { return nil }
            return entry.found
        }
    }
}
