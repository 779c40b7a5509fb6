import Synchronization

/// A number with a fraction that many threads may change.
final class AtomicNumber: Sendable {
    private let bits = Atomic<UInt64>(Double.zero.bitPattern)

    /// The number.
    var value: Double { Double(bitPattern: self.bits.load(ordering: .relaxed)) }

    /// Sets it.
    func set(_ value: Double) {
        self.bits.store(value.bitPattern, ordering: .relaxed)
    }

    /// Adds to it.
    func add(_ amount: Double) {
        var known = self.bits.load(ordering: .relaxed)
        while true {
            let sum = (Double(bitPattern: known) + amount).bitPattern
            let (exchanged, original) = self.bits.weakCompareExchange(
                expected: known,
                desired: sum,
                ordering: .relaxed
            )
            if exchanged { return }
            known = original
        }
    }
}
