import Synchronization

/// How many cases may still be looked after at once.
final class RefundPlaces: Sendable {
    private let left: Mutex<Int>

    /// So many places.
    init(_ count: Int) { self.left = Mutex(count) }

    /// How many are free.
    var free: Int { self.left.withLock { $0 } }

    /// Takes one.
    func take() { self.left.withLock { $0 -= 1 } }

    /// Gives one back.
    func leave() { self.left.withLock { $0 += 1 } }
}
