import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import PurserHTTP
import PurserTesting
import Testing

@Suite struct APIDocumentTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    @Test("Every route is described, and everything described is a route")
    func routes() {
        let routes = Set(
            // The pages of the dashboard are for people, not for programs.
            self.server.router.routes.filter { $0.method != .head && !$0.path.description.hasPrefix("/dashboard") }.map
            { route in
                let path = route.path.description.split(separator: "/").map { part in
                    part.hasPrefix(":") ? "{\(part.dropFirst())}" : String(part)
                }
                return "\(route.method.rawValue) /" + path.joined(separator: "/")
            }
        )
        let document = APIDocument(PurserRouter.operations).json
        guard case .object(let paths)? = document["paths"], case .string(let from)? = document["x-app-paths"]?["from"],
            case .string(let to)? = document["x-app-paths"]?["to"]
        else { return #expect(Bool(false), "The document has no paths.") }
        var described: Set<String> = []
        for path in paths {
            guard case .object(let methods) = path.value else { continue }
            for method in methods {
                described.insert("\(method.key.uppercased()) \(path.key)")
                guard path.key.hasPrefix(from) else { continue }
                described.insert("\(method.key.uppercased()) \(to)\(path.key.dropFirst(from.count))")
            }
        }
        #expect(described.count > PurserRouter.operations.count)
        #expect(routes.subtracting(described) == [], "Add it to operations in XController+Operations.swift.")
        #expect(described.subtracting(routes) == [], "Nothing answers there.")
    }

    @Test("The document describes keys: how to send one, the customer of an app, and every error")
    func keys() throws {
        let paths = try #require(APIDocument(PurserRouter.operations).json["paths"])
        for operation in PurserRouter.operations where operation.access.needsKey {
            let description = try #require(paths[operation.path]?[operation.method.rawValue])
            func text(_ status: String) -> String {
                guard case .string(let text)? = description["responses"]?[status]?["description"] else { return "" }
                return text
            }
            let isForApps = operation.access == .readInApp || operation.access == .writeInApp
            let security = String(decoding: description["security"]?.json() ?? [], as: UTF8.self)
            let isForKeys = operation.access != .socket
            #expect(security.contains("secretKey") == isForKeys, "\(operation.id)")
            #expect(security.contains("operatorKey") == isForKeys, "\(operation.id)")
            #expect(security.contains("operatorsSocket") == !isForKeys, "\(operation.id)")
            #expect(text("403").contains("`operators_socket_only`") == !isForKeys, "\(operation.id)")
            #expect(security.contains("publishableKey") == isForApps, "\(operation.id)")
            let parameters = String(decoding: description["parameters"]?.json() ?? [], as: UTF8.self)
            #expect(parameters.contains("Purser-Customer-Token") == isForApps, "\(operation.id)")
            for code in ["customer_token_missing", "customer_token_expired", "customer_token_unknown"] {
                #expect(text("401").contains("`\(code)`") == isForApps, "\(operation.id)")
                #expect(!text("403").contains("`\(code)`"), "\(operation.id)")
            }
            #expect(text("403").contains("`publishable_key_not_allowed`") == !isForApps, "\(operation.id)")
        }
        let schemes = try #require(APIDocument(PurserRouter.operations).json["components"]?["securitySchemes"])
        for name in ["secretKey", "publishableKey", "operatorKey", "operatorsSocket"] { #expect(schemes[name] != nil) }
    }

    @Test("The operations fit together: names are unique, forms of one name are one form, paths name their parts")
    func consistency() {
        #expect(APIDocument(PurserRouter.operations).flaws == [])
    }

    @Test("A mistake in the description is found")
    func mistakes() {
        func operation(_ path: String, _ schema: APISchema) -> APIOperation {
            APIOperation(
                .get,
                path,
                id: "one",
                tag: .server,
                access: .read,
                summary: "A summary.",
                answers: [.ok(schema)]
            )
        }
        let flaws = APIDocument([
            operation("/a/{b}", .named("Form", .boolean)), operation("/a/{b}", .named("Form", .string())),
        ]).flaws
        for part in [
            "have the id one", "that another operation describes", "have the name Form", "in its path", "full stop",
        ] {
            #expect(flaws.contains { $0.contains(part) }, "\(part) is missing in \(flaws)")
        }
    }

    @Test("The document is served to every caller with a key, and describes what the router does")
    func served() async throws {
        let answer = try await self.server.send(.get, "/openapi.json")
        #expect(answer.status == .ok)
        #expect(answer["openapi"] == .string("3.1.0"))
        #expect(answer.body == APIDocument(PurserRouter.operations).json)
        let tag = try #require(answer.headers[.eTag])
        let again = try await self.server.send(.get, "/openapi.json", headers: [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
        #expect(again.text == "")
        let without = try await self.server.send(.get, "/openapi.json", key: nil)
        #expect(without.status == .unauthorized)
    }

    @Test("The HTML page names every operation and allows no external resource")
    func page() async throws {
        let answer = try await self.server.send(.get, "/docs")
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        for operation in PurserRouter.operations {
            #expect(answer.text.contains("id=\"\(operation.id)\""))
        }
        let policy = try #require(answer.headers[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
        for part in ["<script", "src=", "href=\"http", "url(", "@import", "style=\""] {
            #expect(!answer.text.contains(part), "\(part) is on the page")
        }
        let refused = try await self.server.send(.get, "/docs", key: nil)
        #expect(refused.status == .unauthorized && refused.text.contains("publicDocuments"))
        let elsewhere = try await self.server.send(.get, "/v1/customers/anna/entitlements", key: nil)
        #expect(elsewhere.status == .unauthorized && !elsewhere.text.contains("publicDocuments"))
    }

    @Test("If the configuration makes them public, both need no key, and the document says so")
    func open() async throws {
        let server = try TestServer(areDocumentsOpen: true)
        let document = try await server.send(.get, "/openapi.json", key: nil)
        #expect(document.status == .ok)
        #expect(document["paths"]?["/docs"]?["get"]?["security"] == .array([]))
        #expect(document["paths"]?["/v1/purchases"]?["post"]?["security"] != .array([]))
        #expect(try await server.send(.get, "/docs", key: nil).status == .ok)
    }

    @Test("An answer that is not as described is found")
    func contract() {
        func response(_ text: String, _ status: HTTPResponse.Status = .ok) -> TestServer.TestResponse {
            TestServer.TestResponse(
                status: status,
                headers: [.contentType: "application/json"],
                text: text,
                body: try? JSONValue(json: Array(text.utf8))
            )
        }
        let good = #"{"customer":"a","environment":"Production","transactions":[]}"#
        let path = "/v1/customers/a/transactions?environment=Production"
        #expect(APIContract.flaws(.get, path, response(good)) == [])
        for bad in [
            "{}", "[]", good.replacing("Production", with: "production"), good.replacing("[]", with: "[1]"),
            good.replacing("{", with: #"{"more":1,"#),
        ] {
            #expect(!APIContract.flaws(.get, path, response(bad)).isEmpty, "\(bad)")
        }
        #expect(!APIContract.flaws(.get, path, response(good, .accepted)).isEmpty)
    }
}
