import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// Asks Apple about single purchases: how subscriptions are, account tokens, transactions that no app finishes,
/// downloads of the app, and order numbers of Apple's mails.
struct StoreController: Sendable {
    /// Asks Apple, and records who did what.
    let calls: StoreCalls

    private var service: AppStoreService { self.calls.service }

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/subscriptions/:transaction/status", use: self.status)
        group.put("/v1/transactions/:transaction/token", use: self.setToken)
        group.post("/v1/transactions/:transaction/finish", use: self.finish)
        group.get("/v1/transactions/:transaction/app", use: self.download)
        group.get("/v1/apple-orders/:order", use: self.order)
    }

    @concurrent
    @Sendable private func status(_: Request, context: AppContext) async throws -> Response {
        let id = try StoreCalls.id("transaction", in: context)
        return try await StoreCalls.explaining {
            let status = try await self.service.status(of: TransactionID(id), in: context.app.name)
            return try JSONResponse.encode(AppleStatusBody(status))
        }
    }

    @concurrent
    @Sendable private func setToken(_ request: Request, context: AppContext) async throws -> Response {
        let body = try await self.calls.body(of: request, fields: ["appAccountToken", "reason"])
        guard let token = AccountToken(try body.required("appAccountToken")) else {
            throw Problem(
                .unprocessableContent,
                code: "account_token_invalid",
                "An appAccountToken is a UUID: 8-4-4-4-12 hexadecimal digits.",
                field: "appAccountToken"
            )
        }
        let id = try StoreCalls.id("transaction", in: context)
        let call = StoreCalls.Call(
            action: .transactionSetToken,
            subject: id,
            about: [("action", "setToken"), ("transaction", id), ("token", token.description)],
            transaction: TransactionID(id)
        )
        return try await self.calls.answer(call, to: request, in: context, reason: body.text("reason")) {
            let done = try await self.service.setAccountToken(
                token,
                of: OriginalTransactionID(id),
                in: context.app.name
            )
            return try JSONResponse.encode(
                Done(transaction: id, environment: done.environment.rawValue, recorded: done.isRecorded)
            )
        }
    }

    @concurrent
    @Sendable private func finish(_ request: Request, context: AppContext) async throws -> Response {
        let body = try await self.calls.body(of: request, fields: ["reason"])
        let id = try StoreCalls.id("transaction", in: context)
        let call = StoreCalls.Call(
            action: .transactionFinish,
            subject: id,
            about: [("action", "finish"), ("transaction", id)],
            transaction: TransactionID(id)
        )
        return try await self.calls.answer(call, to: request, in: context, reason: body.text("reason")) {
            let environment = try await self.service.finish(TransactionID(id), in: context.app.name)
            return try JSONResponse.encode(Done(transaction: id, environment: environment.rawValue, recorded: nil))
        }
    }

    @concurrent
    @Sendable private func download(_ request: Request, context: AppContext) async throws -> Response {
        let id = try StoreCalls.id("transaction", in: context)
        let reason = try StoreCalls.reason(in: request)
        let call = StoreCalls.Call(action: .transactionDownload, subject: id)
        return try await self.calls.answer(call, to: request, in: context, reason: reason) {
            let payload = try await self.service.appTransaction(of: TransactionID(id), in: context.app.name)
            return try JSONResponse.encode(AppTransactionBody(payload))
        }
    }

    @concurrent
    @Sendable private func order(_ request: Request, context: AppContext) async throws -> Response {
        let number = try StoreCalls.id("order", in: context)
        let reason = try StoreCalls.reason(in: request)
        let call = StoreCalls.Call(action: .orderLookUp, subject: number)
        return try await self.calls.answer(call, to: request, in: context, reason: reason) {
            let order = try await self.service.order(number, in: context.app.name)
            return try JSONResponse.encode(LookedUpOrderBody(number, order))
        }
    }

    /// Something that was done to one transaction.
    private struct Done: Encodable {
        let transaction: String
        let environment: String
        let recorded: Bool?
    }
}

extension StoreController {
    private static let done = APISchema.named(
        "StoreAction",
        .object(
            .required("transaction", .transaction),
            .required("environment", .environment, "Where Apple knows it."),
            .optional("recorded", .boolean, "Whether what Apple signs of it now is in the ledger already.")
        )
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/subscriptions/{transaction}/status",
            id: "getSubscriptionStatus",
            tag: .store,
            access: .read,
            summary: "What Apple says now of a customer's subscriptions",
            description: "Apple is asked at once, and what it signs is recorded like everything else.",
            parameters: [.storeTransaction],
            answers: [.ok(AppleStatusBody.schema, "What Apple says.")],
            problems: APIProblem.store
        ),
        APIOperation(
            .put,
            "/v1/transactions/{transaction}/token",
            id: "setAppAccountToken",
            tag: .store,
            access: .write,
            summary: "Set the account token of a chain of purchases at Apple",
            description: "Everything that Apple signs of it from now on names the token.",
            parameters: [.storeTransaction, .dryRun],
            body: .json(.object(.required("appAccountToken", .accountToken), .auditReason)),
            answers: [.ok(.oneOf([Self.done, StoreCalls.previewSchema]), "Set, or the preview.")],
            problems: APIProblem.store + [.status(422, "account_token_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/transactions/{transaction}/finish",
            id: "finishTransaction",
            tag: .store,
            access: .write,
            summary: "Finish a transaction for an app that never will",
            parameters: [.storeTransaction, .dryRun],
            body: .json(.object(.auditReason), isRequired: false),
            answers: [.ok(.oneOf([Self.done, StoreCalls.previewSchema]), "Finished, or the preview.")],
            problems: APIProblem.store
        ),
        APIOperation(
            .get,
            "/v1/transactions/{transaction}/app",
            id: "getAppTransaction",
            tag: .store,
            access: .read,
            summary: "The download of the app by whoever made a transaction",
            description: "Verified, and not kept in the ledger. Entered in the audit log.",
            parameters: [.storeTransaction, .storeReason],
            answers: [.ok(AppTransactionBody.schema, "The download.")],
            problems: APIProblem.store
        ),
        APIOperation(
            .get,
            "/v1/apple-orders/{order}",
            id: "getAppleOrder",
            tag: .lookups,
            access: .read,
            summary: "What an order number of Apple's mails stands for",
            description: "Apple is asked, in Production; its transactions are recorded. Entered in the audit log.",
            parameters: [
                .path("order", .string(pattern: "^[0-9A-Za-z_-]+$", length: 1...64), "The number in Apple's mail."),
                .storeReason,
            ],
            answers: [.ok(LookedUpOrderBody.schema, "The purchases of the order.")],
            problems: APIProblem.store
        ),
    ]
}
