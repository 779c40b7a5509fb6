/// The rates by which Apple pays a developer: the tables, and the programs that the developer participates in.
package struct ProceedsTerms: Sendable {
    /// The developer's memberships in programs.
    package let memberships: [ProgramMembership]
    /// The only platform on which the app is sold; `nil` where it is sold on several, or unknown.
    package let platform: CommissionTable.Platform?
    /// Apple's commission.
    package let commissions: CommissionTable
    /// The taxes.
    package let taxes: TaxTable

    /// Terms of these values.
    package init(
        memberships: [ProgramMembership] = [],
        platform: CommissionTable.Platform? = nil,
        commissions: CommissionTable = .published,
        taxes: TaxTable = .published
    ) {
        self.memberships = memberships
        self.platform = platform
        self.commissions = commissions
        self.taxes = taxes
    }

    /// Returns these terms with the Small Business Program from a day on, instead of the membership that they state;
    /// the same terms for no day.
    package func with(smallBusinessFrom day: PacificDay?) -> Self {
        guard let day else { return self }
        return Self(
            memberships: self.memberships.filter { $0.program != .smallBusiness }
                + [ProgramMembership(in: .smallBusiness, from: day)],
            platform: self.platform,
            commissions: self.commissions,
            taxes: self.taxes
        )
    }

    /// Returns the program by which the developer pays for a product on a day; without a product, the program that
    /// covers all products.
    package func program(of product: ProductID?, on day: PacificDay) -> CommissionTable.Program {
        self.memberships.first { $0.applies(to: product, on: day) }?.program ?? .standard
    }
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
