/// The transfer of a merged customer's wallet.
extension Wallet {
    /// Transfers everything to another wallet: lots with their state, their repayments, and the state of purchases.
    ///
    /// Returns the movement of each wallet; `nil` where a sum would exceed the maximum.
    ///
    /// It does not need any lots in memory: a caller that stores lots elsewhere assigns them the numbers after the last
    /// of the other wallet.
    package mutating func transfer(
        to other: inout Wallet,
        key: String,
        at now: Instant
    ) -> (from: Movement, to: Movement)? {
        var (giver, taker) = (self, other)
        let (available, held, debt) = (giver.available, giver.held, giver.debt)
        func entries(_ sign: Int64) -> [Movement.Entry] {
            [
                Movement.Entry(.available, lot: nil, sign * available),
                Movement.Entry(.held, lot: nil, sign * held),
                Movement.Entry(.debt, lot: nil, -sign * debt),
                Movement.Entry(.merged, lot: nil, -sign * (available + held - debt)),
            ]
            .filter { $0.quantity != 0 }
        }
        let draft = Draft(
            kind: .merged,
            quantity: available + held,
            cause: .merge,
            key: key,
            reason: "merged",
            at: now
        )
        guard let from = giver.book(draft, entries(-1)), let to = taker.book(draft, entries(1)) else { return nil }
        let offset = taker.lotCount
        taker.lots += giver.lots.map { $0.numbered($0.number + offset) }
        taker.repayments += giver.repayments.map {
            Repayment(debtor: $0.debtor + offset, lender: $0.lender + offset, promised: $0.promised, paid: $0.paid)
        }
        taker.sortRepayments()
        taker.load(purchases: giver.purchases)
        taker.lotCount += giver.lotCount
        taker.expect(giver.dueAt)
        giver.lots = []
        giver.repayments = []
        giver.purchases = []
        giver.dueAt = nil
        (self, other) = (giver, taker)
        return (from, to)
    }
}
