/// The state of a purchase in a wallet besides its lots.
package struct WalletPurchase: Hashable, Sendable {
    /// A hold on the remaining coins of a purchase while Apple decides on a refund.
    package struct Hold: Hashable, Sendable {
        /// The longest time of a hold.
        package static let longest = Span.days(7)

        /// The beginning.
        package let from: Instant
        /// The end, unless the hold is released before.
        package let until: Instant
        /// The share that had been consumed when it began.
        package let share: ConsumedShare

        /// Creates a hold of these values.
        package init(from: Instant, until: Instant, share: ConsumedShare) {
            self.from = from
            self.until = until
            self.share = share
        }
    }

    /// The purchase.
    package let key: PurchaseKey
    /// The revocation target, from the refunds that Apple signed.
    package var revocationTarget = RevocationTarget()
    /// The hold; `nil` without one.
    package var hold: Hold?

    /// Creates the state of a purchase without refunds or hold.
    package init(key: PurchaseKey) {
        self.key = key
    }
}

/// The refunds of one purchase that Apple signed, as far as they affect its coins.
///
/// It is a function of the set of refunds and reversals: neither their order nor their repetition changes how much is
/// to be revoked.
package struct RevocationTarget: Hashable, Sendable {
    /// One refund.
    package struct Refund: Hashable, Sendable {
        /// Apple's `revocationDate`.
        package let revokedAt: Instant
        /// The refunded part of the purchase, in thousandths of a percent: 100 % is 100000.
        package let percentageMilliunits: Int64

        /// Creates a refund of these values.
        package init(revokedAt: Instant, percentageMilliunits: Int64 = RevocationTarget.whole) {
            self.revokedAt = revokedAt
            self.percentageMilliunits = percentageMilliunits
        }
    }

    /// The whole purchase, in thousandths of a percent.
    package static let whole: Int64 = 100_000

    /// The refunds that count or may count again, earliest first: of those that are not reversed, each with a larger
    /// part than every later one.
    package private(set) var refunds: [Refund] = []
    /// The newest signed date of a reversal; it clears every refund decided before it.
    package private(set) var reversedAt: Instant?

    /// Creates a target without refunds.
    package init() {}

    /// Creates a stored target.
    package init(refunds: [Refund], reversedAt: Instant?) {
        self.refunds = refunds
        self.reversedAt = reversedAt
    }

    /// The part to be revoked, in thousandths of a percent.
    package var percentageMilliunits: Int64 { self.refunds.first?.percentageMilliunits ?? 0 }

    /// Adds a refund.
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

    /// Adds a reversal that was signed at an instant.
    package mutating func reverse(at signedAt: Instant) {
        self.reversedAt = max(self.reversedAt ?? signedAt, signedAt)
        self.refunds.removeAll { $0.revokedAt < signedAt }
    }

    /// Returns the number of coins of a lot that are to be revoked, rounded half up.
    package func share(of amount: Int64) -> Int64 {
        let percentage = self.percentageMilliunits
        let (whole, rest) = amount.quotientAndRemainder(dividingBy: Self.whole)
        return whole * percentage + (rest * percentage + Self.whole / 2) / Self.whole
    }
}

/// The consumed share of a purchase as an exact fraction of paid coins.
///
/// Coins that were revoked, that expired or that repaid a debt are not consumed, and free coins do not count.
package struct ConsumedShare: Hashable, Sendable {
    /// The paid coins that were spent.
    package let spent: Int64
    /// The paid coins that the purchase added.
    package let amount: Int64

    /// Creates a share.
    package init(spent: Int64, amount: Int64) {
        self.spent = spent
        self.amount = amount
    }

    /// Creates the share that was consumed of some lots.
    package init(of lots: some Sequence<Lot>) {
        let paid = lots.filter { $0.kind == .paid }
        self.init(spent: paid.reduce(0) { $0 + $1.spent }, amount: paid.reduce(0) { $0 + $1.amount })
    }
}

/// The lots of one purchase in coins of one name.
package struct PurchaseLots: Hashable, Sendable {
    /// The owner, under the id of the customer into whom others were merged.
    package let customer: CustomerID
    /// The state of the purchase.
    package let purchase: WalletPurchase
    /// The lots, by ascending number.
    package let lots: [Lot]

    /// Lots of these values.
    package init(customer: CustomerID, purchase: WalletPurchase, lots: [Lot]) {
        self.customer = customer
        self.purchase = purchase
        self.lots = lots
    }

    /// The consumed share of the purchase: the one measured at the beginning of the hold, or the current one.
    package var consumedShare: ConsumedShare { self.purchase.hold?.share ?? ConsumedShare(of: self.lots) }
}
