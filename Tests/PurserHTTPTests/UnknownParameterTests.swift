import AppStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Ledger
import Logging
import NIOCore
import PurserHTTP
import PurserService
import PurserTesting
import Testing

/// A name in the query that an address does not know is refused everywhere, before anything is looked at or done.
@Suite struct UnknownParameterTests {
    private let server: TestServer

    init() throws {
        self.server = try TestServer(sleep: { _ in })
    }

    /// The routes of a router as addresses, with `1` for what is data.
    private static func addresses<Context>(
        of router: Router<Context>
    ) -> [(method: HTTPRequest.Method, address: String)] {
        router.routes.map { route in
            let parts = route.path.description.split(separator: "/")
                .map { $0.hasPrefix(":") || $0.hasPrefix("{") ? "1" : String($0) }
            return (route.method, "/" + parts.joined(separator: "/"))
        }
    }

    @Test("Every route of the API refuses a parameter that it does not know, with an app in the path and without")
    func routes() async throws {
        let routes = Self.addresses(of: self.server.router).filter { $0.address.hasPrefix("/v1/") }
        #expect(routes.count > 200)
        try await self.server.run { client in
            for route in routes {
                let address = route.address + "?unheard=1"
                let answer = try await client.send(route.method, address, key: TestServer.key, body: Array("{}".utf8))
                #expect(answer.status == .unprocessableContent, "\(route)")
                if route.method != .head {
                    #expect(answer.code == "parameter_unknown", "\(route)")
                    #expect(answer["field"] == .string("unheard"), "\(route)")
                }
            }
        }
    }

    @Test("Every parameter that the description names is known where it is described")
    func described() async throws {
        try await self.server.run { client in
            for operation in PurserRouter.operations where operation.path.hasPrefix("/v1/") {
                let path = operation.path.replacing(/\{[^}]*\}/, with: "1")
                let method = try #require(HTTPRequest.Method(operation.method.rawValue.uppercased()))
                for parameter in operation.parameters where parameter.place == .query {
                    // The last name is unknown, so that nothing is done.
                    let address = "\(path)?\(parameter.name)=1&unheard=1"
                    let answer = try await client.send(method, address, key: TestServer.key)
                    #expect(answer["field"] == .string("unheard"), "\(operation.id): \(parameter.name)")
                }
            }
        }
    }

    @Test(
        "The nearest parameter is named, or all that there are",
        arguments: [
            ("/v1/customers/anna/entitlements?env=Sandbox", "Did you mean environment?"),
            ("/v1/customers/anna/entitlements?enviroment=Sandbox", "Did you mean environment?"),
            ("/v1/events?lmit=5", "Did you mean limit?"), ("/v1/events?Cursor=5", "Did you mean cursor?"),
            ("/v1/entitlements?limit=5", "This address has none."),
            (
                "/v1/events?=5",
                "Use limit, cursor, type, environment, product, storefront, currency, from, order, since, until."
            ),
        ]
    )
    func nearest(target: String, says: String) async throws {
        let answer = try await self.server.send(.get, target)
        #expect(answer.code == "parameter_unknown")
        #expect(answer.text.contains("There is no parameter of this name here. \(says)"), "\(answer.text)")
    }

    @Test("Apple's addresses, health and the documents take what they are sent")
    func others() async throws {
        #expect(try await self.server.send(.get, "/health/live?unheard=1", key: nil).status == .ok)
        #expect(try await self.server.send(.get, "/openapi.json?unheard=1").status == .ok)
        let apple = try await self.server.send(.post, "/apple/shop/notifications?unheard=1", key: nil)
        #expect(apple.status == .badRequest && apple.code != "parameter_unknown")
    }
}
