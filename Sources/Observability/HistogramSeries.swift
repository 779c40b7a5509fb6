import Metrics
import Synchronization

/// A histogram whose buckets never change, so that the values of several servers can be added.
final class HistogramSeries: TimerHandler, RecorderHandler {
    /// The scale of a histogram, which determines its buckets.
    enum Scale: Sendable {
        /// Durations from half a millisecond to half a minute, in seconds.
        case seconds
        /// Long durations from a second to a month, in seconds.
        case spans
        /// Counts of items.
        case counts

        /// The upper bounds of the buckets; one more bucket without a bound follows.
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

    /// The upper bounds of the buckets; the last bucket has none.
    let bounds: [Double]
    private let buckets: [CounterSeries]
    private let sum = AtomicNumber()

    /// Creates an empty histogram.
    init(_ scale: Scale) {
        self.bounds = scale.bounds
        self.buckets = (0...self.bounds.count).map { _ in CounterSeries() }
    }

    /// The number of values in each bucket, and the sum of the values.
    ///
    /// A value that is recorded concurrently may be in one and not yet in the other. The count is written as the total
    /// of the buckets, so that both always agree.
    var value: (counts: [Int64], sum: Double) { (self.buckets.map(\.value), self.sum.value) }

    /// Records a duration in nanoseconds.
    func recordNanoseconds(_ duration: Int64) {
        self.record(Double(duration) / 1_000_000_000)
    }

    /// Records a value.
    func record(_ value: Int64) {
        self.record(Double(value))
    }

    /// Records a value; a value that is not a number is ignored.
    func record(_ value: Double) {
        guard !value.isNaN else { return }
        let index = self.bounds.firstIndex { value <= $0 } ?? self.bounds.count
        self.buckets[index].increment(by: 1)
        self.sum.add(value)
    }
}
