/// One reason to look twice at a customer, with what shows it and how much it weighs today.
package struct RiskReason: Hashable, Sendable {
    /// The most transactions or customers that are named as proof; all are counted.
    package static let longestProof = 10

    /// What kind.
    package let kind: RiskKind
    /// How often.
    package let count: Int64
    /// What it weighs today, at least 1: less the longer ago it was.
    package let points: Int64
    /// When it happened last; `nil` for what holds today.
    package let lastAt: Instant?
    /// Transactions that show it, the newest first.
    package let transactions: [TransactionID]
    /// Other customers who show it, in the order of their names.
    package let customers: [CustomerID]
}
