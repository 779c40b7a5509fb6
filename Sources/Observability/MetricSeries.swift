import Metrics
import Synchronization

/// A series of a metric: the values under one name and one set of labels.
enum MetricSeries: Sendable {
    /// An integer counter, which only increases.
    case counter(CounterSeries)
    /// A floating-point counter, which only increases.
    case fraction(FractionSeries)
    /// A gauge, which increases and decreases.
    case gauge(GaugeSeries)
    /// A histogram of values.
    case histogram(HistogramSeries)

    /// The counter, if the series is one.
    var counter: CounterSeries? {
        if case .counter(let series) = self { series } else { nil }
    }

    /// The floating-point counter, if the series is one.
    var fraction: FractionSeries? {
        if case .fraction(let series) = self { series } else { nil }
    }

    /// The gauge, if the series is one.
    var gauge: GaugeSeries? {
        if case .gauge(let series) = self { series } else { nil }
    }

    /// The histogram, if the series is one.
    var histogram: HistogramSeries? {
        if case .histogram(let series) = self { series } else { nil }
    }
}

/// A counter of integers.
final class CounterSeries: CounterHandler {
    private let count = Atomic<Int64>(0)

    /// The current count.
    var value: Int64 { self.count.load(ordering: .relaxed) }

    /// Adds an amount; a negative amount is ignored, because a counter only increases.
    func increment(by amount: Int64) {
        self.count.wrappingAdd(max(amount, 0), ordering: .relaxed)
    }

    /// Resets the counter to zero.
    func reset() {
        self.count.store(0, ordering: .relaxed)
    }
}

/// A counter of floating-point numbers.
final class FractionSeries: FloatingPointCounterHandler {
    private let sum = AtomicNumber()

    /// The current sum.
    var value: Double { self.sum.value }

    /// Adds an amount; a negative amount, or one that is not a number, is ignored.
    func increment(by amount: Double) {
        if amount > 0 { self.sum.add(amount) }
    }

    /// Resets the counter to zero.
    func reset() {
        self.sum.set(0)
    }
}

/// A gauge, whose value increases and decreases.
final class GaugeSeries: MeterHandler, RecorderHandler {
    private let number = AtomicNumber()
    private let count = Atomic<Int64>(0)

    /// The current value.
    var value: Double { self.number.value }
    /// The number of times that the value was set or changed, which distinguishes a current measurement from an old
    /// one.
    var recordings: Int64 { self.count.load(ordering: .relaxed) }

    /// Sets the value.
    func set(_ value: Int64) { self.set(Double(value)) }
    /// Sets the value.
    func set(_ value: Double) {
        self.number.set(value)
        self.count.wrappingAdd(1, ordering: .relaxed)
    }
    /// Increases the value.
    func increment(by amount: Double) {
        self.number.add(amount)
        self.count.wrappingAdd(1, ordering: .relaxed)
    }
    /// Decreases the value.
    func decrement(by amount: Double) { self.increment(by: -amount) }
    /// Sets the value.
    func record(_ value: Int64) { self.set(Double(value)) }
    /// Sets the value.
    func record(_ value: Double) { self.set(value) }
}

/// A floating-point number that several threads may change.
final class AtomicNumber: Sendable {
    private let bits = Atomic<UInt64>(Double.zero.bitPattern)

    /// The current value.
    var value: Double { Double(bitPattern: self.bits.load(ordering: .relaxed)) }

    /// Sets the value.
    func set(_ value: Double) {
        self.bits.store(value.bitPattern, ordering: .relaxed)
    }

    /// Adds to the value.
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
