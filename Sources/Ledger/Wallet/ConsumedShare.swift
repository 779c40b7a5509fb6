/// How much of a purchase was consumed, exactly: so many of so many coins that were paid for.
///
/// Coins that were taken back, that expired or that repaid a debt are not consumed, and coins that cost nothing do not
/// count.
package struct ConsumedShare: Hashable, Sendable {
    /// The paid coins that were spent.
    package let spent: Int64
    /// The paid coins that the purchase brought.
    package let amount: Int64

    /// A share.
    package init(spent: Int64, amount: Int64) {
        self.spent = spent
        self.amount = amount
    }

    /// What was consumed of some lots.
    package init(of lots: some Sequence<Lot>) {
        let paid = lots.filter { $0.kind == .paid }
        self.init(spent: paid.reduce(0) { $0 + $1.spent }, amount: paid.reduce(0) { $0 + $1.amount })
    }
}
