/// The distribution of revocations and repayments over lots.
extension Wallet {
    /// Computes again, for the loaded lots, how many coins are revoked and which coins repay the missing ones.
    ///
    /// It is a function of what each lot added, of its spent and removed coins, of its target and of the promised
    /// repayments, so neither the order nor the repetition of refunds and reversals affects it: a lot gives first its
    /// own revoked coins, then what it repays of others, the oldest debt first.
    ///
    /// It reads lots with a target now or before, and those that repay or are repaid.
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

    /// Lets new lots repay the debts of others, the oldest debt first; reads the lots with a debt.
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

/// A repayment: a lot was added while another lot had a debt, and repays it.
///
/// The paid coins follow from the debt and the available coins: where the refund behind a debt is reversed the coins
/// return to their lot, and where it is made again they repay once more, as far as they were not spent in the meantime.
package struct Repayment: Hashable, Sendable {
    /// The debtor and the lender, between whom there is one repayment.
    struct Parties: Hashable {
        let debtor: Int64
        let lender: Int64
    }

    /// The lot with the debt.
    package let debtor: Int64
    /// The lot that repays.
    package let lender: Int64
    /// The number of coins repaid at first.
    package let promised: Int64
    /// The number of those coins that repay now.
    package var paid: Int64

    /// Creates a repayment of these values.
    package init(debtor: Int64, lender: Int64, promised: Int64, paid: Int64) {
        self.debtor = debtor
        self.lender = lender
        self.promised = promised
        self.paid = paid
    }

    /// The debtor and the lender.
    var parties: Parties { Parties(debtor: self.debtor, lender: self.lender) }
}

/// The treatment of a debt of coins.
package enum DebtRepayment: String, Hashable, Sendable, CaseIterable {
    /// The next coins repay it.
    case nextCredit
    /// The next coins repay it, and until then no coins can be spent.
    case blockSpending
    /// The debt is only shown.
    case shown

    /// Whether new coins repay it.
    package var isRepaid: Bool { self != .shown }
}
