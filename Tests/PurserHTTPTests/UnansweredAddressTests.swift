import HTTPTypes
import Testing

/// What the framework answers itself is a problem document like any other.
@Suite struct UnansweredAddressTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    @Test(
        "A method that an address does not answer gets a 405 that names those it does",
        arguments: [
            ("DELETE", "/v1/purchases", "POST"), ("TRACE", "/health/live", "GET, HEAD"),
            ("OPTIONS", "/v1/customers/anna/entitlements", "GET, HEAD"), ("POST", "/docs", "GET, HEAD"),
            ("PATCH", "/v1/apps/shop/purchases", "POST"), ("BREW", "/openapi.json", "GET, HEAD"),
        ]
    )
    func methods(method: String, path: String, allowed: String) async throws {
        let answer = try await self.server.send(try #require(HTTPRequest.Method(method)), path)
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.code == "method_not_allowed")
        #expect(answer.headers[.allow] == allowed)
    }

    @Test(
        "An unknown address gets a 404, with any content",
        arguments: [
            "/", "/v1", "/v2/purchases", "/v1/purchases/1", "//", "/%", "/%zz", "/v1/%00", "/..%2f..%2fetc%2fpasswd",
            "/" + String(repeating: "a", count: 4000), "/" + String(repeating: "a/", count: 500),
        ]
    )
    func nowhere(path: String) async throws {
        for method in [HTTPRequest.Method.get, .post, .delete] {
            let answer = try await self.server.send(method, path)
            #expect(answer.status == .notFound)
            #expect(answer.code == "not_found")
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
    }

    @Test("A part of a path that is no text, or holds what no id may, is named as the mistake")
    func encoding() async throws {
        for part in ["%", "%zz", "%ff", "%00", "a%0Ab", String(repeating: "a", count: 256)] {
            let answer = try await self.server.send(.get, "/v1/customers/\(part)/entitlements")
            #expect(answer.status == .unprocessableContent, "\(part): \(answer.text)")
            #expect(answer.code == "customer_invalid")
        }
    }

    @Test("HEAD is supported wherever GET is, and has no body")
    func heads() async throws {
        for path in ["/health/live", "/openapi.json", "/v1/customers/anna/entitlements"] {
            let answer = try await self.server.send(.head, path)
            #expect(answer.status == .ok)
            #expect(answer.text == "")
        }
        #expect(try await self.server.send(.head, "/openapi.json", key: nil).status == .unauthorized)
    }
}
