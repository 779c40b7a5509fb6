import Metrics

/// A number that goes up and down.
final class GaugeSeries: MeterHandler, RecorderHandler {
    private let number = AtomicNumber()

    /// The number.
    var value: Double { self.number.value }

    /// Sets it.
    func set(_ value: Int64) { self.number.set(Double(value)) }
    /// Sets it.
    func set(_ value: Double) { self.number.set(value) }
    /// Adds to it.
    func increment(by amount: Double) { self.number.add(amount) }
    /// Takes from it.
    func decrement(by amount: Double) { self.number.add(-amount) }
    /// Sets it.
    func record(_ value: Int64) { self.number.set(Double(value)) }
    /// Sets it.
    func record(_ value: Double) { self.number.set(value) }
}
