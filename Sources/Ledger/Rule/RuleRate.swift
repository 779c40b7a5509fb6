/// A rate of exchange that a set of rules names, so that amounts of another currency can be compared.
///
/// Nothing is ever converted without one, and whatever was converted is said in the verdict with its rate.
package struct RuleRate: Hashable, Sendable {
    /// The currency that is converted.
    package let from: String
    /// The currency that it becomes.
    package let to: String
    /// Millionths of one unit of `to` for one unit of `from`, more than none.
    package let microunits: Int64
    /// Who published it.
    package let source: String
    /// The day for which it was published, as `2026-01-02`.
    package let day: String

    /// A rate of these values.
    package init(from: String, to: String, microunits: Int64, source: String, day: String) {
        self.from = from
        self.to = to
        self.microunits = microunits
        self.source = source
        self.day = day
    }

    /// An amount of `from` in milliunits as an amount of `to`, rounded half away from zero.
    ///
    /// What is too large to be told becomes the largest amount that can be, so that it stays on the same side of every
    /// bound.
    func converted(_ amountMilliunits: Int64) -> Int64 {
        let product = amountMilliunits.magnitude.multipliedFullWidth(by: self.microunits.magnitude)
        let divisor: UInt64 = 1_000_000
        guard product.high < divisor else { return amountMilliunits < 0 ? .min : .max }
        let (quotient, remainder) = divisor.dividingFullWidth(product)
        let rounded = quotient.addingReportingOverflow(remainder * 2 >= divisor ? 1 : 0)
        guard !rounded.overflow, let value = Int64(exactly: rounded.partialValue) else {
            return amountMilliunits < 0 ? .min : .max
        }
        return amountMilliunits < 0 ? -value : value
    }
}
