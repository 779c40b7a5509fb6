package import Notation

/// Deliveries in the terms of our JSON: the names and shapes that the API answers with.
extension JSONText {
    /// Adds everything about a delivery.
    package mutating func describe(_ delivery: Delivery) {
        self.add("id", delivery.id.rawValue)
        self.add("state", delivery.state.rawValue)
        self.add("reason", delivery.reason?.rawValue)
        self.add("customer", delivery.customer?.rawValue)
        self.add("transaction", delivery.transactionID.rawValue)
        self.add("originalTransaction", delivery.originalTransactionID.rawValue)
        self.add("product", delivery.goods.productID.rawValue)
        self.add("type", delivery.goods.kind.rawValue)
        self.add("quantity", Int64(delivery.goods.quantity))
        self.add("coins", counts: delivery.goods.coins)
        self.add("difference", counts: delivery.goods.difference)
        self.add("purchasedAt", delivery.purchasedAt)
        self.add("createdAt", delivery.createdAt)
        self.add("changedAt", delivery.changedAt)
        self.add("confirmedAt", delivery.confirmedAt)
        self.add("confirmedBy", delivery.confirmedBy?.rawValue)
        self.add("delayMilliseconds", delivery.delay?.milliseconds)
        if let call = delivery.call {
            self.add("call") { json in
                json.add("kind", call.kind.rawValue)
                json.add("key", call.key(of: delivery.id))
                json.add("percentageMilliunits", Int64(call.target))
            }
        }
        if delivery.call?.kind == .takeBack || delivery.taken > 0 {
            self.add("consequence", delivery.demand.consequence.rawValue)
        }
        self.add("takenMilliunits", Int64(delivery.taken))
        if let recovered = delivery.recovered { self.add("recovered", counts: recovered) }
        self.add("released", delivery.isReleased)
        self.add("unconfirmed", delivery.isUnconfirmed)
        self.add("attempts", Int64(delivery.attempts))
        self.add("inDoubt", delivery.isInDoubt)
        self.add("failingSince", delivery.failingSince)
        if let failure = delivery.failure {
            self.add("failure") { json in
                json.add("code", failure.code)
                json.add("status", failure.status.map(Int64.init))
                json.add("at", failure.at)
            }
        }
    }

    /// Adds numbers by name; nothing for none.
    package mutating func add(_ key: StaticString, counts: [String: Int]) {
        guard !counts.isEmpty else { return }
        self.add(key, counts.sorted { $0.key < $1.key }) { json, count in
            json.add("coin", count.key)
            json.add("count", Int64(count.value))
        }
    }
}
