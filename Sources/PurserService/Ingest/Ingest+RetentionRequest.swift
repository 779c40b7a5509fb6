import AppStore
import Ledger
import Metrics

/// Requests for retention messages, which are evidence that a customer is about to cancel.
extension Ingest {
    /// Records a verified request of Apple's; it is counted where that is not possible, because Apple does not repeat it.
    func retentionRequest(_ verified: VerifiedObject<RealtimeRequestPayload>, for app: ServedApp) async {
        if await self.isRecorded(verified, for: app) { return }
        Counter(label: "purser_retention_requests_unrecorded_total", dimensions: [("app", "\(app.name)")]).increment()
    }

    private func isRecorded(_ verified: VerifiedObject<RealtimeRequestPayload>, for app: ServedApp) async -> Bool {
        let now = self.ambient.now()
        let signedAt = Instant(verified.signedAt)
        guard let intake = Intake(verified, of: app, receivedAt: now),
            self.reasonToHold([verified.object], signedAt: signedAt, now: now, releasing: nil) == nil
        else { return false }
        return (try? await self.record(intake, for: app)) != nil
    }
}

extension Intake {
    /// Creates the unit of work of a verified request; `nil` if it names no subscription or environment.
    init?(_ verified: VerifiedObject<RealtimeRequestPayload>, of app: ServedApp, receivedAt: Instant) {
        guard let environment = verified.payload.environment.flatMap({ StoreEnvironment(rawValue: $0.rawValue) }),
            let original = verified.payload.originalTransactionId.flatMap(TransactionSnapshot.identifier)
        else { return nil }
        self.init(
            app: app.name,
            environment: environment,
            receivedAt: receivedAt,
            evidence: [SignedEvidence(verified, kind: .retentionRequest)],
            catalog: app.catalog
        )
        self.retentionRequests = [
            RetentionRequestEvidence(
                originalTransactionID: OriginalTransactionID(original),
                signedAt: Instant(verified.signedAt)
            )
        ]
    }
}
