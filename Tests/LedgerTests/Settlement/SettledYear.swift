import Ledger
import PurserTesting

/// A generated fiscal year in the ledger, the sales reports and the finance reports, which agree until a fault is
/// inserted.
struct SettledYear {
    /// A sale or a refund with the month in which Apple settles it.
    struct Sold {
        let day: PacificDay
        let line: SettlementLine
        var units: Int64 = 1000
        var rate: SaleSum.Rate
        /// The month of settlement; `nil` when it never is.
        var settledIn: FiscalMonth?
        var shareMilliunits: Int64
        var isInLedger = true
        var hasStorefront = true
    }

    static let first = FiscalMonth(of: PacificDay(number: 20_000))
    static let monthCount = 12
    static let storefronts = ["BG", "CN", "DE", "JP", "US"]

    var sold: [Sold] = []

    static var months: ClosedRange<FiscalMonth> { Self.first...(Self.first + (Self.monthCount - 1)) }

    static var lines: [SettlementLine] {
        (0..<30).flatMap { product in
            Self.storefronts.flatMap { storefront in
                SaleGroup.Direction.allCases.map { direction in
                    SettlementLine(
                        product: ProductID("product.\(product)"),
                        storefront: storefront,
                        direction: direction
                    )
                }
            }
        }
    }

    init(seed: UInt64, lines: some Sequence<SettlementLine> = Self.lines) {
        var generator = SeededGenerator(seed: seed)
        for line in lines {
            let number = Int64(line.product.rawValue.dropFirst(8)) ?? 0
            let currency = line.storefront == "JP" ? "JPY" : line.storefront == "US" ? "USD" : "EUR"
            let rate = SaleSum.Rate(currency: currency, unitMilliunits: (number + 1) * 700)
            for position in 0..<Self.monthCount {
                let month = Self.first + position
                for _ in 0..<1 + generator.number(below: 3) {
                    let day = month.begin + Int64(generator.number(below: Int(month.dayCount)))
                    // A third is settled a month later, when the customer's payment arrives.
                    let settledIn = month + (generator.happens(percent: 33) ? 1 : 0)
                    let sign: Int64 = line.direction == .refund ? -1 : 1
                    self.sold.append(
                        Sold(
                            day: day,
                            line: line,
                            rate: rate,
                            settledIn: settledIn,
                            shareMilliunits: rate.unitMilliunits * sign
                        )
                    )
                }
            }
        }
    }

    var ledger: [SoldUnits] {
        self.sold.filter(\.isInLedger).map { one in
            SoldUnits(
                month: FiscalMonth(of: one.day),
                line: SettlementLine(
                    product: one.line.product,
                    storefront: one.hasStorefront ? one.line.storefront : nil,
                    direction: one.line.direction
                ),
                unitsThousandths: one.units
            )
        }
    }

    var reported: [SoldUnits] {
        self.sold.map { one in
            SoldUnits(
                month: FiscalMonth(of: one.day),
                line: one.line,
                unitsThousandths: one.units,
                rate: one.rate
            )
        }
    }

    func settled(isDetailed: Bool = true) -> [SettledSale] {
        self.sold.compactMap { one in
            guard let month = one.settledIn else { return nil }
            return SettledSale(
                month: month,
                soldOn: isDetailed ? one.day : nil,
                line: one.line,
                unitsThousandths: one.units,
                unitShareMilliunits: abs(one.shareMilliunits) * 1000 / max(one.units, 1),
                shareMilliunits: one.shareMilliunits,
                currency: one.rate.currency
            )
        }
    }

    func settlement(
        isDetailed: Bool = true,
        months: ClosedRange<FiscalMonth> = Self.months
    ) -> Settlement {
        Settlement(
            sold: self.ledger,
            reported: self.reported,
            settled: self.settled(isDetailed: isDetailed),
            months: months,
            settledMonths: Set((0...(months.upperBound - months.lowerBound)).map { months.lowerBound + $0 })
        )
    }
}
