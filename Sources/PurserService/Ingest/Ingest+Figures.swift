import Ledger

extension Ingest {
    /// Takes note of what became known with a recorded unit: purchases, refunds, and what was booked with it or refused by
    /// the Sandbox policy.
    ///
    /// Nobody else sees a booking: no fulfiller answers and nobody calls. It is asked only of what brings coins, and of what
    /// was bought in the Sandbox, by the delivery's own name; what cannot be read now is missing in the figures alone.
    func note(_ recorded: Recorded, of intake: Intake, for app: ServedApp) async {
        guard recorded.isNew else { return }
        self.figures.notePurchases(recorded, of: intake)
        guard intake.catalogue.deliveries != nil else { return }
        let figures = DeliveryFigures()
        for transaction in intake.transactions {
            let product = intake.catalogue.products[transaction.productID]
            let hasCoins = product?.coins(for: transaction).isEmpty == false
            guard hasCoins || (intake.environment == .sandbox && transaction.kind != .autoRenewable) else { continue }
            let id = DeliveryID(transaction.transactionID, in: intake.environment)
            guard let delivery = try? await self.repository.delivery(id, of: intake.app) else { continue }
            if delivery.isRefusedBySandbox(at: intake.receivedAt) { figures.noteSandboxRefused(delivery) }
            guard delivery.isBooked(at: intake.receivedAt) else { continue }
            figures.noteConfirmed(delivery, takesProduction: app.takesProduction)
            self.booked?.note(delivery)
        }
    }
}
