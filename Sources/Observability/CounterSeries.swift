import Metrics
import Synchronization

/// A number of things that happened.
final class CounterSeries: CounterHandler {
    private let count = Atomic<Int64>(0)

    /// How many.
    var value: Int64 { self.count.load(ordering: .relaxed) }

    /// Adds some; what is below nothing is nothing, because a counter only goes up.
    func increment(by amount: Int64) {
        self.count.wrappingAdd(max(amount, 0), ordering: .relaxed)
    }

    /// Begins anew.
    func reset() {
        self.count.store(0, ordering: .relaxed)
    }
}
