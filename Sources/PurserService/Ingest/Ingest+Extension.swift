import AppStore
import Ledger

extension Ingest {
    /// Records what a notification states about an extension of all renewal dates: its completion, or the failure of
    /// one subscription.
    ///
    /// It is called after the notification itself is recorded, and again when the notification arrives again.
    func noteExtension(_ verified: VerifiedNotification, for app: ServedApp) async throws(IngestError) {
        let payload = verified.notification.payload
        guard payload.notificationType == .renewalExtension else { return }
        do throws(RepositoryError) {
            if payload.subtype == .summary {
                try await self.noteSummary(payload, for: app)
            } else if payload.subtype == .failure, let transaction = verified.transaction?.payload,
                let product = transaction.productId, let original = transaction.originalTransactionId,
                let environment = transaction.environment.flatMap({ StoreEnvironment(rawValue: $0.rawValue) })
            {
                try await self.repository.write { unit in
                    try unit.keep(
                        ExtensionFailure(
                            app: app.name,
                            environment: environment,
                            productID: ProductID(product),
                            originalTransactionID: OriginalTransactionID(original),
                            at: Instant(verified.notification.signedAt)
                        )
                    )
                }
            }
        } catch {
            throw .storage(error)
        }
    }

    private func noteSummary(_ payload: NotificationPayload, for app: ServedApp) async throws(RepositoryError) {
        guard let summary = payload.summary, let id = summary.requestIdentifier,
            let environment = summary.environment.flatMap({ StoreEnvironment(rawValue: $0.rawValue) }),
            let signedAt = payload.signedDate
        else { return }
        guard let token = AccountToken(id) else { return }
        let completion = RenewalExtension.Completion(
            at: Instant(signedAt),
            succeeded: summary.succeededCount ?? 0,
            failed: summary.failedCount ?? 0
        )
        try await self.repository.write { unit in
            let name = RenewalExtensionID(token.description)
            // An extension that another system requested is unknown here.
            guard var order = try unit.renewalExtension(name, of: app.name, environment: environment) else { return }
            order.acceptedAt = order.acceptedAt ?? order.orderedAt
            order.completion = completion
            try unit.keep(order)
        }
    }
}
