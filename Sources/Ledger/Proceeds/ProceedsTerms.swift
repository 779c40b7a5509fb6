/// The rates by which Apple pays a developer: the tables, and the programs that the developer participates in.
package struct ProceedsTerms: Sendable {
    /// The first day on which the developer is in the Small Business Program; `nil` when they are not in it.
    package let smallBusinessFrom: PacificDay?
    /// Apple's commission.
    package let commissions: CommissionTable
    /// The taxes.
    package let taxes: TaxTable

    /// Terms of these values.
    package init(
        smallBusinessFrom: PacificDay? = nil,
        commissions: CommissionTable = .published,
        taxes: TaxTable = .published
    ) {
        self.smallBusinessFrom = smallBusinessFrom
        self.commissions = commissions
        self.taxes = taxes
    }

    /// Returns whether the developer is in the Small Business Program on a day.
    package func isSmallBusiness(on day: PacificDay) -> Bool { self.smallBusinessFrom.map { $0 <= day } ?? false }
}

/// A row of a table that applies from a day on.
protocol DatedRow {
    /// The first day in Pacific time; `nil` for always.
    var from: PacificDay? { get }
}

extension Sequence where Element: DatedRow {
    /// Returns the row that applies on a day: of the rows that have begun, the one that began last.
    func latest(on day: PacificDay) -> Element? {
        self.filter { row in row.from.map { $0 <= day } ?? true }
            .max { ($0.from?.number ?? .min) < ($1.from?.number ?? .min) }
    }
}
