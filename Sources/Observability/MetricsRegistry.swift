package import Metrics
import Synchronization

/// Keeps every metric that is made, and writes them in the text form that Prometheus reads.
///
/// Counting is one atomic addition; the registry's lock is taken only to find a metric by its name, and to write. How
/// many series a name may have is bounded: whatever comes after the last is counted together, under labels whose value
/// is `other`, so that no caller can fill the memory by what he sends.
package final class MetricsRegistry: MetricsFactory {
    /// The most series of one name.
    package static let maximumSeries = 1000
    /// The value of labels for whatever has no series of its own.
    package static let overflow = "other"

    private struct State {
        var families: [String: MetricFamily] = [:]
    }

    private let state = Mutex(State())
    private let help: [String: String]
    private let spans: Set<String>

    /// A registry without metrics; `help` says what the metrics of each name mean, and the timers of the names in
    /// `spans` measure what takes hours and days.
    package init(help: [String: String] = [:], spans: Set<String> = []) {
        self.help = help
        self.spans = spans
    }

    /// The text form (version 0.0.4) of all metrics, sorted by name and labels.
    package func text() -> String {
        let families = self.state.withLock { $0.families }
        var writer = MetricsWriter()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            writer.write(family, named: name, help: self.help[name])
        }
        return writer.text
    }

    /// Forgets every series of these names, until one of them is made again.
    ///
    /// A state that this process measures no longer would be read as the state of today.
    package func forget(_ names: Set<String>) {
        self.state.withLock { state in
            for name in names { state.families[name] = nil }
        }
    }

    /// The families of these names that exist.
    func families(of names: Set<String>) -> [String: MetricFamily] {
        self.state.withLock { state in state.families.filter { names.contains($0.key) } }
    }

    /// A counter.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        self.series(label, dimensions, .counter) { .counter(CounterSeries()) }.counter ?? CounterSeries()
    }

    /// A counter of fractions.
    package func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        self.series(label, dimensions, .counter) { .fraction(FractionSeries()) }.fraction ?? FractionSeries()
    }

    /// A gauge that goes up and down.
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        self.series(label, dimensions, .gauge) { .gauge(GaugeSeries()) }.gauge ?? GaugeSeries()
    }

    /// A gauge, or a histogram where values are aggregated.
    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else {
            return self.series(label, dimensions, .gauge) { .gauge(GaugeSeries()) }.gauge ?? GaugeSeries()
        }
        let made = self.series(label, dimensions, .histogram) { .histogram(HistogramSeries(.counts)) }
        return made.histogram ?? HistogramSeries(.counts)
    }

    /// A histogram of seconds; where its buckets end depends on whether the name is one of long spans.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let scale: HistogramSeries.Scale = self.spans.contains(label) ? .spans : .seconds
        let made = self.series(label, dimensions, .histogram) { .histogram(HistogramSeries(scale)) }
        return made.histogram ?? HistogramSeries(scale)
    }

    /// Nothing: what was counted stays.
    package func destroyCounter(_: any CounterHandler) {}
    /// Nothing: what was counted stays.
    package func destroyFloatingPointCounter(_: any FloatingPointCounterHandler) {}
    /// Nothing: what was set stays.
    package func destroyMeter(_: any MeterHandler) {}
    /// Forgets the series of a gauge, until it is made again, because what it measures is gone; other recorders stay.
    package func destroyRecorder(_ handler: any RecorderHandler) {
        guard let gauge = handler as? GaugeSeries else { return }
        self.state.withLock { state in
            for (name, family) in state.families {
                guard let labels = family.series.first(where: { $0.value.gauge === gauge })?.key else { continue }
                state.families[name]?.series[labels] = nil
                return
            }
        }
    }
    /// Nothing: what was recorded stays.
    package func destroyTimer(_: any TimerHandler) {}

    /// The series of a name and labels; one that nobody reads, where the name is of another kind already.
    private func series(
        _ label: String,
        _ dimensions: [(String, String)],
        _ kind: MetricFamily.Kind,
        make: () -> MetricSeries
    ) -> MetricSeries {
        let name = MetricName(label).description
        let labels = MetricLabels(dimensions)
        return self.state.withLock { state in
            var family = state.families[name] ?? MetricFamily(kind: kind)
            if let known = family.series[labels] { return known }
            guard family.kind == kind else { return make() }
            let place = family.series.count < Self.maximumSeries ? labels : labels.overflowing(as: Self.overflow)
            if let known = family.series[place] { return known }
            let made = make()
            family.series[place] = made
            state.families[name] = family
            return made
        }
    }
}

extension MetricsRegistry {
    /// Reports what every series of the named metrics has come to, sorted by name and labels.
    ///
    /// - Parameters:
    ///   - names: The names as they were registered; a timer `NAME` is reported as `NAME_count` and `NAME_sum`.
    ///   - total: Receives the name, the labels and the total since the process began of what only goes up.
    ///   - state: Receives the name, the labels and the value of what goes up and down, and how often it was recorded
    ///     since the process began.
    package func visit(
        _ names: Set<String>,
        total: (_ name: String, _ labels: [String: String], _ value: Double) -> Void,
        state: (_ name: String, _ labels: [String: String], _ value: Double, _ recordings: Int64) -> Void
    ) {
        for (name, family) in self.families(of: names).sorted(by: { $0.key < $1.key }) {
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                switch series {
                case .counter(let counter): total(name, labels.byName, Double(counter.value))
                case .fraction(let counter): total(name, labels.byName, counter.value)
                case .gauge(let gauge): state(name, labels.byName, gauge.value, gauge.recordings)
                case .histogram(let histogram):
                    let (counts, sum) = histogram.value
                    total(name + "_count", labels.byName, Double(counts.reduce(0, +)))
                    total(name + "_sum", labels.byName, sum)
                }
            }
        }
    }
}

/// All series of one name.
struct MetricFamily: Sendable {
    /// What they are, in the words of the text form.
    enum Kind: String, Sendable {
        /// Only goes up.
        case counter
        /// Goes up and down.
        case gauge
        /// Values by size.
        case histogram
    }

    /// What they are.
    let kind: Kind
    /// The series by their labels.
    var series: [MetricLabels: MetricSeries] = [:]

    /// A family without series.
    init(kind: Kind) {
        self.kind = kind
    }
}
