/// Numbers that were assigned one after the other.
package struct NumberSeries: Hashable, Sendable {
    /// The name of the series.
    package let name: String
    /// All numbers that were found.
    package var numbers: [Int64]
    /// Whether they run from 1 without a gap, or are only unique.
    package let isWhole: Bool
    /// The last assigned number, where the ledger stores it.
    package let last: Int64?

    /// Creates a series.
    package init(_ name: String, _ numbers: [Int64], isWhole: Bool = true, last: Int64? = nil) {
        self.name = name
        self.numbers = numbers
        self.isWhole = isWhole
        self.last = last
    }

    /// The violations in the series.
    package var violations: [String] {
        let sorted = self.numbers.sorted()
        var violations: [String] = []
        if let doubled = zip(sorted, sorted.dropFirst()).first(where: { $0 == $1 })?.0 {
            violations.append("\(self.name): \(doubled) was assigned twice")
        }
        guard self.isWhole else { return violations }
        let distinct = Set(sorted)
        if let greatest = sorted.last, let skipped = (1...max(1, greatest)).first(where: { !distinct.contains($0) }) {
            violations.append("\(self.name): \(skipped) was skipped")
        }
        if let last, last != sorted.last ?? 0 {
            violations.append("\(self.name): the last is \(sorted.last ?? 0), and \(last) were assigned")
        }
        return violations
    }

    /// Returns series with a deliberate flaw: a number assigned twice, or one skipped.
    package static func spoiled(_ series: [Self], by flaw: TortureFlaw?) -> [Self] {
        var series = series
        guard let place = series.firstIndex(where: { $0.isWhole && $0.numbers.count > 1 }) else { return series }
        switch flaw {
        case .doublesNumber: series[place].numbers.append(series[place].numbers[0])
        case .skipsNumber: series[place].numbers.removeAll { $0 == 1 }
        default: break
        }
        return series
    }
}
