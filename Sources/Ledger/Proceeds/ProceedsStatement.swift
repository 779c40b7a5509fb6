/// The sales of a span of time, the developer's proceeds, and the cost of refunds and offers, by storefront and
/// currency.
///
/// Amounts of different currencies are never added. All sums are integers, so they do not depend on the order of rows.
package struct ProceedsStatement: Hashable, Sendable {
    /// The origin of money: a storefront, the currency of its prices, and the currency in which Apple pays.
    package struct Place: Hashable, Comparable, Sendable {
        /// The storefront, two letters; empty where it is unknown.
        package let country: String
        /// The currency in which customers pay.
        package let priceCurrency: String
        /// The currency in which Apple pays the developer.
        package let proceedsCurrency: String

        /// Orders places by storefront, then by currencies.
        package static func < (left: Self, right: Self) -> Bool {
            (left.country, left.priceCurrency, left.proceedsCurrency)
                < (right.country, right.priceCurrency, right.proceedsCurrency)
        }
    }

    /// Totals of sales or of refunds.
    package struct Side: Hashable, Sendable {
        /// The number of units, in thousandths, never negative.
        package fileprivate(set) var unitsThousandths: Int64 = 0
        /// The payments or refunds of customers.
        package fileprivate(set) var priceMilliunits: Int64 = 0
        /// The developer's proceeds, received or returned.
        package fileprivate(set) var proceedsMilliunits: Int64 = 0

        fileprivate mutating func add(_ row: ProceedsRow, sign: Int64) {
            self.unitsThousandths &+= sign &* row.unitsThousandths
            self.priceMilliunits &+= sign &* row.price
            self.proceedsMilliunits &+= sign &* row.proceeds
        }

        fileprivate static func += (side: inout Self, other: Self) {
            side.unitsThousandths &+= other.unitsThousandths
            side.priceMilliunits &+= other.priceMilliunits
            side.proceedsMilliunits &+= other.proceedsMilliunits
        }
    }

    /// The cost of offers.
    package struct Offers: Hashable, Sendable {
        /// The number of units sold with an offer, in thousandths.
        package fileprivate(set) var unitsThousandths: Int64 = 0
        /// The difference between the products' own prices and what was paid, in the currency of prices.
        package fileprivate(set) var costMilliunits: Int64 = 0
        /// The number of these units for which the product's own price is unknown, in thousandths; the cost leaves them
        /// out.
        package fileprivate(set) var unknownThousandths: Int64 = 0

        fileprivate static func += (offers: inout Self, other: Self) {
            offers.unitsThousandths &+= other.unitsThousandths
            offers.costMilliunits &+= other.costMilliunits
            offers.unknownThousandths &+= other.unknownThousandths
        }
    }

    /// The sums of one place, or of all places with the same currencies.
    package struct Sum: Hashable, Sendable {
        /// Sales.
        package fileprivate(set) var sales = Side()
        /// Refunds; the cost of refunds is their proceeds.
        package fileprivate(set) var refunds = Side()
        /// The cost of offers.
        package fileprivate(set) var offers = Offers()

        fileprivate static func += (sum: inout Self, other: Self) {
            sum.sales += other.sales
            sum.refunds += other.refunds
            sum.offers += other.offers
        }

        /// The proceeds that remain after refunds.
        package var netProceedsMilliunits: Int64 { self.sales.proceedsMilliunits &- self.refunds.proceedsMilliunits }
    }

    /// The sums by place.
    package private(set) var places: [Place: Sum] = [:]

    /// Creates a statement without rows.
    package init() {}

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - row: What was sold or refunded.
    ///   - ownPrice: The price of the product without an offer at the place and time of the sale; `nil` where it is
    ///     unknown or in another currency.
    package mutating func add(_ row: ProceedsRow, ownPrice: Money? = nil) {
        guard row.unitsThousandths != 0 else { return }
        let place = Place(
            country: row.country,
            priceCurrency: row.unitPrice.currency,
            proceedsCurrency: row.unitProceeds.currency
        )
        var sum = self.places[place] ?? Sum()
        if row.isRefund { sum.refunds.add(row, sign: -1) } else { sum.sales.add(row, sign: 1) }
        if row.hasOffer, !row.isRefund {
            sum.offers.unitsThousandths &+= row.unitsThousandths
            if let ownPrice, ownPrice.currency == row.unitPrice.currency {
                let less = max(0, ownPrice.amountMilliunits - row.unitPrice.amountMilliunits)
                sum.offers.costMilliunits &+= ProceedsRow.amount(row.unitsThousandths, less)
            } else {
                sum.offers.unknownThousandths &+= row.unitsThousandths
            }
        }
        self.places[place] = sum
    }

    /// The sums over all storefronts with the same two currencies, by those currencies, with an empty storefront.
    package var currencies: [Place: Sum] {
        var sums: [Place: Sum] = [:]
        for (place, sum) in self.places {
            let key = Place(
                country: "",
                priceCurrency: place.priceCurrency,
                proceedsCurrency: place.proceedsCurrency
            )
            sums[key, default: Sum()] += sum
        }
        return sums
    }

    /// The proceeds after refunds in milliunits, by the currency that Apple pays in.
    package var netProceeds: [String: Int64] {
        self.places.reduce(into: [:]) { sums, place in
            sums[place.key.proceedsCurrency, default: 0] &+= place.value.netProceedsMilliunits
        }
    }

    /// Returns the share of the price of sales in a place that Apple and taxes took, in tenths of a percent, rounded
    /// half up: of 30.00 sold and 20.63 received it is 312.
    ///
    /// - Returns: `nil` where nothing was sold, and where Apple pays in a currency that differs from the customers':
    ///   the statement invents no rate to compare them.
    package static func takenPerMille(of sales: Side, in place: Place) -> Int64? {
        guard place.priceCurrency == place.proceedsCurrency, sales.priceMilliunits > 0 else { return nil }
        let taken = Int128(sales.priceMilliunits) - Int128(sales.proceedsMilliunits)
        let (twice, whole) = (taken * 2000 + Int128(sales.priceMilliunits), Int128(sales.priceMilliunits) * 2)
        return Int64(clamping: twice >= 0 ? twice / whole : -((whole - 1 - twice) / whole))
    }
}
