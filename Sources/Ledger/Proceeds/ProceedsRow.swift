/// What was sold or refunded at one price, as a row of a sales report or a sale of the ledger states it.
package struct ProceedsRow: Hashable, Sendable {
    /// The day in Pacific time; of a report about several days, the last one.
    package let day: PacificDay
    /// The product; of an app itself, its SKU.
    package let product: ProductID
    /// The storefront, two letters (ISO 3166-1 alpha-2); empty where it is unknown.
    package let country: String
    /// How many, in thousandths; negative for refunds and credits.
    package let unitsThousandths: Int64
    /// What the customer paid for one, with taxes, never negative.
    package let unitPrice: Money
    /// What the developer gets for one, never negative.
    package let unitProceeds: Money
    /// Whether an offer or a promotion decided the price.
    package let hasOffer: Bool
    /// How long the service lasts that an auto-renewable subscription pays for; `nil` for everything else, and where it
    /// is unknown.
    package let service: ServicePeriod?

    /// A row of these values.
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

    /// The price as it is booked, in milliunits of the currency of the proceeds: where customers pay in another, the
    /// proceeds.
    var bookedPrice: Int64 { self.unitPrice.currency == self.unitProceeds.currency ? self.price : self.proceeds }

    /// Whether money was paid back.
    package var isRefund: Bool { self.unitsThousandths < 0 }

    /// The amount of so many thousandths of a unit in milliunits, rounded half away from zero and held within the range
    /// of the type.
    static func amount(_ unitsThousandths: Int64, _ unitMilliunits: Int64) -> Int64 {
        let product = Int128(unitsThousandths) * Int128(unitMilliunits)
        return Int64(clamping: (product + (product < 0 ? -500 : 500)) / 1000)
    }
}
