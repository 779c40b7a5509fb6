/// A writer of metrics in the text format of Prometheus, version 0.0.4.
struct MetricsWriter {
    /// The media type of the format.
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text written so far.
    private(set) var text = ""

    /// Writes all series of a name.
    mutating func write(_ family: MetricFamily, named name: String, help: String?) {
        if let help {
            let escaped = help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
            self.text += "# HELP \(name) \(escaped)\n"
        }
        self.text += "# TYPE \(name) \(family.kind.rawValue)\n"
        for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
            switch series {
            case .counter(let counter): self.line(name, labels.text(), String(counter.value))
            case .fraction(let counter): self.line(name, labels.text(), Self.number(counter.value))
            case .gauge(let gauge): self.line(name, labels.text(), Self.number(gauge.value))
            case .histogram(let histogram): self.write(histogram, name, labels)
            }
        }
    }

    private mutating func write(_ histogram: HistogramSeries, _ name: String, _ labels: MetricLabels) {
        let (counts, sum) = histogram.value
        var total: Int64 = 0
        for (index, count) in counts.enumerated() {
            total += count
            let bound = index < histogram.bounds.count ? Self.number(histogram.bounds[index]) : "+Inf"
            self.line(name + "_bucket", labels.text(and: MetricLabels.Label(name: "le", value: bound)), String(total))
        }
        self.line(name + "_sum", labels.text(), Self.number(sum))
        self.line(name + "_count", labels.text(), String(total))
    }

    private mutating func line(_ name: String, _ labels: String, _ value: String) {
        self.text += "\(name)\(labels) \(value)\n"
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if let whole = Int64(exactly: value) { return String(whole) }
        return "\(value)"
    }
}
