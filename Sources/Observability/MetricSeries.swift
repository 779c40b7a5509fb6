import Metrics
import Synchronization

/// What counts under one name and one set of labels.
enum MetricSeries: Sendable {
    /// Whole numbers that only go up.
    case counter(CounterSeries)
    /// Fractions that only go up.
    case fraction(FractionSeries)
    /// A number that goes up and down.
    case gauge(GaugeSeries)
    /// Values by size.
    case histogram(HistogramSeries)

    /// The counter, if it is one.
    var counter: CounterSeries? {
        if case .counter(let series) = self { series } else { nil }
    }

    /// The counter of fractions, if it is one.
    var fraction: FractionSeries? {
        if case .fraction(let series) = self { series } else { nil }
    }

    /// The gauge, if it is one.
    var gauge: GaugeSeries? {
        if case .gauge(let series) = self { series } else { nil }
    }

    /// The histogram, if it is one.
    var histogram: HistogramSeries? {
        if case .histogram(let series) = self { series } else { nil }
    }
}

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

/// A sum of fractions that only goes up.
final class FractionSeries: FloatingPointCounterHandler {
    private let sum = AtomicNumber()

    /// The sum.
    var value: Double { self.sum.value }

    /// Adds some; what is below nothing, or no number, is nothing.
    func increment(by amount: Double) {
        if amount > 0 { self.sum.add(amount) }
    }

    /// Begins anew.
    func reset() {
        self.sum.set(0)
    }
}

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
