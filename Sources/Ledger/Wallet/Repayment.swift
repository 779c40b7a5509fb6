/// That coins of one lot came while another lot was owed for, and repaid it.
///
/// What is paid follows from what is owed and what is there: where the refund behind a debt is reversed the coins are back
/// in their lot, and where it is made again they repay once more, as far as they were not spent meanwhile.
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
