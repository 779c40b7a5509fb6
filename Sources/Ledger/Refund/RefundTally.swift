/// What came of the cases of one arm of an experiment: sums of whole numbers, so that they are the same in any order.
package struct RefundTally: Hashable, Sendable {
    /// A share with the interval around it, in thousandths of a percent.
    package struct Estimate: Hashable, Sendable {
        /// The share that was found.
        package let share: Int64
        /// The lower end of the interval.
        package let low: Int64
        /// The upper end of the interval.
        package let high: Int64

        /// An estimate of these values.
        package init(share: Int64, low: Int64, high: Int64) {
            self.share = share
            self.low = low
            self.high = high
        }
    }

    /// How many cases met the arm.
    package var cases: Int64 = 0
    /// How many of them were decided.
    package var decided: Int64 = 0
    /// How many of them Apple refunded, wholly or in part.
    package var refunded: Int64 = 0
    /// The shares that were kept, in thousandths of a percent, added up.
    package var keptShares: Int64 = 0
    /// Their squares, added up.
    package var keptSquares: Int64 = 0
    /// What the decided ones were about, in thousandths of a unit by currency.
    package var asked: [String: Int64] = [:]
    /// What was kept of it, in thousandths of a unit by currency.
    package var kept: [String: Int64] = [:]

    /// The deviations of the interval that people are shown: nineteen in twenty lie within it.
    package static let shownDeviations = 1.96

    /// No case yet.
    package init() {}

    /// How many decided cases cost nothing: Apple declined, or took its refund back.
    package var declined: Int64 { self.decided - self.refunded }

    /// Adds the sums of other cases, or takes away those of cases that were added.
    package static func += (all: inout Self, other: Self) { all.add(other, 1) }

    /// Takes away the sums of cases that were added.
    package static func -= (all: inout Self, other: Self) { all.add(other, -1) }

    private mutating func add(_ other: Self, _ sign: Int64) {
        self.cases += sign * other.cases
        self.decided += sign * other.decided
        self.refunded += sign * other.refunded
        self.keptShares += sign * other.keptShares
        self.keptSquares += sign * other.keptSquares
        for (currency, sum) in other.asked { self.asked[currency, default: 0] += sign * sum }
        for (currency, sum) in other.kept { self.kept[currency, default: 0] += sign * sum }
    }

    /// The mean share of the price that was kept, with its interval; `nil` for fewer than two decided cases.
    ///
    /// A case counts alike whatever was paid: otherwise a few dear ones would decide.
    package func keptShare(deviations: Double = Self.shownDeviations) -> Estimate? {
        guard let (mean, square) = self.mean else { return nil }
        let margin = deviations * square.squareRoot()
        return Self.estimate(mean, margin, within: 0...RuleValue.wholeShare)
    }

    /// By how much more of the price was kept than by another arm, with its interval; `nil` for fewer than two decided
    /// cases of either.
    package func gain(over other: Self, deviations: Double = Self.shownDeviations) -> Estimate? {
        guard let (mean, square) = self.mean, let (otherMean, otherSquare) = other.mean else { return nil }
        let margin = deviations * (square + otherSquare).squareRoot()
        return Self.estimate(mean - otherMean, margin, within: -RuleValue.wholeShare...RuleValue.wholeShare)
    }

    /// The share of decided cases that were declined, with Wilson's interval; `nil` without one.
    package func declineRate(deviations: Double = Self.shownDeviations) -> Estimate? {
        guard self.decided > 0 else { return nil }
        let count = Double(self.decided)
        let share = Double(self.declined) / count
        let square = deviations * deviations
        let middle = (share + square / (2 * count)) / (1 + square / count)
        let spread = share * (1 - share) / count + square / (4 * count * count)
        let margin = deviations * spread.squareRoot() / (1 + square / count)
        let whole = Double(RuleValue.wholeShare)
        return Estimate(
            share: Self.rounded(share * whole, within: 0...RuleValue.wholeShare),
            low: Self.rounded((middle - margin) * whole, within: 0...RuleValue.wholeShare),
            high: Self.rounded((middle + margin) * whole, within: 0...RuleValue.wholeShare)
        )
    }

    /// The mean of the shares that were kept, and the square of its standard deviation.
    private var mean: (value: Double, square: Double)? {
        guard self.decided > 1 else { return nil }
        let count = Int128(self.decided)
        // Whole numbers as far as they reach: what all cases have in common must cancel out.
        let spread = count * Int128(self.keptSquares) - Int128(self.keptShares) * Int128(self.keptShares)
        let square = Double(max(0, spread)) / Double(count * count * (count - 1))
        return (Double(self.keptShares) / Double(self.decided), square)
    }

    private static func estimate(_ value: Double, _ margin: Double, within range: ClosedRange<Int64>) -> Estimate {
        Estimate(
            share: Self.rounded(value, within: range),
            low: Self.rounded(value - margin, within: range),
            high: Self.rounded(value + margin, within: range)
        )
    }

    private static func rounded(_ value: Double, within range: ClosedRange<Int64>) -> Int64 {
        Int64(min(max(value, Double(range.lowerBound)), Double(range.upperBound)).rounded())
    }
}

/// That a case counts for something in a trial from now on, or does not any more.
package struct RefundTallyChange: Hashable, Sendable {
    /// What it counts for.
    package let entry: RefundTrialEntry
    /// Whether it is added; otherwise it is taken away.
    package let isAdded: Bool

    /// A change of these values.
    package init(_ entry: RefundTrialEntry, isAdded: Bool) {
        self.entry = entry
        self.isAdded = isAdded
    }

    /// What it changes the sums by.
    package var tally: RefundTally {
        var tally = RefundTally()
        if self.isAdded { tally += self.entry.tally } else { tally -= self.entry.tally }
        return tally
    }
}
