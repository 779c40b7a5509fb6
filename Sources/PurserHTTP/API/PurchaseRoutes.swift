import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Where shops and apps hand in what StoreKit gave them, and get the committed answer.
struct PurchaseRoutes {
    /// Takes purchases in.
    let ingest: Ingest
    /// Answers what the customer may use now.
    let query: CustomerQuery
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds `POST /v1/purchases`.
    func add(to group: RouterGroup<ShopContext>) {
        group.post("/v1/purchases", use: self.submit)
    }

    @concurrent
    @Sendable private func submit(_ request: Request, context: ShopContext) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: BodyLimits.signedData) { body in
            let submitted = try PurchaseRequest(json: Array(body.readableBytesView))
            try context.customer(named: submitted.customer)
            let purchase: SubmittedPurchase
            do {
                purchase = try await self.ingest.purchase(
                    submitted.signedTransaction,
                    by: submitted.customer,
                    intent: submitted.intent,
                    tokens: submitted.tokens,
                    for: context.app
                )
            } catch let error as IngestError {
                throw Problem.purchase(error)
            }
            let answer = try await self.query.entitlements(
                of: submitted.customer,
                in: context.app,
                environment: purchase.environment ?? .production
            )
            return try JSONResponse.encode(
                PurchaseAnswer(purchase, customer: submitted.customer, entitlements: answer)
            )
        }
    }
}
