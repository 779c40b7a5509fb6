import Ledger

/// A purchase with money as a report would state it.
struct SoldSnapshot {
    private let snapshot: TransactionSnapshot
    private let quantity: Int64
    /// The price of one; of a seat, the average.
    private let unitPrice: Money?

    /// A purchase that has money, or whose price is unknown.
    init(_ snapshot: TransactionSnapshot) {
        self.snapshot = snapshot
        self.quantity = Int64(min(max(snapshot.quantity, 1), Int(Int32.max)))
        let isSeats = Self.isSeats(snapshot)
        let quantity = self.quantity
        self.unitPrice = snapshot.price.map { price in
            // The price of everything but seats is that of all units together.
            guard !isSeats, quantity > 1 else { return price }
            let (whole, rest) = price.amountMilliunits.quotientAndRemainder(dividingBy: quantity)
            return Money(amountMilliunits: whole + (rest * 2 >= quantity ? 1 : 0), currency: price.currency)
        }
    }

    /// How it takes part in the comparison.
    var part: SalesTally.Part {
        guard self.unitPrice != nil else { return .unpriced }
        return Self.isSeats(self.snapshot) ? .seats : .money
    }

    /// How many were bought, in thousandths.
    var unitsThousandths: Int64 { self.quantity * 1000 }

    /// How many were refunded, in thousandths; `nil` when Apple states that it is a part and not which.
    ///
    /// Reports state units with two decimals, so a share is rounded to a hundredth.
    func unitsThousandths(refundedBy revocation: Revocation) -> Int64? {
        guard revocation.type != "REFUND_FULL" else { return self.unitsThousandths }
        guard let percentage = revocation.percentageMilliunits else {
            return revocation.type == "REFUND_PRORATED" ? nil : self.unitsThousandths
        }
        let share = Int64(min(max(percentage, 0), 100_000))
        return (self.quantity * share + 500) / 1000 * 10
    }

    /// The price of so many thousandths, rounded toward zero to a milliunit.
    func price(of unitsThousandths: Int64) -> Int64 {
        guard let price = self.snapshot.price else { return 0 }
        let whole = Self.isSeats(self.snapshot) ? 1000 : self.unitsThousandths
        return Int64(clamping: Int128(price.amountMilliunits) * Int128(unitsThousandths) / Int128(whole))
    }

    /// The group on a day.
    func group(on day: PacificDay, _ direction: SaleGroup.Direction) -> SaleGroup {
        SaleGroup(
            day: day,
            product: self.snapshot.productID,
            storefront: self.snapshot.storefront.flatMap(StorefrontCountry.alpha2),
            currency: self.unitPrice?.currency,
            unitPriceMilliunits: self.unitPrice?.amountMilliunits,
            direction: direction,
            period: self.period
        )
    }

    /// New or renewal; older evidence does not say it, but the first transaction of a chain is new.
    private var period: SaleGroup.Period {
        guard self.snapshot.kind == .autoRenewable else { return .none }
        switch self.snapshot.reason {
        case .purchase: return .new
        case .renewal: return .renewal
        case nil:
            let isFirst = self.snapshot.transactionID.rawValue
                .hasSameBytes(as: self.snapshot.originalTransactionID.rawValue)
            return isFirst ? .new : .renewal
        }
    }

    /// Whether it is of several seats: no other subscription has a quantity.
    private static func isSeats(_ snapshot: TransactionSnapshot) -> Bool {
        snapshot.kind == .autoRenewable && snapshot.quantity > 1
    }
}
