import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct AccessKeyControllerTests {
    let stage: AuthenticationStage

    init() throws {
        self.stage = try AuthenticationStage()
    }

    @Test("A key is made, shown once, listed without itself, used, and revoked")
    func life() async throws {
        let made = try await self.stage.send(
            .post,
            "/v1/keys",
            key: TestServer.key,
            body: #"{"kind":"secret","scopes":["read"],"name":"reports","reason":"for the reports"}"#
        )
        #expect(made.status == .created)
        #expect(made.headers[.cacheControl] == "no-store")
        guard case .string(let text)? = made["key"], case .string(let id)? = made["id"] else {
            Issue.record("No key: \(made.text)")
            return
        }
        #expect(AccessKeyFormat(of: Array(text.utf8)) == .secret)
        #expect(made["app"] == .string("shop"))
        let list = try await self.stage.send(.get, "/v1/keys", key: TestServer.key)
        #expect(list.text.contains(id))
        #expect(!list.text.contains(text))
        let path = "/v1/customers/anna/entitlements"
        #expect(try await self.stage.send(.get, path, key: text).status == .ok)
        let revoked = try await self.stage.send(.delete, "/v1/keys/\(id)", key: TestServer.key)
        #expect(revoked.status == .ok)
        #expect(revoked["revokedBy"] == .string("secret key"))
        #expect(try await self.stage.send(.get, path, key: text).code == "key_revoked")
        let actions = try await self.stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
            .map(\.action)
        #expect(actions == [.keyCreate, .keyRevoke])
    }

    @Test(
        "A wrong request for a key names the field and makes none",
        arguments: [
            (#"{}"#, "field_missing", "kind"), (#"{"kind":"x","name":"a"}"#, "field_wrong_type", "kind"),
            (#"{"kind":"secret"}"#, "field_missing", "name"),
            (#"{"kind":"secret","name":"a"}"#, "key_scopes_missing", "scopes"),
            (#"{"kind":"secret","name":"a","scopes":["all"]}"#, "field_wrong_type", "scopes"),
            (#"{"kind":"secret","name":"a","scopes":"read"}"#, "field_wrong_type", "scopes"),
            (#"{"kind":"secret","name":"","scopes":["read"]}"#, "key_name_invalid", "name"),
            (#"{"kind":"secret","name":"a\n","scopes":["read"]}"#, "key_name_invalid", "name"),
            (#"{"kind":"publishable","name":"a","scopes":["read"]}"#, "field_wrong_type", "scopes"),
            (#"{"kind":"publishable","name":"a","role":"admin"}"#, "field_wrong_type", "role"),
            (#"{"kind":"publishable","name":"a","app":"other"}"#, "app_not_allowed", "app"),
            (#"{"kind":"operator","name":"a","role":"admin"}"#, "key_not_allowed", "kind"),
            (#"{"kind":"operator","name":"a"}"#, "field_missing", "role"),
            (#"{"kind":"secret","name":"a","scopes":["read"],"scope":"x"}"#, "field_unknown", "scope"),
        ]
    )
    func mistakes(body: String, code: String, field: String) async throws {
        let answer = try await self.stage.send(.post, "/v1/keys", key: TestServer.key, body: body)
        #expect(answer.code == code)
        #expect(answer["field"] == .string(field))
        #expect(try await self.stage.keys.list(of: nil, limit: 9).isEmpty)
    }

    @Test("An operator who administers makes keys of all apps, and keys of one below its address")
    func operators() async throws {
        let admin = try await self.stage.key(.operator(.admin), app: nil)
        let body = #"{"kind":"operator","role":"support","name":"ada"}"#
        let all = try await self.stage.send(.post, "/v1/keys", key: admin, body: body)
        #expect(all.status == .created)
        #expect(all["app"] == nil)
        let one = try await self.stage.send(.post, "/v1/apps/other/keys", key: admin, body: body)
        #expect(one["app"] == .string("other"))
        let nobody = try await self.stage.send(
            .post,
            "/v1/keys",
            key: admin,
            body: #"{"kind":"publishable","name":"x","app":"nobody"}"#
        )
        #expect(nobody.code == "app_unknown")
        let unbound = try await self.stage.send(
            .post,
            "/v1/keys",
            key: admin,
            body: #"{"kind":"publishable","name":"x"}"#
        )
        #expect(unbound.code == "app_missing")
    }

    @Test(
        "A key gives no scope that it does not have itself",
        arguments: [
            ("[\"admin\"]", true), ("[\"read\"]", false), ("[\"admin\",\"write\"]", false),
            ("[\"read\",\"write\",\"admin\"]", false),
        ]
    )
    func subset(scopes: String, isAllowed: Bool) async throws {
        let admin = try await self.stage.key(.secret([.admin]))
        let answer = try await self.stage.send(
            .post,
            "/v1/keys",
            key: admin,
            body: #"{"kind":"secret","name":"more","scopes":\#(scopes)}"#
        )
        #expect(answer.status == (isAllowed ? .created : .forbidden))
        if !isAllowed {
            #expect(answer.code == "key_not_allowed")
            #expect(answer["field"] == .string("scopes"))
        }
        #expect(try await self.stage.keys.list(of: nil, limit: 9).count == (isAllowed ? 2 : 1))
    }

    @Test("The key of an app neither sees nor revokes keys of another app, or of all")
    func separation() async throws {
        _ = try await self.stage.key(.publishable, app: "other")
        _ = try await self.stage.key(.operator(.viewer), app: nil)
        for key in try await self.stage.keys.list(of: nil, limit: 9) {
            let answer = try await self.stage.send(.delete, "/v1/keys/\(key.id)", key: TestServer.key)
            #expect(answer.status == .notFound)
            #expect(answer.code == "key_not_found")
        }
        let list = try await self.stage.send(.get, "/v1/keys", key: TestServer.key)
        #expect(list.text == #"{"keys":[]}"#)
    }

    @Test("Keys come page by page")
    func pages() async throws {
        for _ in 0..<5 { _ = try await self.stage.key(.publishable) }
        var seen: [JSONValue] = []
        var cursor = ""
        repeat {
            let page = try await self.stage.send(.get, "/v1/keys?limit=2\(cursor)", key: TestServer.key)
            guard case .array(let keys)? = page["keys"] else { break }
            seen += keys.compactMap { $0["id"] }
            guard case .string(let next)? = page["next"] else { break }
            cursor = "&cursor=\(next)"
        } while seen.count < 9
        #expect(seen.count == 5)
        #expect(Set(seen).count == 5)
        #expect(try await self.stage.send(.get, "/v1/keys?limit=0", key: TestServer.key).code == "field_wrong_type")
    }
}
