import Ledger

/// A refund that is reported and that Apple did not sign, as our JSON shows it beside its purchase.
struct ReportedRefundBody: Encodable {
    let reportedAt: String
    let revokedAt: String
    let reason: Int?
    let treatment: String

    init(_ report: ReportedRefund) {
        self.reportedAt = report.reportedAt.rfc3339
        self.revokedAt = report.revokedAt.rfc3339
        self.reason = report.reason
        self.treatment = report.treatment.rawValue
    }
}
