import Hummingbird
import Ledger

/// The operator's commands about what is to be handed over; the app is named in the query.
struct OperatorDeliveryRoutes {
    /// Answers.
    let exchange: DeliveryExchange

    /// Adds the routes under `/operator/v1/deliveries`.
    func add(to router: Router<OperatorContext>) {
        router.get("/operator/v1/deliveries") { try await self.exchange.list(DeliveryRequest($0, $1)) }
        router.get("/operator/v1/deliveries/:delivery") { try await self.exchange.show(DeliveryRequest($0, $1)) }
        router.post("/operator/v1/deliveries/:delivery/confirm") {
            try await self.exchange.confirm(DeliveryRequest($0, $1))
        }
        router.post("/operator/v1/deliveries/:delivery/retry") {
            try await self.exchange.act(.retry, DeliveryRequest($0, $1))
        }
        router.post("/operator/v1/deliveries/:delivery/park") {
            try await self.exchange.act(.park, DeliveryRequest($0, $1))
        }
        router.post("/operator/v1/deliveries/:delivery/release") {
            try await self.exchange.act(.release, DeliveryRequest($0, $1))
        }
    }
}
