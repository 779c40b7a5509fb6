import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// A controller that lists fulfillments and records their outcomes.
struct FulfillmentController: Sendable {
    /// The maximum number of fulfillments in one page.
    static let maximumPage = 200
    /// The maximum number of coins that one request may name as recovered.
    static let maximumCoins = 100
    /// The maximum size of a body in bytes: a reason and some coins.
    private static let maximumBody = 16 * 1024

    /// The service that performs the actions.
    let service: FulfillmentService
    /// The limits on the memory for bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/fulfillments`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/fulfillments", use: self.list)
        group.get("/v1/fulfillments/:fulfillment", use: self.get)
        group.post("/v1/fulfillments/:fulfillment/confirm", use: self.confirm)
        group.post("/v1/fulfillments/:fulfillment/fail", use: self.fail)
        group.post("/v1/fulfillments/:fulfillment/retry") { try await self.perform(.retry, $0, $1) }
        group.post("/v1/fulfillments/:fulfillment/suspend") { try await self.perform(.suspend, $0, $1) }
        group.post("/v1/fulfillments/:fulfillment/release") { try await self.perform(.release, $0, $1) }
    }

    /// Returns a page of fulfillments.
    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        var filter = FulfillmentFilter()
        if let word = try RequestQuery.text("state", in: request, upTo: 64) {
            guard let state = FulfillmentState(rawValue: word) else {
                throw RequestFields.choice("state", word, known: FulfillmentState.allCases.map(\.rawValue))
            }
            filter.state = state
        }
        if let text = try RequestQuery.text("customer", in: request, upTo: CustomerID.maximumBytes) {
            guard let customer = CustomerID(text) else {
                throw RequestFields.invalid("customer", "This must be a customer's id.")
            }
            filter.customer = customer
        }
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumPage)
        var position: Int64 = 0
        if let cursor = try RequestQuery.text("cursor", in: request, upTo: 32) {
            guard let number = Int64(cursor), number > 0 else {
                throw RequestFields.invalid("cursor", "This must be the `next` of the previous page.")
            }
            position = number
        }
        let found = try await Self.explained { [filter, position] () throws(FulfillmentError) in
            try await self.service.list(filter, after: position, limit: limit + 1, in: context.app.name)
        }
        let page = found.prefix(limit)
        var json = JSONText()
        json.add("fulfillments", page.map(\.fulfillment)) { json, fulfillment in
            json.add("environment", fulfillment.environment.rawValue)
            json.describe(fulfillment)
        }
        json.add("next", found.count > limit ? page.last.map { String($0.position) } : nil)
        return JSONResponse.written(json.bytes)
    }

    /// Returns one fulfillment.
    @concurrent
    @Sendable private func get(_: Request, context: AppContext) async throws -> Response {
        let fulfillment = try await Self.explained { () throws(FulfillmentError) in
            try await self.service.fulfillment(Self.id(in: context), in: context.app.name)
        }
        return JSONResponse.written(Self.json(fulfillment))
    }

    /// Records that goods were fulfilled or revoked.
    @concurrent
    @Sendable private func confirm(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.fields(request, ["call", "key", "recovered", "reason"])
        var kind: FulfillmentCall.Kind?
        if let word = try fields.text("call", upTo: 64) {
            guard let known = FulfillmentCall.Kind(rawValue: word) else {
                throw RequestFields.choice("call", word, known: FulfillmentCall.Kind.allCases.map(\.rawValue))
            }
            kind = known
        }
        let recovered = try Self.coins(fields["recovered"])
        let key = try fields.text("key", upTo: 255)
        if recovered != nil, kind.map({ $0 != .revoke }) ?? (key == nil) {
            throw RequestFields.invalid("recovered", "`recovered` is only allowed when goods were revoked.")
        }
        let confirmer: FulfillmentConfirmer = context.caller.operatorName == nil ? .shop : .operator
        return try await self.perform(
            .confirm(kind, by: confirmer, recovered: recovered, key: key),
            fields,
            context
        )
    }

    /// Records that an attempt failed.
    @concurrent
    @Sendable private func fail(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.fields(request, ["code", "reason"])
        let code = try fields.text("code", upTo: 64) ?? "shop"
        return try await self.perform(.fail(DeliveryFailure(code: code, at: self.service.now)), fields, context)
    }

    /// Retries, suspends or releases a fulfillment.
    private func perform(
        _ action: FulfillmentAction,
        _ request: Request,
        _ context: AppContext
    ) async throws -> Response {
        try await self.perform(action, try await self.fields(request, ["reason"]), context)
    }

    private func perform(
        _ action: FulfillmentAction,
        _ fields: RequestFields,
        _ context: AppContext
    ) async throws -> Response {
        let reason = try fields.text("reason", upTo: 1000)
        return try await RecordedResponse.answer { (done: ActionResult<Fulfillment>) in
            EncodedResponse.written(Self.json(done.value, nothing: done.nothing))
        } _: {
            try await Self.explained { () throws(FulfillmentError) in
                try await self.service.perform(
                    action,
                    on: Self.id(in: context),
                    in: context.app.name,
                    by: context.name,
                    reason: reason
                )
            }
        }
    }

    private static func json(_ fulfillment: Fulfillment, nothing: NoChange.Code? = nil) -> [UInt8] {
        var json = JSONText()
        json.add("environment", fulfillment.environment.rawValue)
        json.describe(fulfillment)
        json.add("nothing", nothing?.rawValue)
        return json.bytes
    }

    /// Returns the numbers of revoked coins, by the coin's name.
    private static func coins(_ value: JSONValue?) throws -> [String: Int]? {
        guard let value, value != .null else { return nil }
        guard case .object(let members) = value, members.count <= Self.maximumCoins else {
            throw RequestFields.wrongType(
                "recovered",
                "This must be an object with the name of each coin and a "
                    + "number of coins."
            )
        }
        var coins: [String: Int] = [:]
        for member in members {
            guard case .number(let text) = member.value, let count = Int(text), count >= 0 else {
                throw RequestFields.wrongType(
                    "recovered",
                    "The number of each coin must be an integer that is not "
                        + "negative."
                )
            }
            try RequestFields.check(member.key, field: "recovered", upTo: 255)
            // The names are the keys of an object, so equal names would be one key.
            guard coins.updateValue(count, forKey: member.key) == nil else {
                throw RequestFields.wrongType("recovered", "Two of these names are equal. Name each coin once.")
            }
        }
        return coins
    }

    private func fields(_ request: Request, _ names: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: names)
        }
    }

    private static func explained<Answer>(
        _ work: () async throws(FulfillmentError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.fulfillment, work)
    }

    /// The id in the path; an id that no fulfillment has if the path has none.
    private static func id(in context: AppContext) -> FulfillmentID {
        FulfillmentID(context.parameters.get("fulfillment") ?? "")
    }
}

extension Problem {
    /// Returns the problem document of an error about a fulfillment.
    static func fulfillment(_ error: FulfillmentError) -> Problem {
        switch error {
        case .appUnknown, .unknown: Problem(.notFound, code: error.code, error.detail)
        case .notPossible: Problem(.conflict, code: error.code, error.detail)
        case .storage(let cause): .storage(cause)
        }
    }
}

extension FulfillmentController {
    private static let id = APIParameter.path("fulfillment", .string(length: 1...512), "The fulfillment's `id`.")
    private static let reason = APIProperty.optional(
        "reason",
        .string(length: 1...1000),
        "The reason, for the audit "
            + "log."
    )
    private static let refusals: [APIProblem] = [
        .unreadableBody,
        .status(404, "fulfillment_not_found"),
        .status(409, "fulfillment_not_possible"),
        .status(422, "field_unknown", "field_wrong_type", "field_invalid"),
    ]

    /// The OpenAPI descriptions of the routes.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/fulfillments",
            id: "listFulfillments",
            tag: .fulfillments,
            access: .read,
            summary: "List fulfillments",
            description:
                "In the order in which the server learned of the purchases. `state=due` lists paid goods that are not "
                + "fulfilled yet: fulfill them, then confirm each.",
            parameters: [
                .query(
                    "state",
                    .enumeration(FulfillmentState.allCases.map(\.rawValue)),
                    "Only fulfillments in this "
                        + "state."
                ),
                .query("customer", .customer, "Only fulfillments of this customer, now or earlier."),
                .limit(Int64(Self.maximumPage)), .cursor,
            ],
            answers: [
                .ok(
                    .object(
                        .required("fulfillments", .array(of: EventForm.listedFulfillment)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of fulfillments."
                )
            ],
            problems: [.status(422, "field_wrong_type", "field_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/fulfillments/{fulfillment}",
            id: "getFulfillment",
            tag: .fulfillments,
            access: .read,
            summary: "Get a fulfillment",
            parameters: [Self.id],
            answers: [.ok(EventForm.listedFulfillment, "The fulfillment.")],
            problems: [.status(404, "fulfillment_not_found")]
        ),
        APIOperation(
            .post,
            "/v1/fulfillments/{fulfillment}/confirm",
            id: "confirmFulfillment",
            tag: .fulfillments,
            access: .write,
            summary: "Confirm a fulfillment or a revocation",
            description:
                "Confirming again changes nothing. If Apple refunded the purchase in the meantime, the server records "
                + "the confirmation and begins to revoke the goods.",
            parameters: [Self.id],
            body: .json(
                .object(
                    .optional(
                        "call",
                        .enumeration(FulfillmentCall.Kind.allCases.map(\.rawValue)),
                        "The call that was carried out; by default, without a `key`, the fulfillment of the goods."
                    ),
                    .optional(
                        "key",
                        .string(length: 1...255),
                        "The `key` of the call that was carried out; refused if another call is pending by now."
                    ),
                    .optional(
                        "recovered",
                        .openObject,
                        "For `revoke`: the number of coins that could be revoked in total, by the coin's name."
                    ),
                    Self.reason
                ),
                isRequired: false
            ),
            answers: [.ok(EventForm.listedFulfillment, "The fulfillment, after the server committed the change.")],
            problems: Self.refusals
        ),
        APIOperation(
            .post,
            "/v1/fulfillments/{fulfillment}/fail",
            id: "failFulfillment",
            tag: .fulfillments,
            access: .write,
            summary: "Record a failed attempt",
            description: "The fulfillment stays due. Only use it when the attempt certainly had no effect; if you do "
                + "not know, confirm or retry instead.",
            parameters: [Self.id],
            body: .json(
                .object(.optional("code", .string(length: 1...64), "A short code of what went wrong."), Self.reason),
                isRequired: false
            ),
            answers: [.ok(EventForm.listedFulfillment, "The fulfillment.")],
            problems: Self.refusals
        ),
        Self.action("retry", "Retry a fulfillment now", .write),
        Self.action("suspend", "Suspend a fulfillment", .write),
        Self.action("release", "Release a fulfillment that is too old or over the Sandbox cap", .admin),
    ]

    private static func action(_ word: String, _ summary: String, _ access: APIAccess) -> APIOperation {
        APIOperation(
            .post,
            "/v1/fulfillments/{fulfillment}/\(word)",
            id: "\(word)Fulfillment",
            tag: .fulfillments,
            access: access,
            summary: summary,
            parameters: [Self.id],
            body: .json(.object(Self.reason), isRequired: false),
            answers: [.ok(EventForm.listedFulfillment, "The fulfillment.")],
            problems: Self.refusals
        )
    }
}
