import Ledger
import Notation

extension WebhookMessage {
    /// What the fulfiller is told: the same name and, but for the delivery's standing, the same body at each attempt.
    init(_ call: DeliveryCall, of delivery: Delivery) {
        let key = call.key(of: delivery.id)
        var told = delivery
        // What became of telling him is none of his business.
        told.attempts = 0
        told.failingSince = nil
        told.failure = nil
        var json = JSONText()
        json.add("id", key)
        json.add("name", "delivery.\(call.kind.rawValue)")
        json.add("app", delivery.app.rawValue)
        json.add("customer", delivery.customer?.rawValue)
        json.add("occurredAt", delivery.changedAt)
        json.add("data") { json in
            json.add("environment", delivery.environment.rawValue)
            json.add("delivery") { $0.describe(told) }
        }
        self.init(
            id: EventID(key),
            body: json.bytes,
            cause: .purchase(delivery.app, delivery.transactionID)
        )
    }
}
