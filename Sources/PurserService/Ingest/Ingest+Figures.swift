import Ledger

extension Ingest {
    /// Takes note of what was booked with a recorded unit, and of how long it took to hand it over.
    ///
    /// Nobody else sees a booking: no fulfiller answers and nobody calls. Only of what brings coins is it asked, by the
    /// delivery's own name; what cannot be read now is missing in the figures alone.
    func noteBooked(_ intake: Intake) async {
        guard intake.catalogue.deliveries != nil else { return }
        for transaction in intake.transactions {
            let product = intake.catalogue.products[transaction.productID]
            guard product?.coins(for: transaction).isEmpty == false else { continue }
            let id = DeliveryID(transaction.transactionID, in: intake.environment)
            guard let delivery = try? await self.repository.delivery(id, of: intake.app),
                delivery.isBooked(at: intake.receivedAt)
            else { continue }
            DeliveryFigures().noteConfirmed(delivery)
            self.booked?.note(delivery)
        }
    }
}
