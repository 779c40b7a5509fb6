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
