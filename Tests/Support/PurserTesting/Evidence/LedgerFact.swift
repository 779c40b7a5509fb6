package import Ledger

/// One thing that the ledger can be told.
package enum LedgerFact: Hashable, Sendable {
    /// Apple's word on a transaction.
    case transaction(TransactionSnapshot)
    /// Apple's word on a renewal.
    case renewal(RenewalSnapshot)
    /// Apple's word on a status.
    case status(StatusStatement)
    /// Apple's word on a refund request.
    case refundRequest(RefundRequestStatement)
    /// A refund that is reported and that Apple did not sign.
    case reportedRefund(ReportedRefund)
    /// An app's word that a customer has a transaction.
    case submission(Submission)
    /// An operator's word on whose a purchase is.
    case decision(Decision)

    /// Whether an app said it rather than Apple.
    package var isSubmission: Bool {
        if case .submission = self { true } else { false }
    }
}
