import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// A controller for calls to Apple about single purchases: the status of subscriptions, account tokens, finishing of
/// transactions, app downloads, and order numbers from Apple's emails.
struct StoreController: Sendable {
    /// The calls to Apple, with their records in the audit log.
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
            // A person's question is in the audit log; a backend may ask about every customer.
            guard case .operator = context.principal else {
                let status = try await self.service.status(of: TransactionID(id), in: context.app.name)
                return try JSONResponse.encode(AppleStatusBody(status))
            }
            let status = try await self.service.status(
                of: TransactionID(id),
                in: context.app.name,
                by: RequestOrigin(name: context.name),
                self.calls.audit
            )
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

    /// The result of an action on one transaction.
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
            .required("environment", .environment, "The environment in which Apple knows it."),
            .optional("recorded", .boolean, "Whether the ledger already contains what Apple now signs about it.")
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
            summary: "Get Apple's state of a customer's subscriptions",
            description: "The server asks Apple immediately, and records what Apple signed.",
            parameters: [.storeTransaction],
            answers: [.ok(AppleStatusBody.schema, "Apple's state.")],
            problems: APIProblem.store
        ),
        APIOperation(
            .put,
            "/v1/transactions/{transaction}/token",
            id: "setAppAccountToken",
            tag: .store,
            access: .write,
            summary: "Set the account token of a purchase at Apple",
            description: "Everything that Apple signs about the chain from then on contains the token.",
            parameters: [.storeTransaction, .dryRun],
            body: .json(.object(.required("appAccountToken", .accountToken), .auditReason)),
            answers: [.ok(.oneOf([Self.done, StoreCalls.previewSchema]), "The result, or the preview.")],
            problems: APIProblem.store + [.status(422, "account_token_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/transactions/{transaction}/finish",
            id: "finishTransaction",
            tag: .store,
            access: .write,
            summary: "Finish a transaction at Apple",
            parameters: [.storeTransaction, .dryRun],
            body: .json(.object(.auditReason), isRequired: false),
            answers: [.ok(.oneOf([Self.done, StoreCalls.previewSchema]), "The result, or the preview.")],
            problems: APIProblem.store
        ),
        APIOperation(
            .get,
            "/v1/transactions/{transaction}/app",
            id: "getAppTransaction",
            tag: .store,
            access: .read,
            summary: "Get the app download of a transaction's Apple Account",
            description:
                "The server verifies it and does not store it in the ledger. The audit log records the request.",
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
            summary: "Look up an order number from Apple's emails",
            description:
                "The server asks Apple, in Production, and records the transactions. The audit log records the "
                + "request.",
            parameters: [
                .path(
                    "order",
                    .string(pattern: "^[0-9A-Za-z_-]+$", length: 1...64),
                    "The order number in Apple's email."
                ),
                .storeReason,
            ],
            answers: [.ok(LookedUpOrderBody.schema, "The purchases of the order.")],
            problems: APIProblem.store
        ),
    ]
}
