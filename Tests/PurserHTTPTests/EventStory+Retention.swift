import Ledger
import PurserTesting

extension EventStory {
    /// Gil's subscription, whose cancellation Gil considers.
    static func writeRetention(_ pen: inout Pen) async throws {
        var period = Sample.period("991", of: "991", at: Sample.beginning)
        period.productID = Self.plus
        try await pen.write([period], [Sample.renewal(of: period)], by: Sample.customer("gil"), on: 0)
        var intake = Sample.facts()
        intake.retentionRequests = [
            RetentionRequestEvidence(
                originalTransactionID: period.originalTransactionID,
                signedAt: Sample.beginning + .days(1)
            )
        ]
        // The first of a day counts, so the second changes nothing.
        for hour in Int64(0)..<2 { try await pen.write(intake, at: Sample.beginning + .days(1) + .hours(hour)) }
    }
}
