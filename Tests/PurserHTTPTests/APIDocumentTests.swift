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
            self.server.router.routes.filter { $0.method != .head }.map { route in
                let path = route.path.description.split(separator: "/").map { part in
                    part.hasPrefix(":") ? "{\(part.dropFirst())}" : String(part)
                }
                return "\(route.method.rawValue) /" + path.joined(separator: "/")
            }
        )
        .filter { !$0.contains(" /v1/apps/{app}/") }
        let described = Set(PurserRouter.operations.map { "\($0.method.rawValue.uppercased()) \($0.path)" })
        #expect(routes.subtracting(described) == [], "Add it to operations in XRoutes+Operations.swift.")
        #expect(described.subtracting(routes) == [], "Nothing answers there.")
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
        for part in ["called one", "describes what another", "called Form", "in its path", "full stop"] {
            #expect(flaws.contains { $0.contains(part) }, "\(part) is missing in \(flaws)")
        }
    }

    @Test("The document is served to whoever has a key, and says what the router does")
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

    @Test("The page for people names every operation and lets nothing from elsewhere in")
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
        #expect(try await self.server.send(.get, "/docs", key: nil).status == .unauthorized)
    }

    @Test("Where the configuration opens them, both are for anybody, and the document says so")
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
        func exchange(_ text: String, _ status: HTTPResponse.Status = .ok) -> TestServer.Exchange {
            TestServer.Exchange(
                status: status,
                headers: [.contentType: "application/json"],
                text: text,
                body: try? JSONValue(json: Array(text.utf8))
            )
        }
        let good = #"{"customer":"a","environment":"Production","transactions":[]}"#
        let path = "/v1/customers/a/transactions?environment=Production"
        #expect(APIContract.flaws(.get, path, exchange(good)) == [])
        for bad in [
            "{}", "[]", good.replacing("Production", with: "production"), good.replacing("[]", with: "[1]"),
            good.replacing("{", with: #"{"more":1,"#),
        ] {
            #expect(!APIContract.flaws(.get, path, exchange(bad)).isEmpty, "\(bad)")
        }
        #expect(!APIContract.flaws(.get, path, exchange(good, .accepted)).isEmpty)
    }
}
