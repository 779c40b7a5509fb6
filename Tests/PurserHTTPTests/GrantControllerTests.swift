import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserTesting
import Testing

@Suite struct GrantControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    private static let path = "/v1/customers/anna/grants"

    private func create(_ json: String) async throws -> TestServer.TestResponse {
        try await self.server.send(.post, Self.path, body: Array(json.utf8))
    }

    @Test("A grant gives its entitlement until it ends, rests on no transaction, and is in the audit log")
    func granted() async throws {
        let made = try await self.create(
            #"{"entitlement":"pro","until":"2026-03-02T12:00:00Z","reason":"an apology"}"#
        )
        #expect(made.status == .created)
        #expect(made["state"] == .string("active"))
        #expect(made["grantedBy"] == .string("secret key"))
        let path = "/v1/customers/anna/entitlements"
        let now = try await self.server.send(.get, path)
        #expect(
            now.text.contains(
                #"{"active":true,"environment":"Production","name":"pro","paidTwice":false,"reason":"granted","#
                    + #""since":"2026-03-01T12:00:00.000Z","state":"active","transactions":[],"#
                    + #""until":"2026-03-02T12:00:00.000Z","willRenew":"no"}"#
            ),
            "\(now.text)"
        )
        self.server.shop.setNow(Instant(milliseconds: SamplePayloads.signedAt.milliseconds + 2 * 86_400_000))
        #expect(try await self.server.send(.get, path).text.contains(#""state":"expired""#))
        let audit = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(audit.map(\.action) == [.grantCreate])
        #expect(audit.map(\.reason?.text) == ["an apology"])
        #expect(audit.allSatisfy { !$0.details.values.contains("anna") }, "The log names no customer.")
    }

    @Test("A grant that is revoked gives nothing any more and stays listed")
    func revoked() async throws {
        let made = try await self.create(#"{"entitlement":"pro","reason":"an apology"}"#)
        guard case .string(let id)? = made["id"] else { return #expect(Bool(false), "\(made.text)") }
        let unknown = try await self.server.send(.delete, Self.path + "/grant_1?reason=none")
        #expect(unknown.code == "grant_unknown")
        let unexplained = try await self.server.send(.delete, Self.path + "/\(id)")
        #expect(unexplained.code == "field_missing")
        for nothing in [nil, "grant_already_revoked"] {
            let revoked = try await self.server.send(.delete, Self.path + "/\(id)?reason=a%20mistake")
            #expect(revoked["nothing"] == nothing.map { .string($0) })
            #expect(revoked["state"] == .string("revoked"))
            #expect(revoked["revokedReason"] == .string("a mistake"))
        }
        let entitlements = try await self.server.send(.get, "/v1/customers/anna/entitlements")
        #expect(
            entitlements.text.contains(#""active":false"#) && entitlements.text.contains(#""reason":"grant_revoked""#)
        )
        let list = try await self.server.send(.get, Self.path)
        #expect(list.text.contains(id))
        let audit = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(audit.map(\.action) == [.grantCreate, .grantRevoke, .grantRevoke])
        #expect(audit.map(\.outcome) == [.done, .done, .nothing])
    }

    @Test("A preview grants nothing, revokes nothing, and returns the same errors as the action")
    func previews() async throws {
        let body = #"{"entitlement":"pro","until":"2026-03-02T12:00:00Z","reason":"an apology"}"#
        let shown = try await self.server.operate(.post, "customers/anna/grants?dryRun=true", body)
        #expect(shown.status == .ok && shown["until"] == .string("2026-03-02T12:00:00.000Z"), "\(shown.text)")
        let unknown = try await self.server.operate(
            .post,
            "customers/anna/grants?dryRun=true",
            #"{"entitlement":"gold","reason":"x"}"#
        )
        #expect(unknown.code == "entitlement_unknown", "\(unknown.text)")
        #expect(try await self.server.send(.get, Self.path).text == #"{"customer":"anna","grants":[]}"#)

        let made = try await self.server.operate(.post, "customers/anna/grants", body)
        #expect(made.status == .created && made["grantedBy"] == .string(OperatorPeer.current.name), "\(made.text)")
        guard case .string(let id)? = made["id"] else { return #expect(Bool(false), "\(made.text)") }
        let kept = try await self.server.operate(.delete, "customers/anna/grants/\(id)?reason=x&dryRun=true")
        #expect(kept.status == .ok && kept["state"] == .string("active"), "\(kept.text)")
        let missing = try await self.server.operate(.delete, "customers/anna/grants/grant_0?reason=x&dryRun=true")
        #expect(missing.status == .notFound && missing.code == "grant_unknown", "\(missing.text)")
        let audit = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(audit.map(\.action) == [.grantCreate], "A preview is no action.")
        #expect(audit.map(\.operatorName) == [OperatorPeer.current.name])
    }

    @Test(
        "What cannot be granted is refused with its field",
        arguments: [
            (#"{"entitlement":"gold","reason":"x"}"#, "entitlement_unknown", "entitlement"),
            (#"{"entitlement":"pro"}"#, "field_missing", "reason"),
            (#"{"reason":"x"}"#, "field_missing", "entitlement"),
            (#"{"entitlement":"pro","reason":""}"#, "grant_reason_missing", "reason"),
            (#"{"entitlement":"pro","reason":"x","until":"tomorrow"}"#, "instant_invalid", "until"),
            (#"{"entitlement":"pro","reason":"x","until":"2026-03-01T12:00:00Z"}"#, "grant_period_empty", "until"),
            (
                #"{"entitlement":"pro","reason":"x","from":"2026-05-01T12:00:00Z","until":"2026-04-01T12:00:00Z"}"#,
                "grant_period_empty", "until"
            ),
            (#"{"entitlement":"pro","reason":"x","for":"good"}"#, "field_unknown", "for"),
        ]
    )
    func refused(json: String, code: String, field: String) async throws {
        let answer = try await self.create(json)
        #expect(answer.status == .unprocessableContent)
        #expect(answer.code == code)
        #expect(answer["field"] == .string(field))
        #expect(try await self.server.send(.get, Self.path).text == #"{"customer":"anna","grants":[]}"#)
    }
}
