import Synchronization

/// Counts from several tasks.
final class CallCount: Sendable {
    private let count = Mutex(0)

    /// How many there were.
    var value: Int { self.count.withLock { $0 } }

    /// Counts one more.
    func increment() { self.count.withLock { $0 += 1 } }
}
