/// A sale or a refund of the ledger, in the form in which Apple's sales report would count it.
///
/// A purchase has a sale on its own day, and a refund or a credit on the day on which Apple returned money. The sales
/// of a chain are derived from the chain alone, so they do not depend on the order of evidence.
package struct Sale: Hashable, Sendable {
    /// The way in which a sale takes part in sums of money.
    package enum Part: Hashable, Sendable, CaseIterable {
        /// Its price is known.
        case money
        /// A purchase of several seats, whose price is the total of all seats.
        case seats
        /// An upgraded purchase, whose units are the rest of its time, or one refunded for a share that Apple does not
        /// state: Apple may return a part, at most what was paid.
        case credit
        /// Its price is unknown.
        case unpriced
        /// It has no money, for this reason.
        case excluded(SaleExclusion)

        /// Every part, the most frequent first.
        package static let allCases: [Self] =
            [.money, .seats, .credit, .unpriced] + SaleExclusion.allCases.map(Self.excluded)
    }

    /// The instant of the payment or of the refund.
    package let at: Instant
    /// Apple's id of the purchase.
    package let transactionID: TransactionID
    /// Whether the customer paid or was refunded.
    package let direction: SaleGroup.Direction
    /// The way in which it takes part in sums of money.
    package let part: Part
    /// The product.
    package let product: ProductID
    /// The storefront, three letters (ISO 3166-1 alpha-3); `nil` where the evidence does not state it.
    package let storefront: String?
    /// The price of the whole purchase, of which a refund may be a part; `nil` where it is unknown.
    package let price: Money?
    /// The quantity of the purchase; never less than one.
    package let quantity: Int64
    /// The units of this sale, in thousandths; negative for refunds and credits.
    package let unitsThousandths: Int64
    /// Whether a subscription is new or renewed.
    package let period: SaleGroup.Period
    /// Whether an offer decided the price.
    package let hasOffer: Bool

    /// Creates a sale of these values.
    package init(
        at: Instant,
        transactionID: TransactionID,
        direction: SaleGroup.Direction,
        part: Part,
        product: ProductID,
        storefront: String?,
        price: Money?,
        quantity: Int64,
        unitsThousandths: Int64,
        period: SaleGroup.Period,
        hasOffer: Bool
    ) {
        self.at = at
        self.transactionID = transactionID
        self.direction = direction
        self.part = part
        self.product = product
        self.storefront = storefront
        self.price = price
        self.quantity = quantity
        self.unitsThousandths = unitsThousandths
        self.period = period
        self.hasOffer = hasOffer
    }

    /// The unit price, for a seat the average, rounded half up to a milliunit; `nil` where the price is unknown.
    package var unitPriceMilliunits: Int64? {
        guard let price, self.quantity > 1 else { return self.price?.amountMilliunits }
        let (whole, rest) = price.amountMilliunits.quotientAndRemainder(dividingBy: self.quantity)
        return whole + (rest * 2 >= self.quantity ? 1 : 0)
    }

    /// The money of `unitsThousandths`, rounded toward zero to a milliunit; negative for refunds, 0 where it is
    /// unknown.
    package var amountMilliunits: Int64 {
        guard let price else { return 0 }
        let amount = Int128(price.amountMilliunits) * Int128(self.unitsThousandths)
        return Int64(clamping: amount / (Int128(max(self.quantity, 1)) * 1000))
    }

    /// Its position in the order of time: no other sale of its app and environment has the same.
    package var cursor: SaleCursor {
        let kind: Int64 =
            switch self.direction {
            case .sale: 0
            case .refund: self.part == .credit ? 2 : 1
            }
        return SaleCursor(at: self.at, transactionID: self.transactionID, kind: kind)
    }
}

extension Sale {
    /// Returns the units that a refund of a share takes back, in thousandths.
    ///
    /// Apple's reports state units with two decimals, so the share is rounded to a hundredth of a unit.
    ///
    /// - Parameters:
    ///   - share: The share, in thousandths of a percent.
    ///   - quantity: The quantity of the purchase.
    /// - Returns: The thousandths of a unit, never negative.
    package static func unitsThousandths(refunded share: Int64, of quantity: Int64) -> Int64 {
        let count = min(max(quantity, 1), Int64(Int32.max))
        return (count * min(max(share, 0), RuleValue.wholeShare) + 500) / 1000 * 10
    }
}

extension Money {
    /// Returns what a refund of a share, in thousandths of a percent, pays back of a price, as sales count it: rounded
    /// toward zero to a milliunit.
    package func refunded(share: Int64, quantity: Int64 = 1) -> Self {
        let count = min(max(quantity, 1), Int64(Int32.max))
        let units = Sale.unitsThousandths(refunded: share, of: count)
        let amount = Int128(self.amountMilliunits) * Int128(units) / (Int128(count) * 1000)
        return Self(amountMilliunits: Int64(clamping: amount), currency: self.currency)
    }
}
