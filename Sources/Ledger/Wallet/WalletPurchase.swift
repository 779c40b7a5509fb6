/// What a wallet remembers of a purchase besides its lots.
package struct WalletPurchase: Hashable, Sendable {
    /// That what is left of a purchase is held while Apple decides about a refund.
    package struct Hold: Hashable, Sendable {
        /// The longest that anything is held.
        package static let longest = Span.days(7)

        /// Since when.
        package let from: Instant
        /// Until when, unless it is released before.
        package let until: Instant
        /// What had been consumed when it began.
        package let share: ConsumedShare

        /// A hold of these values.
        package init(from: Instant, until: Instant, share: ConsumedShare) {
            self.from = from
            self.until = until
            self.share = share
        }
    }

    /// The purchase.
    package let key: PurchaseKey
    /// What Apple has said of its refunds.
    package var revocationTarget = RevocationTarget()
    /// That it is held.
    package var hold: Hold?

    /// A purchase of which nothing is known but that it brought coins.
    package init(key: PurchaseKey) {
        self.key = key
    }
}

/// What Apple has said of refunds of one purchase, as far as it matters to its coins.
///
/// It is a function of the set of what was said: whatever order refunds and reversals arrive in, and however often, the
/// same is to be revoked.
package struct RevocationTarget: Hashable, Sendable {
    /// One refund.
    package struct Refund: Hashable, Sendable {
        /// Apple's `revocationDate`.
        package let revokedAt: Instant
        /// How much of the purchase, in thousandths of a percent: 100 % is 100000.
        package let percentageMilliunits: Int64

        /// A refund of these values.
        package init(revokedAt: Instant, percentageMilliunits: Int64 = RevocationTarget.whole) {
            self.revokedAt = revokedAt
            self.percentageMilliunits = percentageMilliunits
        }
    }

    /// All of a purchase, in thousandths of a percent.
    package static let whole: Int64 = 100_000

    /// The refunds that count or may count again, earliest first: of those that are not reversed, each that asks for
    /// more than every later one.
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

    /// How much is to be revoked, in thousandths of a percent.
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

/// How much of a purchase was consumed, exactly: so many of so many coins that were paid for.
///
/// Coins that were revoked, that expired or that repaid a debt are not consumed, and coins that cost nothing do not
/// count.
package struct ConsumedShare: Hashable, Sendable {
    /// The paid coins that were spent.
    package let spent: Int64
    /// The paid coins that the purchase brought.
    package let amount: Int64

    /// A share.
    package init(spent: Int64, amount: Int64) {
        self.spent = spent
        self.amount = amount
    }

    /// What was consumed of some lots.
    package init(of lots: some Sequence<Lot>) {
        let paid = lots.filter { $0.kind == .paid }
        self.init(spent: paid.reduce(0) { $0 + $1.spent }, amount: paid.reduce(0) { $0 + $1.amount })
    }
}

/// The lots of one purchase in coins of one name.
package struct PurchaseLots: Hashable, Sendable {
    /// Who has them, under the name of the customer who counts.
    package let customer: CustomerID
    /// What is remembered of the purchase.
    package let purchase: WalletPurchase
    /// The lots, by ascending number.
    package let lots: [Lot]

    /// Lots of these values.
    package init(customer: CustomerID, purchase: WalletPurchase, lots: [Lot]) {
        self.customer = customer
        self.purchase = purchase
        self.lots = lots
    }

    /// How much of the purchase counts as consumed: what was measured when it was held, or what is spent by now.
    package var consumedShare: ConsumedShare { self.purchase.hold?.share ?? ConsumedShare(of: self.lots) }
}
