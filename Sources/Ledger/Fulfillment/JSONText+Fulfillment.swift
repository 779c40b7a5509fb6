package import Notation

/// Fulfillments as JSON, with the names and shapes of the API's answers.
extension JSONText {
    /// Adds everything about a fulfillment.
    package mutating func describe(_ fulfillment: Fulfillment) {
        self.add("id", fulfillment.id.rawValue)
        self.add("state", fulfillment.state.rawValue)
        self.add("reason", fulfillment.reason?.rawValue)
        self.add("customer", fulfillment.customer?.rawValue)
        self.add("transaction", fulfillment.transactionID.rawValue)
        self.add("originalTransaction", fulfillment.originalTransactionID.rawValue)
        self.add("product", fulfillment.goods.productID.rawValue)
        self.add("type", fulfillment.goods.kind.rawValue)
        self.add("quantity", Int64(fulfillment.goods.quantity))
        self.add("coins", counts: fulfillment.goods.coins)
        self.add("difference", counts: fulfillment.goods.difference)
        self.add("purchasedAt", fulfillment.purchasedAt)
        self.add("createdAt", fulfillment.createdAt)
        self.add("changedAt", fulfillment.changedAt)
        self.add("confirmedAt", fulfillment.confirmedAt)
        self.add("confirmedBy", fulfillment.confirmedBy?.rawValue)
        self.add("delayMilliseconds", fulfillment.delay?.milliseconds)
        if let call = fulfillment.call {
            self.add("call") { json in
                json.add("kind", call.kind.rawValue)
                json.add("key", call.key(of: fulfillment.id))
                json.add("percentageMilliunits", Int64(call.target))
            }
        }
        if fulfillment.call?.kind == .revoke || fulfillment.revoked > 0 {
            self.add("consequence", fulfillment.demand.consequence.rawValue)
        }
        self.add("revokedMilliunits", Int64(fulfillment.revoked))
        if let recovered = fulfillment.recovered { self.add("recovered", counts: recovered) }
        self.add("released", fulfillment.isReleased)
        self.add("unconfirmed", fulfillment.isUnconfirmed)
        self.add("attempts", Int64(fulfillment.attempts))
        self.add("inDoubt", fulfillment.isInDoubt)
        self.add("failingSince", fulfillment.failingSince)
        if let failure = fulfillment.failure {
            self.add("failure") { json in
                json.add("code", failure.code)
                json.add("status", failure.status.map(Int64.init))
                json.add("at", failure.at)
            }
        }
    }

    /// Adds numbers by name; nothing when there are none.
    package mutating func add(_ key: StaticString, counts: [String: Int]) {
        guard !counts.isEmpty else { return }
        self.add(key, counts.sorted { $0.key < $1.key }) { json, count in
            json.add("coin", count.key)
            json.add("count", Int64(count.value))
        }
    }
}
