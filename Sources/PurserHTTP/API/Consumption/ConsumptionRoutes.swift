import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// Where a shop says how a purchase was used, before anybody wants his money back.
struct ConsumptionRoutes {
    /// The largest body in bytes.
    private static let maximumBody = 4096

    /// Does it.
    let counsel: RefundCounsel
    /// Bounds the bodies.
    let limits: BodyLimits
    /// Now.
    let now: @Sendable () -> Instant

    /// Adds `GET` and `PUT /v1/transactions/{transaction}/consumption`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/transactions/:transaction/consumption", use: self.show)
        group.put("/v1/transactions/:transaction/consumption", use: self.state)
    }

    @concurrent
    @Sendable private func show(_ request: Request, context: ShopContext) async throws -> Response {
        let transaction = try Self.transaction(in: context)
        let environment = try CustomerParameter.environment(in: request)
        let known = try await Self.explained { () throws(ConsumptionError) in
            try await self.counsel.consumption(of: transaction, in: environment, of: context.app.name)
        }
        return Self.answer(known, of: transaction, in: environment)
    }

    @concurrent
    @Sendable private func state(_ request: Request, context: ShopContext) async throws -> Response {
        let transaction = try Self.transaction(in: context)
        let environment = try CustomerParameter.environment(in: request)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let word = try ConsumptionWord(
                json: Array(body.readableBytesView),
                now: self.now(),
                by: context.origin().name
            )
            let counting = try await Self.explained { () throws(ConsumptionError) in
                try await self.counsel.state(word, of: transaction, in: environment, of: context.app.name)
            }
            return Self.answer(counting, of: transaction, in: environment)
        }
    }

    private static func transaction(in context: ShopContext) throws -> TransactionID {
        let text = context.parameters.get("transaction") ?? ""
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw RequestFields.invalid("transaction", "This must be Apple's id of a transaction.")
        }
        return TransactionID(text)
    }

    private static func answer(
        _ word: ConsumptionWord?,
        of transaction: TransactionID,
        in environment: StoreEnvironment
    ) -> Response {
        var json = JSONText()
        json.add("environment", environment.rawValue)
        json.add("transaction", transaction.rawValue)
        if let word {
            json.add("consumedMilliunits", word.share)
            json.add("playTimeMinutes", word.playTimeMinutes)
            if let isOffered = word.isSampleOffered { json.add("sampleOffered", isOffered) }
            json.add("statedAt", word.statedAt)
        }
        return JSONResponse.written(json.bytes)
    }

    private static func explained<Answer>(
        _ work: () async throws(ConsumptionError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.consumption, work)
    }
}

extension Problem {
    /// Why nothing was taken down of how a purchase was used.
    static func consumption(_ error: ConsumptionError) -> Problem {
        switch error {
        case .unknown: Problem(.notFound, code: error.code, error.detail)
        case .subscription:
            Problem(.unprocessableContent, code: error.code, error.detail, field: "consumedMilliunits")
        case .storage(let cause): .storage(cause)
        }
    }
}
