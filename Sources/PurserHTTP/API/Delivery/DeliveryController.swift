import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Lists what has to be handed over, and records what was done about it.
struct DeliveryController: Sendable {
    /// The most deliveries in one answer.
    static let maximumPage = 200
    /// The most kinds of coins that one request may name as recovered.
    static let maximumCoins = 100
    /// The largest body in bytes: a reason and some coins.
    private static let maximumBody = 16 * 1024

    /// Does it.
    let desk: DeliveryDesk
    /// Limits the memory for bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/deliveries`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/deliveries", use: self.list)
        group.get("/v1/deliveries/:delivery", use: self.show)
        group.post("/v1/deliveries/:delivery/confirm", use: self.confirm)
        group.post("/v1/deliveries/:delivery/fail", use: self.fail)
        group.post("/v1/deliveries/:delivery/retry") { try await self.act(.retry, $0, $1) }
        group.post("/v1/deliveries/:delivery/park") { try await self.act(.park, $0, $1) }
        group.post("/v1/deliveries/:delivery/release") { try await self.act(.release, $0, $1) }
    }

    /// A page of deliveries.
    @concurrent
    @Sendable private func list(_ request: Request, context: ShopContext) async throws -> Response {
        var filter = DeliveryFilter()
        if let word = try RequestQuery.text("state", in: request, upTo: 64) {
            guard let state = DeliveryState(rawValue: word) else {
                throw RequestFields.choice("state", word, known: DeliveryState.allCases.map(\.rawValue))
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
        let found = try await Self.explained { [filter, position] () throws(DeliveryError) in
            try await self.desk.list(filter, after: position, limit: limit + 1, in: context.app.name)
        }
        let page = found.prefix(limit)
        var json = JSONText()
        json.add("deliveries", page.map(\.delivery)) { json, delivery in
            json.add("environment", delivery.environment.rawValue)
            json.describe(delivery)
        }
        json.add("next", found.count > limit ? page.last.map { String($0.position) } : nil)
        return JSONResponse.written(json.bytes)
    }

    /// One delivery.
    @concurrent
    @Sendable private func show(_: Request, context: ShopContext) async throws -> Response {
        let delivery = try await Self.explained { () throws(DeliveryError) in
            try await self.desk.delivery(Self.id(in: context), in: context.app.name)
        }
        return JSONResponse.written(Self.json(delivery))
    }

    /// Takes down that something was done.
    @concurrent
    @Sendable private func confirm(_ request: Request, context: ShopContext) async throws -> Response {
        let fields = try await self.fields(request, ["call", "key", "recovered", "reason"])
        var kind: DeliveryCall.Kind?
        if let word = try fields.text("call", upTo: 64) {
            guard let known = DeliveryCall.Kind(rawValue: word) else {
                throw RequestFields.choice("call", word, known: DeliveryCall.Kind.allCases.map(\.rawValue))
            }
            kind = known
        }
        let recovered = try Self.coins(fields["recovered"])
        let key = try fields.text("key", upTo: 255)
        if recovered != nil, kind.map({ $0 != .takeBack }) ?? (key == nil) {
            throw RequestFields.invalid("recovered", "Only of what was taken back is there anything to recover.")
        }
        let confirmer: DeliveryConfirmer = context.caller.operatorName == nil ? .shop : .operator
        return try await self.act(
            .confirm(kind, by: confirmer, recovered: recovered, key: key),
            fields,
            context
        )
    }

    /// Takes down that something could not be done.
    @concurrent
    @Sendable private func fail(_ request: Request, context: ShopContext) async throws -> Response {
        let fields = try await self.fields(request, ["code", "reason"])
        let code = try fields.text("code", upTo: 64) ?? "shop"
        return try await self.act(.fail(DeliveryFailure(code: code, at: self.desk.now)), fields, context)
    }

    /// Has something tried again, parked or released.
    private func act(_ act: DeliveryAct, _ request: Request, _ context: ShopContext) async throws -> Response {
        try await self.act(act, try await self.fields(request, ["reason"]), context)
    }

    private func act(_ act: DeliveryAct, _ fields: RequestFields, _ context: ShopContext) async throws -> Response {
        let reason = try fields.text("reason", upTo: 1000)
        return try await AnsweredWork.answer { (done: ActResult<Delivery>) in
            WrittenAnswer.written(Self.json(done.value, nothing: done.nothing))
        } _: {
            try await Self.explained { () throws(DeliveryError) in
                try await self.desk.act(
                    act,
                    on: Self.id(in: context),
                    in: context.app.name,
                    by: context.name,
                    reason: reason
                )
            }
        }
    }

    private static func json(_ delivery: Delivery, nothing: NothingDone.Code? = nil) -> [UInt8] {
        var json = JSONText()
        json.add("environment", delivery.environment.rawValue)
        json.describe(delivery)
        json.add("nothing", nothing?.rawValue)
        return json.bytes
    }

    /// How many coins were taken back, by name.
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
        _ work: () async throws(DeliveryError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.delivery, work)
    }

    /// The delivery that the path names; one that cannot be where it names none.
    private static func id(in context: ShopContext) -> DeliveryID {
        DeliveryID(context.parameters.get("delivery") ?? "")
    }
}

extension Problem {
    /// Why nothing was done with a delivery.
    fileprivate static func delivery(_ error: DeliveryError) -> Problem {
        switch error {
        case .appUnknown, .unknown: Problem(.notFound, code: error.code, error.detail)
        case .notPossible: Problem(.conflict, code: error.code, error.detail)
        case .storage(let cause): .storage(cause)
        }
    }
}

extension DeliveryController {
    private static let id = APIParameter.path("delivery", .string(length: 1...512), "The delivery's `id`.")
    private static let reason = APIProperty.optional("reason", .string(length: 1...1000), "Why, for the audit log.")
    private static let refusals: [APIProblem] = [
        .unreadableBody,
        .status(404, "delivery_not_found"),
        .status(409, "delivery_not_possible"),
        .status(422, "field_unknown", "field_wrong_type", "field_invalid"),
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/deliveries",
            id: "listPurchaseDeliveries",
            tag: .deliveries,
            access: .read,
            summary: "What has to be handed over, and what has become of it",
            description:
                "In the order in which the purchases became known. With `state` `due` it is what is paid for and not "
                + "handed over: hand it over, then confirm it.",
            parameters: [
                .query("state", .words(DeliveryState.allCases.map(\.rawValue)), "Only what stands here."),
                .query("customer", .customer, "Only what is, or was, for this customer."),
                .limit(Int64(Self.maximumPage)), .cursor,
            ],
            answers: [
                .ok(
                    .object(
                        .required("deliveries", .array(of: EventForm.listedDelivery)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of them."
                )
            ],
            problems: [.status(422, "field_wrong_type", "field_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/deliveries/{delivery}",
            id: "getPurchaseDelivery",
            tag: .deliveries,
            access: .read,
            summary: "One delivery",
            parameters: [Self.id],
            answers: [.ok(EventForm.listedDelivery, "As it is now.")],
            problems: [.status(404, "delivery_not_found")]
        ),
        APIOperation(
            .post,
            "/v1/deliveries/{delivery}/confirm",
            id: "confirmPurchaseDelivery",
            tag: .deliveries,
            access: .write,
            summary: "Say that the goods were handed over, or taken back",
            description:
                "Confirming again changes nothing. What was refunded meanwhile is confirmed too, and taking it back "
                + "begins.",
            parameters: [Self.id],
            body: .json(
                .object(
                    .optional(
                        "call",
                        .words(DeliveryCall.Kind.allCases.map(\.rawValue)),
                        "What was done; with neither this nor a key, that the goods were handed over."
                    ),
                    .optional(
                        "key",
                        .string(length: 1...255),
                        "The `key` of the call that was done; where another one is to be done by now it is refused."
                    ),
                    .optional(
                        "recovered",
                        .openObject,
                        "Of `take_back`: how many coins could be taken back in all, by the coin's name."
                    ),
                    Self.reason
                ),
                isRequired: false
            ),
            answers: [.ok(EventForm.listedDelivery, "As it is now, on disk.")],
            problems: Self.refusals
        ),
        APIOperation(
            .post,
            "/v1/deliveries/{delivery}/fail",
            id: "failPurchaseDelivery",
            tag: .deliveries,
            access: .write,
            summary: "Say that it could certainly not be done",
            description: "It stays due. Do not say so where you do not know: confirm or retry instead.",
            parameters: [Self.id],
            body: .json(
                .object(.optional("code", .string(length: 1...64), "What went wrong, in a word."), Self.reason),
                isRequired: false
            ),
            answers: [.ok(EventForm.listedDelivery, "As it is now.")],
            problems: Self.refusals
        ),
        Self.deed("retry", "Try at once what has failed or is parked", .write),
        Self.deed("park", "Leave it to a person", .write),
        Self.deed(
            "release",
            "Hand over what is older than the deliveries here, or beyond the Sandbox's cap",
            .admin
        ),
    ]

    private static func deed(_ word: String, _ summary: String, _ access: APIAccess) -> APIOperation {
        APIOperation(
            .post,
            "/v1/deliveries/{delivery}/\(word)",
            id: "\(word)PurchaseDelivery",
            tag: .deliveries,
            access: access,
            summary: summary,
            parameters: [Self.id],
            body: .json(.object(Self.reason), isRequired: false),
            answers: [.ok(EventForm.listedDelivery, "As it is now.")],
            problems: Self.refusals
        )
    }
}
