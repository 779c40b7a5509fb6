import AppStore
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct EventFormTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/Events")
    private static let isWriting = ProcessInfo.processInfo.environment["PURSER_WRITE_GOLDEN"] != nil

    @Test(
        "Every event is described where the API is, and has an example that really happened",
        arguments: EventName.allCases
    )
    func examples(name: EventName) async throws {
        let webhook = APIDocument(PurserRouter.operations).json["webhooks"]?[name.rawValue]?["post"]
        #expect(webhook?["requestBody"]?["content"]?["application/json"]?["schema"] != nil)
        #expect(webhook?["summary"] == .string(EventForm.summary(of: name)))
        let published = try await EventStory.published()
        let event = try #require(published.first { $0.name == name }, "No story publishes it.")
        let file = Self.golden.appending(path: "\(name.rawValue).json")
        let text = String(decoding: event.json, as: UTF8.self) + "\n"
        if Self.isWriting {
            try FileManager.default.createDirectory(at: Self.golden, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let agreed = try String(contentsOf: file, encoding: .utf8)
        #expect(text == agreed, "Events may only grow. Run with PURSER_WRITE_GOLDEN=1 if this only adds.")
        let value = try JSONValue(json: Array(agreed.utf8))
        #expect(APIContract.flaws(value, EventForm.schema(of: name), at: name.rawValue) == [])
    }

    @Test("Each event of any story matches its schema")
    func forms() async throws {
        var names: Set<EventName> = []
        for seed in UInt64(1)...30 {
            for event in try await EventStory.published(seed: seed) {
                names.insert(event.name)
                let value = try JSONValue(json: event.json)
                let flaws = APIContract.flaws(value, EventForm.schema(of: event.name), at: event.name.rawValue)
                guard !flaws.isEmpty else { continue }
                Issue.record("Seed \(seed): \(flaws) in \(String(decoding: event.json, as: UTF8.self))")
                return
            }
        }
        #expect(names.count > 12, "The stories publish too few events: \(names)")
    }

    @Test("An entitlement in an event equals that in a response, except for the open calls to Apple")
    func sameNames() async throws {
        let server = try TestServer()
        let catalog = server.shop.app.catalog
        let product = try #require(
            catalog.products.values.first { $0.kind == .autoRenewable && !$0.unlocks.isEmpty }
        )
        let now = server.shop.ambient.now()
        var period = Sample.period("100", of: "100", at: now - .days(1))
        period.productID = product.id
        period.offer = Offer(type: 1, identifier: "intro", discountType: "FREE_TRIAL", period: "P1M")
        var renewal = Sample.renewal(of: period)
        renewal.offer = period.offer
        for (name, transaction, isRenewing) in [("anna", "100", true), ("ben", "200", false)] {
            period.transactionID = TransactionID(transaction)
            period.originalTransactionID = OriginalTransactionID(transaction)
            period.webOrderLineItemID = nil
            renewal.originalTransactionID = period.originalTransactionID
            renewal.autoRenew = isRenewing
            var intake = Sample.facts(
                [period],
                renewals: isRenewing ? [renewal] : [],
                submission: Sample.submission(name, transaction, at: now),
                app: server.shop.app.name
            )
            intake.receivedAt = now
            intake.catalog = catalog
            _ = try await server.shop.repository.record(intake)
            let stream = EventStream(app: server.shop.app.name, subject: .customer(Sample.customer(name)))
            let published = try await server.shop.repository.read { view in
                try view.events(of: stream, after: 0, limit: 99)
            }
            .filter { $0.name == .entitlementGranted }
            .compactMap { try JSONValue(json: $0.body)["entitlement"] }
            let answer = try await server.send(.get, "/v1/customers/\(name)/entitlements?environment=Production")
            guard case .array(let answered)? = answer["entitlements"] else {
                return #expect(Bool(false), "\(answer.text)")
            }
            #expect(
                !published.isEmpty && published.count == answered.count,
                "\(published.count) published, \(answered.count) returned"
            )
            for (one, other) in zip(published, answered) {
                guard case .object(let members) = one, case .object(let others) = other else {
                    return #expect(Bool(false), "\(one)")
                }
                #expect(Self.flat(members, at: "") == Self.flat(others, at: ""))
                let names = others.map(\.key)
                #expect(names == names.sorted() && names.count == members.count, "An answer has them in this order.")
            }
        }
    }

    /// Every value by its path, without what is to be asked.
    private static func flat(_ members: [JSONMember], at place: String) -> [String: String] {
        var all: [String: String] = [:]
        for member in members where place + member.key != "subscription.asks" {
            if case .object(let inner) = member.value {
                all.merge(Self.flat(inner, at: place + member.key + ".")) { first, _ in first }
            } else {
                all[place + member.key] = String(decoding: member.value.json(), as: UTF8.self)
            }
        }
        return all
    }

    @Test("The forms of events only grow: no field is taken away, no type is changed")
    func growth() throws {
        let file = Self.golden.deletingLastPathComponent().appending(path: "event-forms.json")
        let found = Self.forms()
        if FileManager.default.fileExists(atPath: file.path) {
            let agreed = try JSONValue(json: Array(Data(contentsOf: file)))
            #expect(Self.losses(from: agreed, to: found, at: "") == [], "A receiver may rely on it.")
        }
        let text = String(decoding: found.json(), as: UTF8.self) + "\n"
        if Self.isWriting {
            try FileManager.default.createDirectory(at: Self.golden, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "Run with PURSER_WRITE_GOLDEN=1 after adding.")
    }

    @Test("A form that shrinks is found")
    func shrinking() throws {
        let before = try JSONValue(
            json: Array(
                #"{"properties":{"a":{"type":"string","enum":["x","y"]},"b":{"type":"integer"}},"required":["b"]}"#.utf8
            )
        )
        for text in [
            #"{"properties":{"a":{"type":"string","enum":["x","y"]}},"required":["b"]}"#,
            #"{"properties":{"a":{"type":"string","enum":["x"]},"b":{"type":"integer"}},"required":["b"]}"#,
            #"{"properties":{"a":{"type":"string","enum":["x","y"]},"b":{"type":"string"}},"required":["b"]}"#,
            #"{"properties":{"a":{"type":"string","enum":["x","y"]},"b":{"type":"integer"}},"required":[]}"#,
        ] {
            #expect(Self.losses(from: before, to: try JSONValue(json: Array(text.utf8)), at: "").count == 1, "\(text)")
        }
        let grown =
            #"{"properties":{"a":{"type":"string","enum":["x","y","z"]},"b":{"type":"integer"},"c":{}},"required":["b","c"]}"#
        #expect(Self.losses(from: before, to: try JSONValue(json: Array(grown.utf8)), at: "") == [])
    }

    /// The forms of all events with all that they are made of.
    private static func forms() -> JSONValue {
        let document = APIDocument(PurserRouter.operations).json
        var schemas: [JSONMember] = []
        func collect(_ value: JSONValue) {
            switch value {
            case .object(let members):
                for member in members {
                    if member.key == "$ref", case .string(let reference) = member.value {
                        let name = String(reference.split(separator: "/").last ?? "")
                        guard !schemas.contains(where: { $0.key == name }),
                            let schema = document["components"]?["schemas"]?[name]
                        else { continue }
                        schemas.append(JSONMember(key: name, value: schema))
                        collect(schema)
                    } else {
                        collect(member.value)
                    }
                }
            case .array(let values): for value in values { collect(value) }
            default: break
            }
        }
        let webhooks = EventName.allCases.map { name in
            let schema = document["webhooks"]?[name.rawValue]?["post"]?["requestBody"]?["content"]
            return JSONMember(key: name.rawValue, value: schema?["application/json"]?["schema"] ?? .null)
        }
        for webhook in webhooks { collect(webhook.value) }
        return .object([
            JSONMember(key: "events", value: .object(webhooks)),
            JSONMember(key: "schemas", value: .object(schemas.sorted { $0.key < $1.key })),
        ])
    }

    /// What was promised before and is not any more.
    private static func losses(from before: JSONValue, to after: JSONValue?, at place: String) -> [String] {
        guard let after else { return ["\(place) is gone"] }
        switch (before, after) {
        case (.object(let members), .object):
            return members.filter { $0.key != "description" }
                .flatMap { Self.losses(from: $0.value, to: after[$0.key], at: "\(place)/\($0.key)") }
        case (.array(let values), .array(let others)):
            // Lists are of required fields and of words: each may become longer.
            return values.filter { !others.contains($0) }.map { "\(place) has no \($0) any more" }
        default: return before == after ? [] : ["\(place) is another"]
        }
    }
}
