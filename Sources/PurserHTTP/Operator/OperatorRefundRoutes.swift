import Hummingbird
import Ledger

/// The operator's commands about refunds; the app is named in the query.
struct OperatorRefundRoutes {
    /// Answers.
    let exchange: RefundExchange

    /// Adds the routes under `/operator/v1`.
    func add(to router: Router<OperatorContext>) {
        router.get("/operator/v1/refunds") { try await self.exchange.list(RefundRequest($0, $1)) }
        router.get("/operator/v1/reported-refunds") { try await self.exchange.reported(RefundRequest($0, $1)) }
        router.get("/operator/v1/refund-export") { try await self.exchange.export(RefundRequest($0, $1)) }
        router.get("/operator/v1/refunds/:refund") { try await self.exchange.show(RefundRequest($0, $1)) }
        router.post("/operator/v1/refunds/:refund/answer") { try await self.exchange.decide(RefundRequest($0, $1)) }
        router.get("/operator/v1/refund-report") { try await self.exchange.report(RefundRequest($0, $1)) }
        router.get("/operator/v1/refund-policies") { try await self.exchange.policies(RefundRequest($0, $1)) }
        router.post("/operator/v1/refund-policies") { try await self.exchange.publish(RefundRequest($0, $1)) }
        router.post("/operator/v1/refund-policies/dry-run") {
            try await self.exchange.dryRun(RefundRequest($0, $1))
        }
        router.get("/operator/v1/refund-policies/:version") {
            try await self.exchange.policy(RefundRequest($0, $1))
        }
        router.post("/operator/v1/refund-policies/:version/end-trial") {
            try await self.exchange.endTrial(RefundRequest($0, $1))
        }
        router.get("/operator/v1/refund-overrides/:customer") {
            try await self.exchange.override(RefundRequest($0, $1))
        }
        router.put("/operator/v1/refund-overrides/:customer") {
            try await self.exchange.setOverride(RefundRequest($0, $1))
        }
        router.delete("/operator/v1/refund-overrides/:customer") {
            try await self.exchange.removeOverride(RefundRequest($0, $1))
        }
    }
}
