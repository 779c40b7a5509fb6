import AppStore
import HTTPTypes
import Ledger
import PurserTesting
import Testing

@Suite struct ConsentControllerTests {
    let server: TestServer
    private static let path = "/v1/customers/anna/consents"
    private static let hash = String(repeating: "aB", count: 32)

    init() throws {
        self.server = try TestServer()
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = ""
    ) async throws -> TestServer.TestResponse {
        try await self.server.send(method, path, body: Array(body.utf8))
    }

    private static func body(_ changes: [String: String] = [:], without: String? = nil) -> String {
        var fields = [
            "textHash": #""\#(Self.hash)""#, "version": #""3""#, "locale": #""de-AT""#, "storefront": #""AUT""#,
            "givenAt": #""2026-02-01T00:00:00Z""#, "source": #""settings""#,
        ]
        fields.merge(changes) { $1 }
        if let without { fields[without] = nil }
        return "{" + fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    }

    @Test("A consent is recorded with its evidence, comes into force, and is withdrawn")
    func life() async throws {
        let given = try await self.send(.post, Self.path, Self.body(["guardian": #""her mother""#]))
        #expect(given.status == .ok, "\(given.text)")
        guard case .string(let id)? = given["id"] else {
            Issue.record("\(given.text)")
            return
        }
        for part in [
            #""textHash":"\#(Self.hash.lowercased())""#, #""byGuardian":true"#, #""guardian":"her mother""#,
            #""givenAt":"2026-02-01T00:00:00.000Z""#, #""recordedAt":"2026-03-01T12:00:00.000Z""#,
        ] {
            #expect(given.text.contains(part), "\(part) is missing in \(given.text)")
        }
        let list = try await self.send(.get, Self.path)
        #expect(list["current"] == .string(id))
        #expect(list["regimes"]?["default"] == .string("optIn"))
        let shown = try await self.send(.delete, "\(Self.path)/\(id)?dryRun=true")
        #expect(shown["withdrawnAt"] != nil)
        #expect(try await self.send(.get, Self.path)["current"] == .string(id), "A dry run withdraws nothing.")
        let withdrawn = try await self.send(.delete, "\(Self.path)/\(id)?withdrawnAt=2026-02-20T00:00:00Z&source=mail")
        #expect(withdrawn["withdrawnAt"] == .string("2026-02-20T00:00:00.000Z"), "\(withdrawn.text)")
        #expect(withdrawn["withdrawalSource"] == .string("mail") && withdrawn["nothing"] == nil)
        let again = try await self.send(.delete, "\(Self.path)/\(id)?withdrawnAt=2026-02-20T00:00:00Z&source=mail")
        #expect(again["nothing"] == .string("consent_already_withdrawn"), "\(again.text)")
        let after = try await self.send(.get, Self.path)
        #expect(after["current"] == nil)
        #expect(after.text.contains(id), "The earlier consent stays.")
    }

    @Test("The same consent again is the same; another under its id is refused")
    func twice() async throws {
        let first = try await self.send(.post, Self.path, Self.body(["id": #""c-1""#]))
        let again = try await self.send(.post, Self.path, Self.body(["id": #""c-1""#]))
        #expect(first["nothing"] == nil && again["nothing"] == .string("consent_unchanged"), "\(again.text)")
        #expect(again["recordedAt"] == first["recordedAt"] && again["id"] == first["id"])
        let other = try await self.send(.post, Self.path, Self.body(["id": #""c-1""#, "version": #""4""#]))
        #expect(other.status == .conflict)
        #expect(other.code == "consent_exists")
        let ben = try await self.send(.post, "/v1/customers/ben/consents", Self.body(["id": #""c-1""#]))
        #expect(ben.code == "consent_exists")
    }

    @Test("A dry run keeps no consent")
    func preview() async throws {
        let given = try await self.send(.post, Self.path + "?dryRun=true", Self.body())
        #expect(given.status == .ok && given["id"] == nil, "It names no consent that never was: \(given.text)")
        let named = try await self.send(.post, Self.path + "?dryRun=true", Self.body(["id": #""c-1""#]))
        #expect(named["id"] == .string("c-1"))
        let shown = try await self.send(.get, Self.path)
        #expect(shown["consents"] == .array([]))
        #expect(shown["current"] == nil)
    }

    @Test("Another customer's consent cannot be withdrawn, nor an unknown one")
    func foreign() async throws {
        _ = try await self.send(.post, Self.path, Self.body(["id": #""c-1""#]))
        for path in ["/v1/customers/ben/consents/c-1", "\(Self.path)/c-2"] {
            let answer = try await self.send(.delete, path)
            #expect(answer.status == .notFound, "\(path)")
            #expect(answer.code == "consent_unknown", "\(path)")
        }
        #expect(try await self.send(.get, Self.path)["current"] == .string("c-1"))
    }

    @Test(
        "A consent that proves nothing is refused with its field",
        arguments: [
            ("textHash", #""abc""#), ("textHash", #""\#(String(repeating: "g", count: 64))""#), ("version", #""""#),
            ("locale", #""german""#), ("locale", #""de_AT""#), ("storefront", #""aut""#), ("storefront", #""AU""#),
            ("givenAt", #""yesterday""#), ("source", #""a\u0000b""#),
            ("guardian", #""\#(String(repeating: "x", count: 256))""#), ("id", #""a b""#),
        ]
    )
    func invalid(field: String, value: String) async throws {
        let answer = try await self.send(.post, Self.path, Self.body([field: value]))
        #expect(answer.code == "field_invalid", "\(answer.text)")
        #expect(answer["field"] == .string(field))
        #expect(try await self.send(.get, Self.path).text.contains(#""consents":[]"#))
    }

    @Test("A consent needs nothing but the customer, and says what it cannot prove without the text")
    func nothingButCustomer() async throws {
        for body in ["", #"{"id":"c-2"}"#] {
            let given = try await self.send(.post, Self.path, body)
            #expect(given.status == .ok, "\(given.text)")
            #expect(given["textHash"] == nil && given["source"] == nil)
            #expect(given["version"] == .string("1") && given["locale"] == .string("und"))
            #expect(given["storefront"] == .string("ZZZ"))
            #expect(given["givenAt"] == given["recordedAt"])
            guard case .string(let warning)? = given["warning"] else {
                Issue.record("\(given.text)")
                return
            }
            #expect(warning.contains("textHash"))
        }
        let list = try await self.send(.get, Self.path)
        #expect(list["current"] != nil)
    }

    @Test(
        "Each part of the proof may be left out",
        arguments: ["textHash", "version", "locale", "storefront", "givenAt", "source"]
    )
    func missing(field: String) async throws {
        let answer = try await self.send(.post, Self.path, Self.body(without: field))
        #expect(answer.status == .ok, "\(answer.text)")
        #expect((answer["warning"] != nil) == (field == "textHash"))
    }

    @Test("What lies in the future is refused with its field")
    func future() async throws {
        let given = try await self.send(.post, Self.path, Self.body(["givenAt": #""2126-01-01T00:00:00Z""#]))
        #expect(given.code == "consent_in_future" && given["field"] == .string("givenAt"), "\(given.text)")
        #expect(try await self.send(.get, Self.path)["consents"] == .array([]))
        _ = try await self.send(.post, Self.path, Self.body(["id": #""c-1""#]))
        for path in [Self.path, "\(Self.path)/c-1"] {
            let answer = try await self.send(.delete, path + "?withdrawnAt=2126-01-01T00:00:00Z")
            #expect(answer.code == "consent_in_future", "\(answer.text)")
            #expect(answer["field"] == .string("withdrawnAt"))
        }
        #expect(try await self.send(.get, Self.path)["current"] == .string("c-1"))
    }

    @Test("The consent that stands is withdrawn without its id; where none stands, nothing is done")
    func current() async throws {
        let none = try await self.send(.delete, Self.path)
        #expect(none.text == #"{"customer":"anna","nothing":"consent_missing"}"#)
        _ = try await self.send(.post, Self.path, Self.body(["id": #""c-1""#]))
        _ = try await self.send(.post, Self.path, Self.body(["id": #""c-2""#, "givenAt": #""2026-02-02T00:00:00Z""#]))
        guard case .array(let listed)? = try await self.send(.get, Self.path)["consents"] else {
            return #expect(Bool(false), "There is a list.")
        }
        #expect(listed.map { $0["current"] } == [.bool(true), .bool(false)])
        let shown = try await self.send(.delete, Self.path + "?dryRun=true")
        #expect(shown["consent"]?["id"] == .string("c-2") && shown["consent"]?["withdrawnAt"] != nil)
        let done = try await self.send(.delete, Self.path + "?source=mail")
        #expect(done["consent"]?["withdrawalSource"] == .string("mail") && done["nothing"] == nil, "\(done.text)")
        #expect(try await self.send(.delete, Self.path)["nothing"] == .string("consent_missing"))
        let entries = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(entries.isEmpty, "A shop's own calls about consents are not in the audit log.")
    }
}
