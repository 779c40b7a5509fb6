import AppStore
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// What the description of the API, the page about it and the server say of who may do what is one and the same.
@Suite struct ScopeTests {
    /// The routes below `/v1`, each with what the description names as its scope, and whether apps may call it.
    private static var described: [(operation: APIOperation, scope: String, isForApps: Bool)] {
        get throws {
            let paths = try #require(APIDocument(PurserRouter.operations).json["paths"])
            return try PurserRouter.operations.compactMap { operation in
                let description = try #require(paths[operation.path]?[operation.method.rawValue])
                guard case .array(let schemes)? = description["security"] else { return nil }
                let scopes = schemes.compactMap { scheme -> String? in
                    guard case .array(let scopes)? = scheme["secretKey"], case .string(let scope)? = scopes.first else {
                        return nil
                    }
                    return scope
                }
                guard let scope = scopes.first else { return nil }
                return (operation, scope, schemes.contains { $0["publishableKey"] != nil })
            }
        }
    }

    @Test(
        "The scope that the description names is the one that is enforced, and no other does",
        arguments: AccessScope.allCases
    )
    func enforced(scope: AccessScope) async throws {
        let shop = try TestShop()
        let keys = AccessKeyService(repository: shop.repository, ambient: shop.ambient, apps: [shop.app.name])
        let server = try TestServer(shop: shop, sleep: { _ in })
        let draft = try AccessKeyDraft(app: shop.app.name, grant: .secret([scope]), title: "test")
        let key = try await keys.create(draft, by: "test").text
        let described = try Self.described
        #expect(described.count > 100)
        try await server.run { client in
            for (operation, needed, _) in described {
                let path = operation.path.replacing(/\{[^}]*\}/, with: "1")
                let method = try #require(HTTPRequest.Method(operation.method.rawValue.uppercased()))
                let answer = try await client.send(method, path, key: key, body: Array("{}".utf8))
                let isRefused = answer.code == "key_not_allowed"
                #expect(isRefused == (needed != scope.rawValue), "\(operation.id): \(needed)")
            }
        }
    }

    @Test("Whose a purchase is, decides a key that may change how the shop works")
    func ownership() throws {
        for id in ["transferPurchase", "retireCustomer", "undoOwnershipChange"] {
            let operation = try #require(PurserRouter.operations.first { $0.id == id })
            #expect(operation.access == .admin)
        }
    }

    @Test("The page names the same callers as the description")
    func page() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/reference/http.md")
        var callers: [String: String] = [:]
        for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
            guard let row = line.wholeMatch(of: /\| `([A-Z]+ \/v1\/[^`]*)` \| ([^|]*) \|.*/) else { continue }
            callers[String(row.1)] = String(row.2)
        }
        for (operation, scope, isForApps) in try Self.described {
            let route = "\(operation.method.rawValue.uppercased()) \(operation.path)"
            let caller = try #require(callers[route], "\(route)")
            #expect((caller == "admin") == (scope == "admin"), "\(route): \(caller)")
            #expect((caller == "app" || caller.hasSuffix(", app")) == isForApps, "\(route): \(caller)")
        }
    }
}
