import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller for wallets: an app reads those of its own customer; a shop reads, spends, grants and adjusts.
struct WalletController {
    /// The maximum size of a body in bytes: a quantity and a reason.
    private static let maximumBody = 16 * 1024

    /// The service that reads wallets and records movements.
    let service: WalletService
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/customers/:customer/wallets", use: self.list)
        group.get("/v1/customers/:customer/wallets/:coin", use: self.get)
        group.get("/v1/customers/:customer/wallets/:coin/lots", use: self.lots)
        group.get("/v1/customers/:customer/wallets/:coin/movements", use: self.movements)
        group.post("/v1/customers/:customer/wallets/:coin/spend", use: self.spend)
        group.post("/v1/customers/:customer/wallets/:coin/grant", use: self.grant)
        group.post("/v1/customers/:customer/wallets/:coin/adjust", use: self.adjust)
    }

    // MARK: Reads

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try context.customer(named: CustomerParameter.customer(in: context))
        let environment = try CustomerParameter.environment(in: request)
        let wallets = try await self.asking {
            try await self.service.wallets(of: customer, in: context.app, environment: environment)
        }
        return try JSONResponse.encode(
            Wallets(
                customer: customer.rawValue,
                environment: environment.rawValue,
                wallets: wallets.map { WalletBody($0) }
            )
        )
    }

    @concurrent
    @Sendable private func get(_ request: Request, context: AppContext) async throws -> Response {
        let name = try Self.name(request, context)
        let wallet = try await self.asking {
            try await self.service.wallet(
                of: name.customer,
                coin: name.coin,
                in: context.app,
                environment: name.environment
            )
        }
        return try JSONResponse.encode(WalletBody(wallet))
    }

    @concurrent
    @Sendable private func lots(_ request: Request, context: AppContext) async throws -> Response {
        let name = try Self.name(request, context)
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: WalletService.maximumPage)
        let cursor = try RequestQuery.cursor(in: request, atLeast: 2)
        let lots = try await self.asking {
            try await self.service.lots(of: name, in: context.app, before: cursor, limit: limit)
        }
        return try JSONResponse.encode(
            Lots(lots: lots.map(LotBody.init), next: Self.next(lots.last?.number, lots.count, limit))
        )
    }

    @concurrent
    @Sendable private func movements(_ request: Request, context: AppContext) async throws -> Response {
        let name = try Self.name(request, context)
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: WalletService.maximumPage)
        let cursor = try RequestQuery.cursor(in: request, atLeast: 2)
        let movements = try await self.asking {
            try await self.service.movements(of: name, in: context.app, before: cursor, limit: limit)
        }
        return try JSONResponse.encode(
            Movements(
                movements: movements.map { MovementBody($0, isForApp: Self.isApp(context)) },
                next: Self.next(movements.last?.number, movements.count, limit)
            )
        )
    }

    // MARK: Movements

    @concurrent
    @Sendable private func spend(_ request: Request, context: AppContext) async throws -> Response {
        try await self.book(request, context, fields: ["quantity", "reason"]) { fields, walletRequest in
            let quantity = try Self.quantity(in: fields)
            return try await self.asking { try await self.service.spend(quantity, walletRequest, in: context.app) }
        }
    }

    @concurrent
    @Sendable private func grant(_ request: Request, context: AppContext) async throws -> Response {
        try await self.book(request, context, fields: ["quantity", "reason", "expiresAt"]) { fields, walletRequest in
            let quantity = try Self.quantity(in: fields)
            let expiresAt = try fields.instant("expiresAt")
            return try await self.asking {
                try await self.service.grant(quantity, expiresAt: expiresAt, walletRequest, in: context.app)
            }
        }
    }

    @concurrent
    @Sendable private func adjust(_ request: Request, context: AppContext) async throws -> Response {
        try await self.book(request, context, fields: ["quantity", "reason"]) { fields, walletRequest in
            let quantity = try Self.quantity(in: fields)
            return try await self.asking { try await self.service.adjust(quantity, walletRequest, in: context.app) }
        }
    }

    private func book(
        _ request: Request,
        _ context: AppContext,
        fields: [String],
        _ work: @Sendable (RequestFields, WalletService.Request) async throws -> WalletService.Answer
    ) async throws -> Response {
        let name = try Self.name(request, context)
        guard let key = try IdempotencyKey.of(request.headers) else { throw Problem.idempotencyKeyMissing }
        let isByOperator = context.caller.operatorName != nil
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try RequestFields(json: Array(body.readableBytesView), fields: fields)
            let walletRequest = WalletService.Request(
                customer: name.customer,
                coin: name.coin,
                environment: name.environment,
                key: key,
                reason: try fields.required("reason", upTo: WalletService.maximumReasonBytes),
                by: context.caller.name,
                cause: isByOperator ? .operator : .call
            )
            return try await RecordedResponse.answer { (answer: WalletService.Answer) in
                let body = Booked(
                    wallet: WalletBody(name.coin, after: answer.movement),
                    movement: MovementBody(answer.movement, isForApp: false),
                    // A shop that repeats a request gets the first response unchanged.
                    nothing: isByOperator ? answer.nothing?.rawValue : nil
                )
                var written = try EncodedResponse.json(body, status: .created)
                if !answer.isNew, let replayed = IdempotencyKey.replayed { written.headers[replayed] = "true" }
                return written
            } _: {
                try await work(fields, walletRequest)
            }
        }
    }

    // MARK: Parts of requests

    private static func name(_ request: Request, _ context: AppContext) throws -> WalletName {
        WalletName(
            app: context.app.name,
            environment: try CustomerParameter.environment(in: request),
            customer: try context.customer(named: CustomerParameter.customer(in: context)),
            coin: CoinName(context.parameters.get("coin") ?? "")
        )
    }

    private static func quantity(in fields: RequestFields) throws -> Int64 {
        guard let value = fields["quantity"], value != .null else { throw RequestFields.missing("quantity") }
        guard case .number(let text) = value, let quantity = Int64(text) else {
            throw RequestFields.wrongType("quantity", "This must be an integer.")
        }
        return quantity
    }

    private static func next(_ last: Int64?, _ count: Int, _ limit: Int) -> String? {
        guard let last, last > 1, count == limit else { return nil }
        return "\(last)"
    }

    private static func isApp(_ context: AppContext) -> Bool {
        if case .publishable = context.principal { true } else { false }
    }

    /// Performs an action and turns the service's errors into problem documents.
    private func asking<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as WalletError {
            throw Problem.wallet(error)
        }
    }

    private struct Wallets: Encodable {
        let customer: String
        let environment: String
        let wallets: [WalletBody]
    }

    private struct Lots: Encodable {
        let lots: [LotBody]
        let next: String?
    }

    private struct Movements: Encodable {
        let movements: [MovementBody]
        let next: String?
    }

    private struct Booked: Encodable {
        let wallet: WalletBody
        let movement: MovementBody
        let nothing: String?
    }
}

extension Problem {
    /// Returns the problem document of an error about a wallet.
    static func wallet(_ error: WalletError) -> Problem {
        switch error {
        case .refused(let refusal): Self.wallet(refusal, code: error.code, error.remedy)
        case .unknownCoin: Problem(.notFound, code: error.code, error.remedy, field: "coin")
        case .reasonMissing: Problem(.unprocessableContent, code: error.code, error.remedy, field: "reason")
        case .reservedCustomer: Problem(.unprocessableContent, code: error.code, error.remedy, field: "customer")
        case .storage(let error): Problem.storage(error)
        }
    }

    private static func wallet(_ refusal: WalletRefusal, code: String, _ remedy: String) -> Problem {
        switch refusal {
        case .keyReused: Problem(.conflict, code: code, remedy, field: "Idempotency-Key")
        case .insufficient, .blockedByDebt: Problem(.conflict, code: code, remedy, field: "quantity")
        case .badExpiry: Problem(.unprocessableContent, code: code, remedy, field: "expiresAt")
        case .unknownCoin: Problem(.notFound, code: code, remedy, field: "coin")
        case .quantityNotPositive, .overflow, .unknownPurchase, .holdOver, .badPercentage:
            Problem(.unprocessableContent, code: code, remedy, field: "quantity")
        }
    }
}
