import AppStore
import AsyncHTTPClient
import Foundation
import NIOHTTP1
import PurserTesting
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct KeysCommandTests {
    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
    }

    private func purser(_ arguments: String...) throws -> Binary.Run {
        try self.shop.run(arguments)
    }

    private func entitlements(_ server: RunningServer, key: String) async throws -> Int {
        try await ServerCalls(url: server.calls.url, key: key).send("/v1/customers/anna/entitlements").status
    }

    @Test("A key that is made before the server starts opens it, and no longer once it is revoked while it runs")
    func life() async throws {
        // The database is made by the first start.
        let first = try RunningServer(in: self.shop.folder)
        #expect(first.end(SIGTERM) == 0)
        let made = try self.purser(
            "keys",
            "create",
            "secret",
            "--app",
            "shop",
            "--scope",
            "read",
            "--name",
            "reports",
            "--json"
        )
        #expect(made.status == 0)
        let body = try JSONValue(json: Array(made.output.trimmingCharacters(in: .newlines).utf8))
        guard case .string(let key)? = body["key"], case .string(let id)? = body["id"] else {
            Issue.record("No key: \(made.output)")
            return
        }
        let server = try RunningServer(in: self.shop.folder)
        #expect(try await self.entitlements(server, key: key) == 200)
        let list = try self.purser("keys", "list")
        #expect(list.output.contains(id))
        #expect(!list.output.contains(key))
        let another = try self.purser("keys", "create", "operator", "--role", "viewer", "--name", "ada")
        #expect(another.status == 0)
        #expect(another.lines.first?.hasPrefix("purser_op_") == true)
        let revoked = try self.purser("keys", "revoke", id, "--reason", "no more reports")
        #expect(revoked.status == 0)
        let again = try self.purser("keys", "revoke", id)
        #expect(again.status == 3 && again.complaints.contains("key_already_revoked"), "\(again.complaints)")
        #expect(try await self.entitlements(server, key: key) == 401)
        let audit = try self.purser("audit", "list")
        #expect(audit.output.contains("key.create"))
        #expect(audit.output.contains("key.revoke"))
        #expect(audit.output.contains("no more reports"))
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("A key that cannot be made or is not there is refused with a reason")
    func mistakes() throws {
        let first = try RunningServer(in: self.shop.folder)
        let unknown = try self.purser("keys", "revoke", "key_0")
        #expect(unknown.status == 1)
        #expect(unknown.complaints.contains("key_not_found"))
        #expect(first.end(SIGTERM) == 0)
        #expect(try self.purser("keys", "revoke", "key_0").status == 1)
        #expect(try self.purser("keys", "create", "secret", "--name", "a").status == 64)
        #expect(try self.purser("keys", "create", "publishable", "--scope", "read", "--name", "a").status == 64)
        let app = try self.purser("keys", "create", "publishable", "--app", "shp", "--name", "a")
        #expect(app.status == 64)
        #expect(app.complaints.contains(#"Did you mean "shop"?"#))
        let title = try self.purser("keys", "create", "publishable", "--name", "")
        #expect(title.status == 64)
        #expect(title.complaints.contains("key_name_invalid"))
    }
}
