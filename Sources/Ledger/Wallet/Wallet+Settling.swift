/// What refunds take, and what repays what.
extension Wallet {
    /// Decides anew, for the lots that are here, what is taken back and what repays what is missing.
    ///
    /// It is a function of what each lot brought, of what was spent and removed of it, of what is to be taken back and of
    /// what was promised, so neither the order nor the repetition of refunds and reversals shows in it: a lot gives first
    /// what is to be taken back of itself, then what it repays of others, the oldest debt first.
    ///
    /// It looks at lots of which anything is to be taken back now or was before, and at those that repay or are repaid.
    mutating func settle() {
        var room: [Int64: Int64] = [:]
        var open: [Int64: Int64] = [:]
        for place in self.lots.indices {
            let lot = self.lots[place]
            let there = lot.amount - lot.spent - lot.removed
            self.lots[place].taken = min(lot.target, there)
            room[lot.number] = there - self.lots[place].taken
            open[lot.number] = self.lots[place].owed
        }
        var lent: [Int64: Int64] = [:]
        var repaid: [Int64: Int64] = [:]
        for place in self.repayments.indices {
            let repayment = self.repayments[place]
            let paid = min(repayment.promised, room[repayment.lender] ?? 0, open[repayment.debtor] ?? 0)
            self.repayments[place].paid = paid
            room[repayment.lender, default: 0] -= paid
            open[repayment.debtor, default: 0] -= paid
            lent[repayment.lender, default: 0] += paid
            repaid[repayment.debtor, default: 0] += paid
        }
        for place in self.lots.indices {
            self.lots[place].lent = lent[self.lots[place].number] ?? 0
            self.lots[place].repaid = repaid[self.lots[place].number] ?? 0
        }
    }

    /// Lets new lots repay what is owed for others, the oldest debt first; looks at the lots that are owed for.
    mutating func repay(with lenders: [Int64]) {
        for lender in lenders {
            for debtor in self.lots where debtor.debt > 0 {
                guard let left = self.lot(lender)?.left, left > 0, debtor.number != lender else { continue }
                let paid = min(left, debtor.debt)
                self.repayments.append(
                    Repayment(debtor: debtor.number, lender: lender, promised: paid, paid: paid)
                )
                self.change(lender) { $0.lent += paid }
                self.change(debtor.number) { $0.repaid += paid }
            }
        }
        self.sortRepayments()
    }
}
