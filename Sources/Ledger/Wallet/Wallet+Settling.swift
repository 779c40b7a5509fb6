/// What refunds take, and what repays what.
extension Wallet {
    /// Decides anew, for the lots that are here, what is revoked and what repays what is missing.
    ///
    /// It is a function of what each lot brought, of what was spent and removed of it, of what is to be revoked and of
    /// what was promised, so neither the order nor the repetition of refunds and reversals shows in it: a lot gives
    /// first what is to be revoked of itself, then what it repays of others, the oldest debt first.
    ///
    /// It looks at lots of which anything is to be revoked now or was before, and at those that repay or are repaid.
    mutating func settle() {
        var room: [Int64: Int64] = [:]
        var open: [Int64: Int64] = [:]
        for place in self.lots.indices {
            let lot = self.lots[place]
            let there = lot.amount - lot.spent - lot.removed
            self.lots[place].revoked = min(lot.target, there)
            room[lot.number] = there - self.lots[place].revoked
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

/// That coins of one lot came while another lot was owed for, and repaid it.
///
/// What is paid follows from what is owed and what is there: where the refund behind a debt is reversed the coins are
/// back in their lot, and where it is made again they repay once more, as far as they were not spent meanwhile.
package struct Repayment: Hashable, Sendable {
    /// Who repays whom, of which there is one repayment.
    struct Parties: Hashable {
        let debtor: Int64
        let lender: Int64
    }

    /// The lot that is owed for.
    package let debtor: Int64
    /// The lot that repays.
    package let lender: Int64
    /// How much it repaid at first.
    package let promised: Int64
    /// How much of that it repays now.
    package var paid: Int64

    /// A repayment of these values.
    package init(debtor: Int64, lender: Int64, promised: Int64, paid: Int64) {
        self.debtor = debtor
        self.lender = lender
        self.promised = promised
        self.paid = paid
    }

    /// Who repays whom.
    var parties: Parties { Parties(debtor: self.debtor, lender: self.lender) }
}

/// What becomes of a debt of coins.
package enum DebtRepayment: String, Hashable, Sendable, CaseIterable {
    /// The next coins that come repay it.
    case nextCredit
    /// The next coins that come repay it, and until then none can be spent.
    case blockSpending
    /// It is shown, and that is all.
    case shown

    /// Whether coins that come repay it.
    package var isRepaid: Bool { self != .shown }
}
