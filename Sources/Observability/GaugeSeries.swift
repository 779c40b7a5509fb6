import Metrics
import Synchronization

/// A number that goes up and down.
final class GaugeSeries: MeterHandler, RecorderHandler {
    private let number = AtomicNumber()
    private let count = Atomic<Int64>(0)

    /// The number.
    var value: Double { self.number.value }
    /// How often it was set or changed, which tells a number that is measured again from one that is left over.
    var recordings: Int64 { self.count.load(ordering: .relaxed) }

    /// Sets it.
    func set(_ value: Int64) { self.set(Double(value)) }
    /// Sets it.
    func set(_ value: Double) {
        self.number.set(value)
        self.count.wrappingAdd(1, ordering: .relaxed)
    }
    /// Adds to it.
    func increment(by amount: Double) {
        self.number.add(amount)
        self.count.wrappingAdd(1, ordering: .relaxed)
    }
    /// Takes from it.
    func decrement(by amount: Double) { self.increment(by: -amount) }
    /// Sets it.
    func record(_ value: Int64) { self.set(Double(value)) }
    /// Sets it.
    func record(_ value: Double) { self.set(value) }
}
