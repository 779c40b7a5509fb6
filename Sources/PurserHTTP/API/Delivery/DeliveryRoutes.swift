import Hummingbird
import Ledger

/// Where a shop sees what it has to hand over, and says what it has done.
struct DeliveryRoutes {
    /// Answers.
    let exchange: DeliveryExchange

    /// Adds the routes under `/v1/deliveries`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/deliveries") { try await self.exchange.list(DeliveryRequest($0, $1)) }
        group.get("/v1/deliveries/:delivery") { try await self.exchange.show(DeliveryRequest($0, $1)) }
        group.post("/v1/deliveries/:delivery/confirm") { try await self.exchange.confirm(DeliveryRequest($0, $1)) }
        group.post("/v1/deliveries/:delivery/fail") { try await self.exchange.fail(DeliveryRequest($0, $1)) }
        group.post("/v1/deliveries/:delivery/retry") { try await self.exchange.act(.retry, DeliveryRequest($0, $1)) }
        group.post("/v1/deliveries/:delivery/park") { try await self.exchange.act(.park, DeliveryRequest($0, $1)) }
        group.post("/v1/deliveries/:delivery/release") {
            try await self.exchange.act(.release, DeliveryRequest($0, $1))
        }
    }
}
