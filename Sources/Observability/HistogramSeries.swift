import Metrics
import Synchronization

/// Values by size, in buckets that never change, so that what two servers wrote can be added.
final class HistogramSeries: TimerHandler, RecorderHandler {
    /// What is measured, and so where the buckets end.
    enum Scale: Sendable {
        /// Lengths of time, from half a millisecond to half a minute.
        case seconds
        /// Lengths of time that people wait, from a second to a month.
        case spans
        /// Numbers of things.
        case counts

        /// The upper bounds of the buckets; one without a bound follows.
        var bounds: [Double] {
            switch self {
            case .seconds:
                [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
            case .spans:
                [
                    1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 43_200, 86_400, 172_800, 259_200,
                    604_800, 2_592_000,
                ]
            case .counts: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
            }
        }
    }

    /// The upper bounds of the buckets; the last has none.
    let bounds: [Double]
    private let buckets: [CounterSeries]
    private let sum = AtomicNumber()

    /// An empty histogram.
    init(_ scale: Scale) {
        self.bounds = scale.bounds
        self.buckets = (0...self.bounds.count).map { _ in CounterSeries() }
    }

    /// How many values each bucket holds, and their sum.
    ///
    /// A value that comes meanwhile may be in one and not yet in the other; the total of the buckets is what is written
    /// as the count, so that they always agree.
    var value: (counts: [Int64], sum: Double) { (self.buckets.map(\.value), self.sum.value) }

    /// Adds a length of time.
    func recordNanoseconds(_ duration: Int64) {
        self.record(Double(duration) / 1_000_000_000)
    }

    /// Adds a value.
    func record(_ value: Int64) {
        self.record(Double(value))
    }

    /// Adds a value; what is no number is left out.
    func record(_ value: Double) {
        guard !value.isNaN else { return }
        let index = self.bounds.firstIndex { value <= $0 } ?? self.bounds.count
        self.buckets[index].increment(by: 1)
        self.sum.add(value)
    }
}
