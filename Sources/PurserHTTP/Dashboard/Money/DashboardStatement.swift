import Ledger
import PurserService

/// A statement of proceeds as a table: by storefront and currency, what was paid, what was refunded, and what is left.
enum DashboardStatement {
    /// A row of the table.
    struct Row: Sendable {
        /// Where the amounts come from: the key of a text; `nil` where all come from one report.
        let basis: String?
        /// The storefront and its currencies.
        let place: ProceedsStatement.Place
        /// The sums.
        let sum: ProceedsStatement.Sum
    }

    /// Returns the rows of a statement, by storefront.
    static func rows(of statement: ProceedsStatement, basis: String?) -> [Row] {
        statement.places.sorted { $0.key < $1.key }.map { Row(basis: basis, place: $0.key, sum: $0.value) }
    }

    /// Returns the table of rows.
    static func table(of rows: [Row], _ visit: DashboardVisit) -> DashboardTable {
        let hasBasis = rows.contains { $0.basis != nil }
        return DashboardTable(
            name: "proceedsByStorefront",
            columns: (hasBasis ? [DashboardTable.Column("proceedsBasis")] : []) + [
                DashboardTable.Column("proceedsStorefront"), DashboardTable.Column("proceedsCurrency"),
                DashboardTable.Column("proceedsSoldUnits", isNumber: true),
                DashboardTable.Column("proceedsSold", isNumber: true),
                DashboardTable.Column("proceedsRefundedUnits", isNumber: true),
                DashboardTable.Column("proceedsRefunded", isNumber: true),
                DashboardTable.Column("proceedsTaken", isNumber: true),
                DashboardTable.Column("proceedsNet", isNumber: true),
                DashboardTable.Column("proceedsPaidCurrency"),
                DashboardTable.Column("proceedsOffers", isNumber: true),
            ],
            empty: "proceedsEmpty",
            of: rows
        ) { row in
            let (place, sum) = (row.place, row.sum)
            let basis = row.basis.map { Self.cell(ofBasis: $0, visit) }
            let taken = ProceedsStatement.takenPerMille(of: sum.sales, in: place)
            let isCostKnown = sum.offers.unknownThousandths == 0
            let note = isCostKnown ? nil : visit.text("proceedsOffersAtLeast")
            let cells = [
                DashboardTable.Cell(place.country.isEmpty ? "–" : place.country, value: place.country),
                DashboardTable.Cell(place.priceCurrency),
                .units(sum.sales.unitsThousandths),
                Self.cell(sum.sales.priceMilliunits, place.priceCurrency),
                .units(sum.refunds.unitsThousandths),
                Self.cell(sum.refunds.priceMilliunits, place.priceCurrency),
                Self.cell(ofShare: taken),
                Self.cell(sum.netProceedsMilliunits, place.proceedsCurrency),
                DashboardTable.Cell(place.proceedsCurrency),
                Self.cell(sum.offers.costMilliunits, place.priceCurrency, note: note),
            ]
            return DashboardTable.Row(cells: (basis.map { [$0] } ?? []) + cells)
        }
    }

    /// Returns a cell with where amounts come from, which a file says in English in every language.
    static func cell(ofBasis key: String, _ visit: DashboardVisit) -> DashboardTable.Cell {
        DashboardTable.Cell(visit.text(key), value: DashboardFiles.shared.text(key, in: .english))
    }

    /// Returns a cell with an amount, which is a plain number in a file: another column has the currency.
    private static func cell(_ amount: Int64, _ currency: String, note: String? = nil) -> DashboardTable.Cell {
        DashboardTable.Cell(
            HTMLText.money(amount, in: currency),
            value: DecimalText.amount(amount, in: currency),
            note: note
        )
    }

    /// Returns a cell with tenths of a percent, which are a plain number of percent in a file.
    private static func cell(ofShare perMille: Int64?) -> DashboardTable.Cell {
        guard let perMille else { return DashboardTable.Cell("–", value: "") }
        return DashboardTable.Cell(
            HTMLText.percent(perMille),
            value: String(DecimalText.percent(perMille).prefix { $0 != " " })
        )
    }
}

extension DashboardTable.Cell {
    /// Returns a cell with thousandths of a unit, which are a plain number in a file.
    static func units(_ thousandths: Int64) -> Self {
        Self(HTMLText.units(thousandths), value: DecimalText.units(thousandths))
    }
}
