import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// A controller for the shop's statements about the consumption of purchases, made before a refund request.
struct ConsumptionController {
    /// The maximum size of a body in bytes.
    private static let maximumBody = 4096

    /// The advisor that stores the statements.
    let advisor: RefundAdvisor
    /// The limits on bodies.
    let limits: BodyLimits
    /// Returns the current time.
    let now: @Sendable () -> Instant

    /// Adds `GET` and `PUT /v1/transactions/{transaction}/consumption`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/transactions/:transaction/consumption", use: self.get)
        group.put("/v1/transactions/:transaction/consumption", use: self.set)
    }

    @concurrent
    @Sendable private func get(_ request: Request, context: AppContext) async throws -> Response {
        let transaction = try Self.transaction(in: context)
        let environment = try CustomerParameter.environment(in: request)
        let known = try await Self.explained { () throws(ConsumptionError) in
            try await self.advisor.consumption(of: transaction, in: environment, of: context.app.name)
        }
        return Self.answer(known, of: transaction, in: environment)
    }

    @concurrent
    @Sendable private func set(_ request: Request, context: AppContext) async throws -> Response {
        let transaction = try Self.transaction(in: context)
        let environment = try CustomerParameter.environment(in: request)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let evidence = try ConsumptionEvidence(
                json: Array(body.readableBytesView),
                now: self.now(),
                by: context.origin().name
            )
            let counting = try await Self.explained { () throws(ConsumptionError) in
                try await self.advisor.state(evidence, of: transaction, in: environment, of: context.app.name)
            }
            return Self.answer(counting, of: transaction, in: environment)
        }
    }

    private static func transaction(in context: AppContext) throws -> TransactionID {
        let text = context.parameters.get("transaction") ?? ""
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw RequestFields.invalid("transaction", "This must be Apple's id of a transaction.")
        }
        return TransactionID(text)
    }

    private static func answer(
        _ evidence: ConsumptionEvidence?,
        of transaction: TransactionID,
        in environment: StoreEnvironment
    ) -> Response {
        var json = JSONText()
        json.add("environment", environment.rawValue)
        json.add("transaction", transaction.rawValue)
        if let evidence {
            json.add("consumedMilliunits", evidence.share)
            json.add("playTimeMinutes", evidence.playTimeMinutes)
            if let isAvailable = evidence.isSampleOffered { json.add("sampleOffered", isAvailable) }
            json.add("statedAt", evidence.statedAt)
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
    /// Returns the problem document of an error about consumption.
    static func consumption(_ error: ConsumptionError) -> Problem {
        switch error {
        case .unknown: Problem(.notFound, code: error.code, error.detail)
        case .subscription:
            Problem(.unprocessableContent, code: error.code, error.detail, field: "consumedMilliunits")
        case .storage(let cause): .storage(cause)
        }
    }
}

extension ConsumptionController {
    private static let transaction = APIParameter.path("transaction", .transaction, "Apple's id of the transaction.")
    private static let share = APIProperty.optional(
        "consumedMilliunits",
        .integer(0...RuleValue.wholeShare),
        "The consumed share, in thousandths of a percent; not for auto-renewable subscriptions."
    )
    private static let playTime = APIProperty.optional(
        "playTimeMinutes",
        .integer(0...ConsumptionEvidence.longestPlayTimeMinutes),
        "The usage time in minutes."
    )
    private static let sample = APIProperty.optional(
        "sampleOffered",
        .boolean,
        "Whether the customer could try it, or read about it, before the purchase."
    )

    private static let consumption = APISchema.named(
        "Consumption",
        .object(
            .required("environment", .environment),
            .required("transaction", .transaction),
            Self.share,
            Self.playTime,
            Self.sample,
            .optional(
                "statedAt",
                .instant,
                "The instant for which the current values were stated; absent if none were."
            )
        )
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/transactions/{transaction}/consumption",
            id: "getConsumption",
            tag: .refunds,
            access: .read,
            summary: "Get the consumption of a purchase",
            parameters: [Self.transaction, .environment],
            answers: [.ok(Self.consumption, "The current values.")],
            problems: [.status(422, "field_invalid", "environment_invalid")]
        ),
        APIOperation(
            .put,
            "/v1/transactions/{transaction}/consumption",
            id: "setConsumption",
            tag: .refunds,
            access: .write,
            summary: "Set the consumption of a purchase",
            description:
                "The values take precedence over the server's own estimate in the answer to a refund request. The "
                + "statement with the newest `statedAt` counts, in whatever order statements arrive, and "
                + "replaces all earlier values: absent fields are not stated. An erasure of the customer "
                + "removes it.",
            parameters: [Self.transaction, .environment],
            body: .json(
                .object(
                    Self.share,
                    Self.playTime,
                    Self.sample,
                    .optional("statedAt", .instant, "The instant for which the values are stated; now by default.")
                )
            ),
            answers: [.ok(Self.consumption, "The current values, after the server committed them.")],
            problems: [
                .unreadableBody,
                .status(422, "field_unknown", "field_missing", "field_wrong_type", "field_invalid"),
                .status(404, "transaction_unknown"),
                .status(422, "environment_invalid", "consumption_of_subscription"),
            ]
        ),
    ]
}

extension ConsumptionEvidence {
    /// The fields of the body.
    static let fields = ["consumedMilliunits", "playTimeMinutes", "sampleOffered", "statedAt"]

    /// Reads the body of `PUT /v1/transactions/{transaction}/consumption`.
    init(json: [UInt8], now: Instant, by name: String) throws {
        let fields = try RequestFields(json: json, fields: Self.fields)
        let statedAt = try fields.instant("statedAt") ?? now
        guard statedAt <= now + ConsentRequest.tolerance else {
            throw RequestFields.invalid("statedAt", "This is in the future. Leave it out to use the current time.")
        }
        let share = try Self.number("consumedMilliunits", upTo: RuleValue.wholeShare, in: fields)
        let minutes = try Self.number("playTimeMinutes", upTo: Self.longestPlayTimeMinutes, in: fields)
        let isAvailable = fields["sampleOffered"] == nil ? nil : try fields.flag("sampleOffered")
        guard share != nil || minutes != nil || isAvailable != nil else {
            throw RequestFields.missing("consumedMilliunits")
        }
        let evidence = Self(
            share: share,
            playTimeMinutes: minutes,
            isSampleOffered: isAvailable,
            statedAt: statedAt,
            statedBy: name
        )
        guard let evidence else { throw RequestFields.invalid("consumedMilliunits", "This is out of range.") }
        self = evidence
    }

    private static func number(_ name: String, upTo limit: Int64, in fields: RequestFields) throws -> Int64? {
        guard let value = fields[name] else { return nil }
        guard case .number(let text) = value, let number = Int64(text) else {
            throw RequestFields.wrongType(name, "This must be an integer.")
        }
        guard (0...limit).contains(number) else {
            throw RequestFields.invalid(name, "This must be an integer from 0 to \(limit).")
        }
        return number
    }
}
