import Ledger
import Synchronization

/// What became of notices and could not be written yet, in its order: that they were received, or when they are sent again.
///
/// It is few, as nothing is sent meanwhile. Writing it twice does no harm.
final class UnwrittenNotices: Sendable {
    /// What is written of one notice.
    typealias Change = @Sendable (inout AlarmBook) -> Void

    private let changes = Mutex<[Change]>([])

    /// Whether everything is written.
    var isEmpty: Bool { self.changes.withLock { $0.isEmpty } }

    /// What is to be written.
    var all: [Change] { self.changes.withLock { $0 } }

    /// Keeps a change that could not be written.
    func append(_ change: @escaping Change) {
        self.changes.withLock { $0.append(change) }
    }

    /// Drops so many changes from the beginning, because they are written.
    func removeFirst(_ count: Int) {
        self.changes.withLock { $0.removeFirst(count) }
    }
}
