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
