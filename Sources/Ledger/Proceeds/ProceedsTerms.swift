/// By which rates Apple pays a developer: the tables, and the programs that the developer is in.
package struct ProceedsTerms: Sendable {
    /// From which day on the developer is in the Small Business Program; `nil` when it is not.
    package let smallBusinessFrom: PacificDay?
    /// What Apple keeps.
    package let commissions: CommissionTable
    /// What taxes take.
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

    /// Whether the developer is in the Small Business Program on a day.
    package func isSmallBusiness(on day: PacificDay) -> Bool { self.smallBusinessFrom.map { $0 <= day } ?? false }
}

/// A row of a table that counts from a day on.
protocol DatedRow {
    /// The first day in Pacific time; `nil` for always.
    var from: PacificDay? { get }
}

extension Sequence where Element: DatedRow {
    /// The row that counts on a day: of those that have begun, the one that began last.
    func latest(on day: PacificDay) -> Element? {
        self.filter { row in row.from.map { $0 <= day } ?? true }
            .max { ($0.from?.number ?? .min) < ($1.from?.number ?? .min) }
    }
}
