/// The input of a settlement, added up so that the order of rows does not matter.
struct SettlementInput {
    /// The key of rows of a finance report that differ only in their number of units.
    struct Row: Hashable, Comparable {
        /// The product, the storefront and the direction.
        let line: SettlementLine
        /// The month of the sale or of the refund, where the report states its day.
        let soldIn: FiscalMonth?
        /// The neighboring month, when the day is at the bound of both: a sale at midnight may belong to either.
        let neighbor: FiscalMonth?
        /// The currency of the share.
        let currency: String
        /// The developer's share of one unit.
        let unitShareMilliunits: Int64

        /// Orders rows by line, month, currency and share.
        static func < (left: Self, right: Self) -> Bool {
            if left.line != right.line { return left.line < right.line }
            if left.soldIn != right.soldIn {
                // A row with its month takes the units of that month before a row without one.
                guard let one = left.soldIn, let other = right.soldIn else { return right.soldIn == nil }
                return one < other
            }
            if left.neighbor != right.neighbor {
                guard let one = left.neighbor, let other = right.neighbor else { return left.neighbor == nil }
                return one < other
            }
            return (left.currency, left.unitShareMilliunits) < (right.currency, right.unitShareMilliunits)
        }
    }

    /// The sums of such rows.
    struct Sum {
        /// The units, in thousandths.
        var unitsThousandths: Int64 = 0
        /// The part of them that is fractions of a unit.
        var fractionThousandths: Int64 = 0
        /// The developer's share of all units.
        var share: Int128 = 0
        /// The number of rows.
        var rowCount = 0
    }

    /// A product in a storefront.
    struct Place: Hashable {
        /// The product.
        let product: ProductID
        /// The storefront.
        let storefront: String?

        /// Creates the place of a line.
        init(_ line: SettlementLine) {
            self.product = line.product
            self.storefront = line.storefront
        }
    }

    /// The first compared month.
    let firstMonth: FiscalMonth
    /// The first month for which the ledger's sales are complete, at most the first compared one.
    let knownFrom: FiscalMonth
    /// The ledger's units.
    private(set) var sold: [FiscalMonth: [SettlementLine: Int64]] = [:]
    /// The units that the ledger sold in the months before the first compared one, whether Apple settled them then or
    /// not.
    private(set) var earlier: [SettlementLine: SettlementTransit] = [:]
    /// The maximum that Apple may return as fractions.
    private(set) var credits: [FiscalMonth: [SettlementLine: Int64]] = [:]
    /// The sales reports' units.
    private(set) var reported: [FiscalMonth: [SettlementLine: Int64]] = [:]
    /// The unit proceeds that the sales reports state, by currency and by the month of the sale.
    private(set) var rates: [Place: [String: [FiscalMonth: Set<Int64>]]] = [:]
    /// The settled units.
    private(set) var settled: [FiscalMonth: [Row: Sum]] = [:]
    /// The number of rows of finance reports beyond the bounds of one row.
    private(set) var excludedCount = 0

    /// Adds up all inputs of these months, and the sales since an earlier one.
    init(
        sold: some Sequence<SoldUnits>,
        reported: some Sequence<SoldUnits>,
        settled: some Sequence<SettledSale>,
        months: ClosedRange<FiscalMonth>,
        knownFrom: FiscalMonth
    ) {
        self.firstMonth = months.lowerBound
        self.knownFrom = min(knownFrom, months.lowerBound)
        let known = self.knownFrom...months.upperBound
        for one in sold where known.contains(one.month) {
            if one.month < months.lowerBound {
                self.earlier[one.line, default: SettlementTransit()].add(one)
            } else if one.isCredit {
                self.credits[one.month, default: [:]][one.line, default: 0] += one.unitsThousandths
            } else {
                self.sold[one.month, default: [:]][one.line, default: 0] += one.unitsThousandths
            }
        }
        for one in reported where months.contains(one.month) {
            self.reported[one.month, default: [:]][one.line, default: 0] += one.unitsThousandths
            guard let rate = one.rate else { continue }
            let place = Place(one.line)
            self.rates[place, default: [:]][rate.currency, default: [:]][one.month, default: []]
                .insert(rate.unitMilliunits)
        }
        // The detailed report and the other one state the same money: the detailed one counts.
        var detailed: Set<FiscalMonth> = []
        let settled = settled.filter { months.contains($0.month) }
        for one in settled where one.soldOn != nil { detailed.insert(one.month) }
        for one in settled where one.soldOn != nil || !detailed.contains(one.month) {
            let rate = SaleSum.Rate(currency: one.currency, unitMilliunits: one.unitShareMilliunits)
            guard SaleSum.holds(unitsThousandths: one.unitsThousandths, unitMilliunits: nil, rate: rate) else {
                self.excludedCount += 1
                continue
            }
            let soldIn = one.soldOn.map { min(FiscalMonth(of: $0), one.month) }
            let row = Row(
                line: one.line,
                soldIn: soldIn,
                neighbor: one.soldOn.flatMap { Self.neighbor(of: $0, one.month) },
                currency: one.currency,
                unitShareMilliunits: one.unitShareMilliunits
            )
            var sum = self.settled[one.month]?[row] ?? Sum()
            sum.unitsThousandths += one.unitsThousandths
            sum.fractionThousandths += one.unitsThousandths % 1000
            sum.share += Int128(one.shareMilliunits)
            sum.rowCount += 1
            self.settled[one.month, default: [:]][row] = sum
        }
    }

    /// Returns the other month when a day is at its bound, at most the month of settlement.
    private static func neighbor(of day: PacificDay, _ month: FiscalMonth) -> FiscalMonth? {
        let own = FiscalMonth(of: day)
        if day == own.begin { return own + -1 }
        let next = own + 1
        return day == own.days.upperBound && next <= month ? next : nil
    }
}
