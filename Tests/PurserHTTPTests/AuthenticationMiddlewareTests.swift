import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct AuthenticationMiddlewareTests {
    private static let entitlements = "/v1/customers/anna/entitlements"

    let stage: AuthenticationStage

    init() throws {
        self.stage = try AuthenticationStage()
    }

    @Test("A missing, an unknown and a revoked key have different codes")
    func refusals() async throws {
        let key = try await self.stage.key(.secret([.read]))
        #expect(try await self.stage.send(.get, Self.entitlements, key: key).status == .ok)
        let missing = try await self.stage.send(.get, Self.entitlements, key: nil)
        #expect(missing.status == .unauthorized)
        #expect(missing.code == "key_missing")
        #expect(missing.headers[.wwwAuthenticate] == "Bearer")
        // A key with one character changed, and one that has the form but was never made.
        let changed = String(key.dropLast()) + (key.last == "A" ? "B" : "A")
        let foreign = AccessKeyFormat.secret.make(randomBytes: Array(repeating: 7, count: 32))
        for wrong in [changed, foreign, "x"] {
            let answer = try await self.stage.send(.get, Self.entitlements, key: wrong)
            #expect(answer.status == .unauthorized)
            #expect(answer.code == "key_unknown")
        }
        let made = try #require(try await self.stage.keys.list(of: nil, limit: 1).first)
        _ = try await self.stage.keys.revoke(made.id, by: "test")
        let revoked = try await self.stage.send(.get, Self.entitlements, key: key)
        #expect(revoked.status == .unauthorized)
        #expect(revoked.code == "key_revoked")
    }

    @Test("A key that another process revokes counts for some seconds more, and then no longer")
    func elsewhere() async throws {
        let key = try await self.stage.key(.secret([.read]))
        #expect(try await self.stage.send(.get, Self.entitlements, key: key).status == .ok)
        let made = try #require(try await self.stage.keys.list(of: nil, limit: 1).first)
        let revocation = AccessKey.Revocation(at: self.stage.wall.now(), by: "elsewhere")
        _ = try await self.stage.shop.repository.write { unit in try unit.revokeAccessKey(made.id, revocation) }
        #expect(try await self.stage.send(.get, Self.entitlements, key: key).status == .ok)
        self.stage.pass(AccessKeyService.freshness)
        #expect(try await self.stage.send(.get, Self.entitlements, key: key).code == "key_revoked")
    }

    @Test(
        "A key does what its scopes or role say, and nothing else",
        arguments: [
            (AccessKey.Grant.secret([.read]), true, false), (.secret([.write]), false, false),
            (.secret([.admin]), false, true), (.operator(.viewer), true, false), (.operator(.finance), true, false),
            (.operator(.support), true, false), (.operator(.admin), true, true), (.publishable, false, false),
        ] as [(AccessKey.Grant, Bool, Bool)]
    )
    func scopes(grant: AccessKey.Grant, reads: Bool, administers: Bool) async throws {
        let key = try await self.stage.key(grant)
        let read = try await self.stage.send(.get, Self.entitlements, key: key)
        #expect((read.status == .ok) == reads)
        let keys = try await self.stage.send(.get, "/v1/keys", key: key)
        #expect((keys.status == .ok) == administers)
        if !administers { #expect(keys.status == .forbidden) }
    }

    @Test("The file of a report has the rows of all apps of the vendor, so only a key that may do everything reads it")
    func reportFile() async throws {
        for grant in [AccessKey.Grant.secret([.read]), .secret([.read, .write]), .operator(.viewer)] {
            let key = try await self.stage.key(grant)
            #expect(try await self.stage.send(.get, "/v1/reports/1/file", key: key).status == .forbidden)
        }
        let key = try await self.stage.key(.secret([.admin]))
        #expect(try await self.stage.send(.get, "/v1/reports/1/file", key: key).code == "report_unknown")
    }

    @Test("A key of one app needs no app in the address, may name its own, and never another")
    func apps() async throws {
        let key = try await self.stage.key(.secret([.read]))
        #expect(try await self.stage.send(.get, "/v1/apps/shop/customers/anna/entitlements", key: key).status == .ok)
        for bearer in [key, TestServer.key] {
            let other = try await self.stage.send(.get, "/v1/apps/other/customers/anna/entitlements", key: bearer)
            #expect(other.status == .forbidden)
            #expect(other.code == "app_not_allowed")
        }
    }

    @Test("A key of all apps names the app in the address, and finds the same routes there")
    func installation() async throws {
        for grant in [AccessKey.Grant.secret([.read]), .operator(.viewer)] {
            let key = try await self.stage.key(grant, app: nil)
            let none = try await self.stage.send(.get, Self.entitlements, key: key)
            #expect(none.status == .badRequest)
            #expect(none.code == "app_missing")
            for app in ["shop", "other"] {
                let answer = try await self.stage.send(.get, "/v1/apps/\(app)/customers/anna/entitlements", key: key)
                #expect(answer.status == .ok)
            }
            let unknown = try await self.stage.send(.get, "/v1/apps/nobody/customers/anna/entitlements", key: key)
            #expect(unknown.status == .notFound)
            #expect(unknown.code == "app_unknown")
        }
    }

    @Test("What one app's key submits is not another app's")
    func separation() async throws {
        let compact = try self.stage.shop.authority.sign(SamplePayloads.transaction()).bytes
        let body = #"{"customer":"anna","signedTransaction":"\#(String(decoding: compact, as: UTF8.self))"}"#
        let mine = try await self.stage.key(.secret([.read, .write]))
        let other = try await self.stage.key(.secret([.read]), app: "other")
        #expect(try await self.stage.send(.post, "/v1/purchases", key: mine, body: body).status == .ok)
        #expect(try await self.stage.send(.get, Self.entitlements, key: mine).text.contains(#""active":true"#))
        #expect(!(try await self.stage.send(.get, Self.entitlements, key: other).text.contains("active")))
    }

    @Test("The last use of a key is written down to the minute")
    func lastUse() async throws {
        let key = try await self.stage.key(.secret([.read]))
        _ = try await self.stage.send(.get, Self.entitlements, key: key)
        #expect(try await self.stage.keys.writeUses() == 1)
        self.stage.pass(.seconds(20))
        _ = try await self.stage.send(.get, Self.entitlements, key: key)
        #expect(try await self.stage.keys.writeUses() == 0)
        let made = try #require(try await self.stage.keys.list(of: nil, limit: 1).first)
        let used = try #require(made.lastUsedAt)
        #expect(used.milliseconds % 60_000 == 0)
        #expect(used <= self.stage.wall.now())
    }
}
