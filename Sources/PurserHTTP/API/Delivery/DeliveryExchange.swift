import AppStore
import Foundation
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// What is answered about what is to be handed over, to shops and to operators alike.
struct DeliveryExchange: Sendable {
    /// The most deliveries in one answer.
    static let maximumPage = 200
    /// The most kinds of coins that somebody may say he has taken back.
    static let maximumCoins = 100
    /// The largest body in bytes: a reason and some coins.
    private static let maximumBody = 16 * 1024

    /// Does it.
    let desk: DeliveryDesk
    /// Bounds the memory for bodies.
    let limits: BodyLimits

    /// A page of deliveries.
    func list(_ call: DeliveryRequest) async throws -> Response {
        var filter = DeliveryFilter()
        if let word = try RequestQuery.text("state", in: call.request, upTo: 64) {
            guard let state = DeliveryState(rawValue: word) else {
                throw RequestFields.choice("state", word, known: DeliveryState.allCases.map(\.rawValue))
            }
            filter.state = state
        }
        if let text = try RequestQuery.text("customer", in: call.request, upTo: CustomerID.maximumBytes) {
            guard let customer = CustomerID(text) else {
                throw RequestFields.invalid("customer", "This must be a customer's id.")
            }
            filter.customer = customer
        }
        let limit = try RequestQuery.limit(in: call.request, usually: 50, upTo: Self.maximumPage)
        var position: Int64 = 0
        if let cursor = try RequestQuery.text("cursor", in: call.request, upTo: 32) {
            guard let number = Int64(cursor), number > 0 else {
                throw RequestFields.invalid("cursor", "This must be the next of the page before.")
            }
            position = number
        }
        let found = try await Self.explained { [filter, position] () throws(DeliveryError) in
            try await self.desk.list(filter, after: position, limit: limit + 1, in: call.app)
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
    func show(_ call: DeliveryRequest) async throws -> Response {
        let delivery = try await Self.explained { () throws(DeliveryError) in
            try await self.desk.delivery(call.id, in: call.app)
        }
        return JSONResponse.written(Self.json(delivery))
    }

    /// Takes down that something was done.
    func confirm(_ call: DeliveryRequest) async throws -> Response {
        let fields = try await self.fields(call, ["call", "key", "recovered", "reason"])
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
        return try await self.act(
            .confirm(kind, by: call.confirmer, recovered: recovered, key: key),
            fields,
            call
        )
    }

    /// Takes down that something could not be done.
    func fail(_ call: DeliveryRequest) async throws -> Response {
        let fields = try await self.fields(call, ["code", "reason"])
        let code = try fields.text("code", upTo: 64) ?? "shop"
        return try await self.act(.fail(DeliveryFailure(code: code, at: self.desk.now)), fields, call)
    }

    /// Has something tried again, parked or released.
    func act(_ act: DeliveryAct, _ call: DeliveryRequest) async throws -> Response {
        try await self.act(act, try await self.fields(call, ["reason"]), call)
    }

    private func act(_ act: DeliveryAct, _ fields: RequestFields, _ call: DeliveryRequest) async throws -> Response {
        let reason = try fields.text("reason", upTo: 1000)
        return try await AnsweredWork.answer { (done: ActResult<Delivery>) in
            WrittenAnswer.written(Self.json(done.value, nothing: done.nothing))
        } _: {
            try await Self.explained { () throws(DeliveryError) in
                try await self.desk.act(act, on: call.id, in: call.app, by: call.name, reason: reason)
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

    private func fields(_ call: DeliveryRequest, _ names: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: call.request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: names)
        }
    }

    private static func explained<Answer>(
        _ work: () async throws(DeliveryError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.delivery, work)
    }
}
