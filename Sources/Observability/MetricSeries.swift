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
