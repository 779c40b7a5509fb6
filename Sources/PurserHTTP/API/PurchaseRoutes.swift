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
            if try Self.isPreview(request) { return try await self.preview(submitted, in: context.app) }
            let purchase: SubmittedPurchase
            do {
                purchase = try await self.ingest.purchase(
                    try await Self.signedTransaction(submitted.subject, for: context.app),
                    by: submitted.customer,
                    intent: submitted.intent,
                    tokens: submitted.tokens,
                    for: context.app
                )
            } catch let error as IngestError {
                throw Problem.purchase(error)
            }
            if Self.isBlocked(purchase, submitted, in: context.app) { throw Problem.ownedByAnother }
            let answer = try self.query.entitlements(
                of: submitted.customer,
                in: context.app,
                afterPurchaseIn: purchase.environment ?? .production
            )
            return JSONResponse.written(
                PurchaseAnswer(purchase, customer: submitted.customer, entitlements: answer).json
            )
        }
    }

    /// What handing it in would do, with nothing done.
    private func preview(_ submitted: PurchaseRequest, in app: ServedApp) async throws -> Response {
        let preview: PurchasePreview
        do {
            preview = try await self.ingest.preview(
                try await Self.signedTransaction(submitted.subject, for: app),
                by: submitted.customer,
                intent: submitted.intent,
                tokens: submitted.tokens,
                for: app
            )
        } catch let error as IngestError {
            throw Problem.purchase(error)
        }
        if Self.isBlocked(preview.purchase, submitted, in: app) { throw Problem.ownedByAnother }
        let rights = try self.query.entitlements(
            of: submitted.customer,
            in: app,
            afterPurchaseIn: preview.purchase.environment ?? .production,
            preview: preview.ownership?.ledger
        )
        var answer = PurchaseAnswer(preview.purchase, customer: submitted.customer, entitlements: rights)
        answer.moves = preview.ownership?.moves ?? []
        return JSONResponse.written(answer.json)
    }

    /// Whether nothing is to be done.
    private static func isPreview(_ request: Request) throws -> Bool {
        switch request.uri.queryParameters.get("dryRun") {
        case nil, "false": return false
        case "true": return true
        default:
            throw Problem(.unprocessableContent, code: "field_wrong_type", "Use true or false.", field: "dryRun")
        }
    }

    /// The transaction in its compact form, asked of Apple where only its id was handed in.
    private static func signedTransaction(
        _ subject: PurchaseRequest.Subject,
        for app: ServedApp
    ) async throws -> [UInt8] {
        switch subject {
        case .signed(let compact): return compact
        case .named(let id):
            do throws(StoreDeskError) {
                return try await PurchaseDesk().signedTransaction(id, for: app)
            } catch {
                throw Problem.transactionByID(error)
            }
        }
    }

    /// Whether the catalogue wants a restore refused in so many words, because the purchase is another customer's.
    private static func isBlocked(
        _ purchase: SubmittedPurchase,
        _ submitted: PurchaseRequest,
        in app: ServedApp
    ) -> Bool {
        guard submitted.intent == .restore, case .recorded(let recorded) = purchase.outcome,
            let owner = recorded.claim?.owner, owner != submitted.customer, let kind = purchase.kind,
            let environment = purchase.environment
        else { return false }
        return app.catalogue.transfer[kind, environment] == .block
    }
}
