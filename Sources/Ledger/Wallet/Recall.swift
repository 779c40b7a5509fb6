/// What Apple has said of refunds of one purchase, as far as it matters to its coins.
///
/// It is a function of the set of what was said: whatever order refunds and reversals arrive in, and however often, the
/// same is to be taken back.
package struct Recall: Hashable, Sendable {
    /// One refund.
    package struct Refund: Hashable, Sendable {
        /// Apple's `revocationDate`.
        package let revokedAt: Instant
        /// How much of the purchase, in thousandths of a percent: 100 % is 100000.
        package let percentageMilliunits: Int64

        /// A refund of these values.
        package init(revokedAt: Instant, percentageMilliunits: Int64 = Recall.whole) {
            self.revokedAt = revokedAt
            self.percentageMilliunits = percentageMilliunits
        }
    }

    /// All of a purchase, in thousandths of a percent.
    package static let whole: Int64 = 100_000

    /// The refunds that count or may count again, earliest first: of those that are not reversed, each that asks for more
    /// than every later one.
    package private(set) var refunds: [Refund] = []
    /// The newest signed date of a reversal: it clears every refund decided before it.
    package private(set) var reversedAt: Instant?

    /// Nothing said.
    package init() {}

    /// What was said, as it is kept.
    package init(refunds: [Refund], reversedAt: Instant?) {
        self.refunds = refunds
        self.reversedAt = reversedAt
    }

    /// How much is to be taken back, in thousandths of a percent.
    package var percentageMilliunits: Int64 { self.refunds.first?.percentageMilliunits ?? 0 }

    /// Hears of a refund.
    package mutating func add(_ refund: Refund) {
        if let reversedAt, refund.revokedAt < reversedAt { return }
        let isCovered = self.refunds.contains {
            $0.revokedAt >= refund.revokedAt && $0.percentageMilliunits >= refund.percentageMilliunits
        }
        if isCovered { return }
        self.refunds.removeAll {
            $0.revokedAt <= refund.revokedAt && $0.percentageMilliunits <= refund.percentageMilliunits
        }
        self.refunds.append(refund)
        self.refunds.sort { $0.revokedAt < $1.revokedAt }
    }

    /// Hears of a reversal that was signed at an instant.
    package mutating func reverse(at signedAt: Instant) {
        self.reversedAt = max(self.reversedAt ?? signedAt, signedAt)
        self.refunds.removeAll { $0.revokedAt < signedAt }
    }

    /// How many coins of a lot that is, rounded half up.
    package func share(of amount: Int64) -> Int64 {
        let percentage = self.percentageMilliunits
        let (whole, rest) = amount.quotientAndRemainder(dividingBy: Self.whole)
        return whole * percentage + (rest * percentage + Self.whole / 2) / Self.whole
    }
}
