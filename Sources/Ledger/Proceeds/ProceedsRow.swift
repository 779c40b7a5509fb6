/// Units sold or refunded at one price, as a row of a sales report or a sale of the ledger states them.
package struct ProceedsRow: Hashable, Sendable {
    /// The day in Pacific time; for a report on several days, the last one.
    package let day: PacificDay
    /// The product; of an app itself, its SKU.
    package let product: ProductID
    /// The storefront, two letters (ISO 3166-1 alpha-2); empty where it is unknown.
    package let country: String
    /// The number of units, in thousandths; negative for refunds and credits.
    package let unitsThousandths: Int64
    /// The price that the customer paid for one unit, with taxes, never negative.
    package let unitPrice: Money
    /// The developer's proceeds for one unit, never negative.
    package let unitProceeds: Money
    /// Whether an offer or a promotion decided the price.
    package let hasOffer: Bool
    /// The length of service that one payment of an auto-renewable subscription covers; `nil` for everything else, and
    /// where it is unknown.
    package let service: ServicePeriod?

    /// Creates a row of these values.
    package init(
        day: PacificDay,
        product: ProductID,
        country: String,
        unitsThousandths: Int64,
        unitPrice: Money,
        unitProceeds: Money,
        hasOffer: Bool = false,
        service: ServicePeriod? = nil
    ) {
        self.day = day
        self.product = product
        self.country = country
        self.unitsThousandths = unitsThousandths
        self.unitPrice = unitPrice
        self.unitProceeds = unitProceeds
        self.hasOffer = hasOffer
        self.service = service
    }

    /// The price of all units in milliunits, negative for refunds.
    package var price: Int64 { Self.amount(self.unitsThousandths, self.unitPrice.amountMilliunits) }

    /// The proceeds of all units in milliunits, negative for refunds.
    package var proceeds: Int64 { Self.amount(self.unitsThousandths, self.unitProceeds.amountMilliunits) }

    /// The price as the journal books it, in milliunits of the currency of the proceeds: where customers pay in another
    /// currency, the proceeds.
    var bookedPrice: Int64 { self.unitPrice.currency == self.unitProceeds.currency ? self.price : self.proceeds }

    /// Whether the row is a refund.
    package var isRefund: Bool { self.unitsThousandths < 0 }

    /// Returns the amount of so many thousandths of a unit in milliunits, rounded half away from zero and clamped to
    /// the range of the type.
    static func amount(_ unitsThousandths: Int64, _ unitMilliunits: Int64) -> Int64 {
        let product = Int128(unitsThousandths) * Int128(unitMilliunits)
        return Int64(clamping: (product + (product < 0 ? -500 : 500)) / 1000)
    }
}
