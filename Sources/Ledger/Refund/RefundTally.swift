/// The results of one arm of an experiment: integer sums, so that the order of cases does not matter.
package struct RefundTally: Hashable, Sendable {
    /// A share with its confidence interval, in thousandths of a percent.
    package struct Estimate: Hashable, Sendable {
        /// The estimated share.
        package let share: Int64
        /// The lower bound of the interval.
        package let low: Int64
        /// The upper bound of the interval.
        package let high: Int64

        /// Creates an estimate of these values.
        package init(share: Int64, low: Int64, high: Int64) {
            self.share = share
            self.low = low
            self.high = high
        }
    }

    /// The number of cases in the arm.
    package var cases: Int64 = 0
    /// The number of decided cases.
    package var decided: Int64 = 0
    /// The number of them that Apple refunded, wholly or in part.
    package var refunded: Int64 = 0
    /// The sum of the shares that the shop kept, in thousandths of a percent.
    package var keptShares: Int64 = 0
    /// The sum of their squares.
    package var keptSquares: Int64 = 0
    /// The money of the decided cases, in thousandths of a unit by currency.
    package var asked: [String: Int64] = [:]
    /// The part of it that the shop kept, in thousandths of a unit by currency.
    package var kept: [String: Int64] = [:]

    /// The standard deviations of the interval that operators see: 95 percent confidence.
    package static let shownDeviations = 1.96

    /// Creates a tally without cases.
    package init() {}

    /// The number of decided cases without a cost: Apple declined, or reversed its refund.
    package var declined: Int64 { self.decided - self.refunded }

    /// Adds the sums of other cases.
    package static func += (all: inout Self, other: Self) { all.add(other, 1) }

    /// Subtracts the sums of cases that were added.
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

    /// Returns the mean share of the price that the shop kept, with its interval; `nil` for fewer than two decided
    /// cases.
    ///
    /// Every case has the same weight, whatever the price: otherwise a few expensive ones would dominate.
    package func keptShare(deviations: Double = Self.shownDeviations) -> Estimate? {
        guard let (mean, square) = self.mean else { return nil }
        let margin = deviations * square.squareRoot()
        return Self.estimate(mean, margin, within: 0...RuleValue.wholeShare)
    }

    /// Returns the difference to the mean kept share of another arm, with its interval; `nil` for fewer than two
    /// decided cases in either.
    package func gain(over other: Self, deviations: Double = Self.shownDeviations) -> Estimate? {
        guard let (mean, square) = self.mean, let (otherMean, otherSquare) = other.mean else { return nil }
        let margin = deviations * (square + otherSquare).squareRoot()
        return Self.estimate(mean - otherMean, margin, within: -RuleValue.wholeShare...RuleValue.wholeShare)
    }

    /// Returns the share of decided cases that were declined, with Wilson's interval; `nil` without one.
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

    /// The mean of the kept shares, and the square of its standard deviation.
    private var mean: (value: Double, square: Double)? {
        guard self.decided > 1 else { return nil }
        let count = Int128(self.decided)
        // Integers as far as possible: the part that all cases have in common must cancel out exactly.
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

/// A change of what a case counts for in a trial.
package struct RefundTallyChange: Hashable, Sendable {
    /// The entry of the case.
    package let entry: RefundTrialEntry
    /// Whether the entry is added; otherwise it is subtracted.
    package let isAdded: Bool

    /// Creates a change of these values.
    package init(_ entry: RefundTrialEntry, isAdded: Bool) {
        self.entry = entry
        self.isAdded = isAdded
    }

    /// The change as sums.
    package var tally: RefundTally {
        var tally = RefundTally()
        if self.isAdded { tally += self.entry.tally } else { tally -= self.entry.tally }
        return tally
    }
}
