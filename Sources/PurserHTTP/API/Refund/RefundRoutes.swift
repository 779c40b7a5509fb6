import Hummingbird
import Ledger

/// Where a shop sees who wants his money back and what Apple was told, and decides what it is told next time.
struct RefundRoutes {
    /// Answers.
    let exchange: RefundExchange

    /// Adds the routes under `/v1/refunds`, `/v1/reported-refunds`, `/v1/refund-report`, `/v1/refund-policies` and `/v1/refund-overrides`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/refunds") { try await self.exchange.list(RefundRequest($0, $1)) }
        group.get("/v1/refunds/:refund") { try await self.exchange.show(RefundRequest($0, $1)) }
        group.post("/v1/refunds/:refund/answer") { try await self.exchange.decide(RefundRequest($0, $1)) }
        group.get("/v1/reported-refunds") { try await self.exchange.reported(RefundRequest($0, $1)) }
        group.get("/v1/refund-report") { try await self.exchange.report(RefundRequest($0, $1)) }
        group.get("/v1/refund-policies") { try await self.exchange.policies(RefundRequest($0, $1)) }
        group.post("/v1/refund-policies") { try await self.exchange.publish(RefundRequest($0, $1)) }
        group.post("/v1/refund-policies/dry-run") { try await self.exchange.dryRun(RefundRequest($0, $1)) }
        group.get("/v1/refund-policies/:version") { try await self.exchange.policy(RefundRequest($0, $1)) }
        group.post("/v1/refund-policies/:version/end-trial") {
            try await self.exchange.endTrial(RefundRequest($0, $1))
        }
        group.get("/v1/refund-overrides/:customer") { try await self.exchange.override(RefundRequest($0, $1)) }
        group.put("/v1/refund-overrides/:customer") { try await self.exchange.setOverride(RefundRequest($0, $1)) }
        group.delete("/v1/refund-overrides/:customer") {
            try await self.exchange.removeOverride(RefundRequest($0, $1))
        }
    }
}
