import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// Lists what has to be fulfilled, and records what was done about it.
struct FulfillmentController: Sendable {
    /// The most fulfillments in one answer.
    static let maximumPage = 200
    /// The most kinds of coins that one request may name as recovered.
    static let maximumCoins = 100
    /// The largest body in bytes: a reason and some coins.
    private static let maximumBody = 16 * 1024

    /// Does it.
    let service: FulfillmentService
    /// Limits the memory for bodies.
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

    /// A page of fulfillments.
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
                throw RequestFields.invalid("cursor", "This must be the next of the page before.")
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

    /// One fulfillment.
    @concurrent
    @Sendable private func get(_: Request, context: AppContext) async throws -> Response {
        let fulfillment = try await Self.explained { () throws(FulfillmentError) in
            try await self.service.fulfillment(Self.id(in: context), in: context.app.name)
        }
        return JSONResponse.written(Self.json(fulfillment))
    }

    /// Takes down that something was done.
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
            throw RequestFields.invalid("recovered", "Only of what was revoked is there anything to recover.")
        }
        let confirmer: FulfillmentConfirmer = context.caller.operatorName == nil ? .shop : .operator
        return try await self.perform(
            .confirm(kind, by: confirmer, recovered: recovered, key: key),
            fields,
            context
        )
    }

    /// Takes down that something could not be done.
    @concurrent
    @Sendable private func fail(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.fields(request, ["code", "reason"])
        let code = try fields.text("code", upTo: 64) ?? "shop"
        return try await self.perform(.fail(DeliveryFailure(code: code, at: self.service.now)), fields, context)
    }

    /// Has something tried again, suspended or released.
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

    /// How many coins were revoked, by name.
    private static func coins(_ value: JSONValue?) throws -> [String: Int]? {
        guard let value, value != .null else { return nil }
        guard case .object(let members) = value, members.count <= Self.maximumCoins else {
            throw RequestFields.wrongType("recovered", "This must be an object of coins and how many of them.")
        }
        var coins: [String: Int] = [:]
        for member in members {
            guard case .number(let text) = member.value, let count = Int(text), count >= 0 else {
                throw RequestFields.wrongType("recovered", "Each coin needs a whole number that is not negative.")
            }
            try RequestFields.check(member.key, field: "recovered", upTo: 255)
            // They are kept as an object, in which two names that read the same would be one.
            guard coins.updateValue(count, forKey: member.key) == nil else {
                throw RequestFields.wrongType("recovered", "Two of these names read the same. Name each coin once.")
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

    /// The fulfillment that the path names; one that cannot be where it names none.
    private static func id(in context: AppContext) -> FulfillmentID {
        FulfillmentID(context.parameters.get("fulfillment") ?? "")
    }
}

extension Problem {
    /// Why nothing was done with a fulfillment.
    fileprivate static func fulfillment(_ error: FulfillmentError) -> Problem {
        switch error {
        case .appUnknown, .unknown: Problem(.notFound, code: error.code, error.detail)
        case .notPossible: Problem(.conflict, code: error.code, error.detail)
        case .storage(let cause): .storage(cause)
        }
    }
}

extension FulfillmentController {
    private static let id = APIParameter.path("fulfillment", .string(length: 1...512), "The fulfillment's `id`.")
    private static let reason = APIProperty.optional("reason", .string(length: 1...1000), "Why, for the audit log.")
    private static let refusals: [APIProblem] = [
        .unreadableBody,
        .status(404, "fulfillment_not_found"),
        .status(409, "fulfillment_not_possible"),
        .status(422, "field_unknown", "field_wrong_type", "field_invalid"),
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/fulfillments",
            id: "listFulfillments",
            tag: .fulfillments,
            access: .read,
            summary: "What has to be fulfilled, and what has become of it",
            description:
                "In the order in which the purchases became known. With `state` `due` it is what is paid for and not "
                + "fulfilled: fulfill it, then confirm it.",
            parameters: [
                .query("state", .enumeration(FulfillmentState.allCases.map(\.rawValue)), "Only what stands here."),
                .query("customer", .customer, "Only what is, or was, for this customer."),
                .limit(Int64(Self.maximumPage)), .cursor,
            ],
            answers: [
                .ok(
                    .object(
                        .required("fulfillments", .array(of: EventForm.listedFulfillment)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of them."
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
            summary: "One fulfillment",
            parameters: [Self.id],
            answers: [.ok(EventForm.listedFulfillment, "As it is now.")],
            problems: [.status(404, "fulfillment_not_found")]
        ),
        APIOperation(
            .post,
            "/v1/fulfillments/{fulfillment}/confirm",
            id: "confirmFulfillment",
            tag: .fulfillments,
            access: .write,
            summary: "Say that the goods were fulfilled, or revoked",
            description:
                "Confirming again changes nothing. What was refunded meanwhile is confirmed too, and revoking it "
                + "begins.",
            parameters: [Self.id],
            body: .json(
                .object(
                    .optional(
                        "call",
                        .enumeration(FulfillmentCall.Kind.allCases.map(\.rawValue)),
                        "What was done; with neither this nor a key, that the goods were fulfilled."
                    ),
                    .optional(
                        "key",
                        .string(length: 1...255),
                        "The `key` of the call that was done; where another one is to be done by now it is refused."
                    ),
                    .optional(
                        "recovered",
                        .openObject,
                        "Of `revoke`: how many coins could be revoked in all, by the coin's name."
                    ),
                    Self.reason
                ),
                isRequired: false
            ),
            answers: [.ok(EventForm.listedFulfillment, "As it is now, on disk.")],
            problems: Self.refusals
        ),
        APIOperation(
            .post,
            "/v1/fulfillments/{fulfillment}/fail",
            id: "failFulfillment",
            tag: .fulfillments,
            access: .write,
            summary: "Say that it could certainly not be done",
            description: "It stays due. Do not say so where you do not know: confirm or retry instead.",
            parameters: [Self.id],
            body: .json(
                .object(.optional("code", .string(length: 1...64), "What went wrong, in a word."), Self.reason),
                isRequired: false
            ),
            answers: [.ok(EventForm.listedFulfillment, "As it is now.")],
            problems: Self.refusals
        ),
        Self.action("retry", "Try at once what has failed or is suspended", .write),
        Self.action("suspend", "Leave it to a person", .write),
        Self.action(
            "release",
            "Fulfill what is older than the fulfillments here, or beyond the Sandbox's cap",
            .admin
        ),
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
            answers: [.ok(EventForm.listedFulfillment, "As it is now.")],
            problems: Self.refusals
        )
    }
}
