import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// What a shop asks of Apple about single purchases, and of all of a product.
struct StoreDeskRoutes: Sendable {
    /// The most subscriptions that are named where extending them failed.
    private static let listedFailures = 100

    /// Reads, takes down and explains.
    let exchange: StoreDeskExchange

    private var desk: StoreDesk { self.exchange.desk }

    /// Adds the routes.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/subscriptions/:transaction/status", use: self.status)
        group.post("/v1/subscriptions/:transaction/extend", use: self.extend)
        group.post("/v1/extensions", use: self.extendAll)
        group.get("/v1/extensions", use: self.extensions)
        group.get("/v1/extensions/:extension", use: self.extension)
        group.put("/v1/transactions/:transaction/token", use: self.setToken)
        group.post("/v1/transactions/:transaction/finish", use: self.finish)
        group.get("/v1/transactions/:transaction/app", use: self.download)
        group.get("/v1/apple-orders/:order", use: self.order)
    }

    @concurrent
    @Sendable private func status(_: Request, context: ShopContext) async throws -> Response {
        let id = try StoreDeskExchange.id("transaction", in: context)
        do {
            let status = try await self.desk.status(of: TransactionID(id), in: context.app.name)
            return try JSONResponse.encode(AppleStatusBody(status))
        } catch let error as StoreDeskError {
            throw Problem.store(error)
        }
    }

    @concurrent
    @Sendable private func extend(_ request: Request, context: ShopContext) async throws -> Response {
        let body = try await self.exchange.body(of: request, fields: ["days", "because", "reason"])
        let task = try StoreDeskExchange.task(
            Self.present([
                "task": "extend", "transaction": StoreDeskExchange.id("transaction", in: context),
                "days": body.integer("days").map { String($0) }, "because": body.text("because"),
            ]),
            in: context.app.name
        )
        guard case .extend(let original, let days, let because, _) = task.deed else { throw HTTPError(.badRequest) }
        return try await self.exchange.answer(task, to: request, by: context.name, reason: body.text("reason")) {
            try await Self.answering {
                try await self.desk.order(
                    .subscription(original),
                    by: days,
                    because: because,
                    in: task.app,
                    environment: nil,
                    by: context.name,
                    key: ExtensionKey.ofRequest
                )
            }
        }
    }

    @concurrent
    @Sendable private func extendAll(_ request: Request, context: ShopContext) async throws -> Response {
        let body = try await self.exchange.body(
            of: request,
            fields: ["product", "days", "because", "storefronts", "environment", "reason"]
        )
        let storefronts = try body.texts("storefronts")
        guard storefronts.allSatisfy(\.isThreeLetterCode) else {
            throw RequestFields.wrongType(
                "storefronts",
                "A storefront is named by three capital letters (ISO 3166-1 alpha-3)."
            )
        }
        let task = try StoreDeskExchange.task(
            Self.present([
                "task": "extendAll", "product": body.text("product"), "days": body.integer("days").map { String($0) },
                "because": body.text("because"), "storefronts": storefronts.joined(separator: ","),
                "environment": body.text("environment"),
            ]),
            in: context.app.name
        )
        guard case .extendAll(let product, let days, let because, _, let environment, _) = task.deed else {
            throw HTTPError(.badRequest)
        }
        return try await self.exchange.answer(task, to: request, by: context.name, reason: body.text("reason")) {
            try await Self.answering {
                try await self.desk.order(
                    .product(product, storefronts: storefronts),
                    by: days,
                    because: because,
                    in: task.app,
                    environment: environment,
                    by: context.name,
                    key: ExtensionKey.ofRequest
                )
            }
        }
    }

    @concurrent
    @Sendable private func extensions(_ request: Request, context: ShopContext) async throws -> Response {
        let environment = try CustomerParameter.environment(in: request)
        do {
            let orders = try await self.desk.extensions(of: context.app.name, environment: environment)
            return try JSONResponse.encode(["extensions": orders.map { RenewalExtensionBody($0) }])
        } catch let error as StoreDeskError {
            throw Problem.store(error)
        }
    }

    /// One order, about which Apple is asked unless it is over.
    @concurrent
    @Sendable private func `extension`(_: Request, context: ShopContext) async throws -> Response {
        let name = context.parameters.get("extension") ?? ""
        do {
            if var order = try await self.order(RenewalExtensionID(name), in: context) {
                // What Apple does not say now it said before, or says later.
                if let now = try? await self.desk.advance(order) { order = now }
                let failures = try await self.desk.failures(of: order, limit: Self.listedFailures)
                return try JSONResponse.encode(RenewalExtensionBody(order, failures: failures))
            }
        } catch let error as StoreDeskError {
            throw Problem.store(error)
        }
        throw Problem(.notFound, code: "extension_unknown", "There is no order of this name; list GET /v1/extensions.")
    }

    /// The answer of work whose result is an order, kept with the order.
    private static func answering(_ work: () async throws -> RenewalExtension) async throws -> Response {
        try await AnsweredWork.answer(
            { (order: RenewalExtension) in
                try WrittenAnswer.json(RenewalExtensionBody(order), status: .accepted)
            },
            work
        )
    }

    private func order(
        _ id: RenewalExtensionID,
        in context: ShopContext
    ) async throws(StoreDeskError) -> RenewalExtension? {
        do throws(RepositoryError) {
            return try await self.desk.order(id, in: context.app.name)
        } catch {
            throw .storage(error)
        }
    }

    @concurrent
    @Sendable private func setToken(_ request: Request, context: ShopContext) async throws -> Response {
        let body = try await self.exchange.body(of: request, fields: ["appAccountToken", "reason"])
        let text = try body.required("appAccountToken")
        guard AccountToken(text) != nil else {
            throw Problem(
                .unprocessableContent,
                code: "account_token_invalid",
                "An appAccountToken is a UUID: 8-4-4-4-12 hexadecimal digits.",
                field: "appAccountToken"
            )
        }
        let task = try StoreDeskExchange.task(
            [
                "task": "setToken", "token": text,
                "transaction": StoreDeskExchange.id("transaction", in: context),
            ],
            in: context.app.name
        )
        guard case .setToken(let token, let original) = task.deed else { throw HTTPError(.badRequest) }
        return try await self.exchange.answer(task, to: request, by: context.name, reason: body.text("reason")) {
            let done = try await self.desk.setAccountToken(token, of: original, in: task.app)
            return try JSONResponse.encode(
                Done(
                    transaction: original.rawValue,
                    environment: done.environment.rawValue,
                    recorded: done.isRecorded
                )
            )
        }
    }

    @concurrent
    @Sendable private func finish(_ request: Request, context: ShopContext) async throws -> Response {
        let body = try await self.exchange.body(of: request, fields: ["reason"])
        let id = try StoreDeskExchange.id("transaction", in: context)
        let task = StoreTask(.finish(TransactionID(id)), in: context.app.name)
        return try await self.exchange.answer(task, to: request, by: context.name, reason: body.text("reason")) {
            let environment = try await self.desk.finish(TransactionID(id), in: task.app)
            return try JSONResponse.encode(
                Done(transaction: id, environment: environment.rawValue, recorded: nil)
            )
        }
    }

    @concurrent
    @Sendable private func download(_ request: Request, context: ShopContext) async throws -> Response {
        let id = try TransactionID(StoreDeskExchange.id("transaction", in: context))
        let task = StoreTask(.download(id), in: context.app.name)
        return try await self.exchange.answer(task, to: request, by: context.name, reason: nil) {
            try JSONResponse.encode(AppTransactionBody(try await self.desk.appTransaction(of: id, in: task.app)))
        }
    }

    @concurrent
    @Sendable private func order(_ request: Request, context: ShopContext) async throws -> Response {
        let number = try StoreDeskExchange.id("order", in: context)
        let task = StoreTask(.order(number), in: context.app.name)
        return try await self.exchange.answer(task, to: request, by: context.name, reason: nil) {
            try JSONResponse.encode(LookedUpOrderBody(number, try await self.desk.order(number, in: task.app)))
        }
    }

    private static func present(_ texts: [String: String?]) -> [String: String] { texts.compactMapValues { $0 } }

    /// Something that was done to one transaction.
    private struct Done: Encodable {
        let transaction: String
        let environment: String
        let recorded: Bool?
    }
}

extension ExtensionKey {
    /// The key of the request that is being answered, where its sender gave one.
    fileprivate static var ofRequest: Self? {
        IdempotentWork.current.map { Self($0.lease.request.key.rawValue, of: $0.lease.request.sender) }
    }
}
