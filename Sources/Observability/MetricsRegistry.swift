package import Metrics
import Synchronization

/// A registry of all metrics, which writes them in the text format of Prometheus.
///
/// Counting is one atomic addition; the registry takes its lock only to find a metric by name and to write. The number
/// of series of a name is bounded: further ones are counted together under labels with the value `other`, so that
/// callers cannot exhaust the memory with their input.
package final class MetricsRegistry: MetricsFactory {
    /// The maximum number of series of one name.
    package static let maximumSeries = 1000
    /// The label value that combines all series beyond the maximum.
    package static let overflow = "other"

    private struct State {
        var families: [String: MetricFamily] = [:]
    }

    private let state = Mutex(State())
    private let help: [String: String]
    private let spans: Set<String>

    /// Creates an empty registry.
    ///
    /// `help` contains the descriptions of the metrics by name; `spans` contains the names of timers that measure hours
    /// and days.
    package init(help: [String: String] = [:], spans: Set<String> = []) {
        self.help = help
        self.spans = spans
    }

    /// Returns all metrics in the text format (version 0.0.4), sorted by name and labels.
    package func text() -> String {
        let families = self.state.withLock { $0.families }
        var writer = MetricsWriter()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            writer.write(family, named: name, help: self.help[name])
        }
        return writer.text
    }

    /// Removes every series of these names, until one of them is created again.
    ///
    /// Otherwise a state that this process no longer measures would be read as the current one.
    package func forget(_ names: Set<String>) {
        self.state.withLock { state in
            for name in names { state.families[name] = nil }
        }
    }

    /// Returns the existing families of these names.
    func families(of names: Set<String>) -> [String: MetricFamily] {
        self.state.withLock { state in state.families.filter { names.contains($0.key) } }
    }

    /// Creates a counter.
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        self.series(label, dimensions, .counter) { .counter(CounterSeries()) }.counter ?? CounterSeries()
    }

    /// Creates a floating-point counter.
    package func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        self.series(label, dimensions, .counter) { .fraction(FractionSeries()) }.fraction ?? FractionSeries()
    }

    /// Creates a gauge that increases and decreases.
    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        self.series(label, dimensions, .gauge) { .gauge(GaugeSeries()) }.gauge ?? GaugeSeries()
    }

    /// Creates a gauge, or a histogram if the values are aggregated.
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

    /// Creates a histogram of seconds, whose buckets depend on whether the name is one of the long timers.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let scale: HistogramSeries.Scale = self.spans.contains(label) ? .spans : .seconds
        let made = self.series(label, dimensions, .histogram) { .histogram(HistogramSeries(scale)) }
        return made.histogram ?? HistogramSeries(scale)
    }

    /// Does nothing; the count remains.
    package func destroyCounter(_: any CounterHandler) {}
    /// Does nothing; the sum remains.
    package func destroyFloatingPointCounter(_: any FloatingPointCounterHandler) {}
    /// Does nothing; the value remains.
    package func destroyMeter(_: any MeterHandler) {}
    /// Removes the series of a gauge until it is created again, because its subject no longer exists; other recorders
    /// remain.
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
    /// Does nothing; the values remain.
    package func destroyTimer(_: any TimerHandler) {}

    /// Returns the series of a name and labels; if the name already has another kind, returns a series that is never
    /// written.
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
    /// Reports the value of every series of the named metrics, sorted by name and labels.
    ///
    /// - Parameters:
    ///   - names: The registered names; a timer `NAME` is reported as `NAME_count` and `NAME_sum`.
    ///   - total: A closure that receives the name, the labels, and the total since the start of the process of each
    ///     counter.
    ///   - state: A closure that receives the name, the labels, and the value of each gauge, and the number of times
    ///     that it was recorded since the start of the process.
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

/// All series of a name.
struct MetricFamily: Sendable {
    /// The kind of metric, in the terms of the text format.
    enum Kind: String, Sendable {
        /// A value that only increases.
        case counter
        /// A value that increases and decreases.
        case gauge
        /// A distribution of values.
        case histogram
    }

    /// The kind of metric.
    let kind: Kind
    /// The series, keyed by their labels.
    var series: [MetricLabels: MetricSeries] = [:]

    /// Creates a family without series.
    init(kind: Kind) {
        self.kind = kind
    }
}
