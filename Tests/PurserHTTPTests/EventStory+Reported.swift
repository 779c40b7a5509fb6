import Ledger
import PurserTesting

extension EventStory {
    /// Finn's coins, whose refund is reported and not signed.
    static func writeReported(_ pen: inout Pen) async throws {
        var gems = Sample.gems("990")
        gems.productID = Self.gems
        try await pen.write([gems], by: Sample.customer("finn"), on: 0)
        var intake = Sample.facts()
        intake.reportedRefunds = [
            ReportedRefund(
                originalTransactionID: gems.originalTransactionID,
                transactionID: gems.transactionID,
                productID: Self.gems,
                revokedAt: Sample.beginning + .hours(20),
                reason: 1,
                treatment: .show,
                reportedAt: Sample.beginning + .days(1)
            )
        ]
        try await pen.write(intake, at: Sample.beginning + .days(1))
    }
}
