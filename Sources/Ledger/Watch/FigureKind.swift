/// How the values of one series are added up over nodes and over time.
package enum FigureKind: String, Hashable, Sendable, CaseIterable {
    /// How often something happened in the time: values are added.
    case count
    /// A state at the time: the greatest value counts.
    case gauge

    /// What two values of the same time, or of two times after each other, are together.
    package func combined(_ one: Double, _ other: Double) -> Double {
        switch self {
        case .count: one + other
        case .gauge: max(one, other)
        }
    }
}
