/// The accounts that the journal books to; bookkeeping may call them otherwise.
package enum JournalAccount: String, Hashable, Comparable, Sendable, CaseIterable {
    /// What Apple owes.
    case receivable
    /// What Apple keeps, and the taxes in prices.
    case commissionAndTaxes
    /// What customers got back.
    case refunds
    /// What customers paid for service that has not been given yet.
    case deferredRevenue
    /// What is earned.
    case revenue

    /// Orders accounts as they stand above.
    package static func < (left: Self, right: Self) -> Bool {
        (Self.allCases.firstIndex(of: left) ?? 0) < (Self.allCases.firstIndex(of: right) ?? 0)
    }
}
