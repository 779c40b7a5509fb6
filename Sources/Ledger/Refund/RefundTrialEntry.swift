/// What one case counts for in the trial of a policy.
package struct RefundTrialEntry: Hashable, Sendable {
    /// The version that is tried.
    package let version: Int64
    /// Which policy the case met.
    package let arm: RefundExperiment.Arm
    /// Which share of the price was kept, in thousandths of a percent; `nil` as long as Apple has not decided.
    package let keptShare: Int64?
    /// What was paid; `nil` where that is not known.
    package let price: Money?

    /// No price is larger, in thousandths of a unit: sums of the most cases fit into 64 bits.
    private static let largestPrice: Int64 = 10_000_000_000_000

    /// An entry of these values.
    package init(version: Int64, arm: RefundExperiment.Arm, keptShare: Int64?, price: Money?) {
        self.version = version
        self.arm = arm
        self.keptShare = keptShare.map { min(max($0, 0), RuleValue.wholeShare) }
        self.price = price.map { price in
            let amount = min(max(price.amountMilliunits, -Self.largestPrice), Self.largestPrice)
            return Money(amountMilliunits: amount, currency: price.currency)
        }
    }

    /// The currency of its sums; none where nothing is known of a price.
    package var currency: String { self.price?.currency ?? "" }

    /// It alone as sums.
    package var tally: RefundTally {
        var tally = RefundTally()
        tally.cases = 1
        guard let keptShare else { return tally }
        let refunded = RuleValue.wholeShare - keptShare
        tally.decided = 1
        tally.refunded = refunded == 0 ? 0 : 1
        tally.keptShares = keptShare
        tally.keptSquares = keptShare * keptShare
        guard let price, let back = RefundCase.State.refunded(share: refunded).paidBack(of: price) else { return tally }
        tally.asked[price.currency] = price.amountMilliunits
        tally.kept[price.currency] = price.amountMilliunits - back.amountMilliunits
        return tally
    }
}
