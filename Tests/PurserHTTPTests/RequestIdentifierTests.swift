import AppStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct RequestIdentifierTests {
    private static let header = HTTPField.Name(RequestIdentifier.header)

    @Test(
        "Every answer has the request's id, and a problem document has the same",
        arguments: ["/health/live", "/v1/products", "/nowhere", "/v1/customers/nobody/wallets/none"]
    )
    func everyAnswer(path: String) async throws {
        let header = try #require(Self.header)
        for key in [TestServer.key, nil] {
            let response = try await TestServer().send(.get, path, key: key)
            let name = try #require(response.headers[header])
            #expect(RequestIdentifier(brought: name) != nil)
            if response.status.code >= 400 { #expect(response["requestId"] == .string(name)) }
        }
    }

    @Test("Two requests have two ids")
    func two() async throws {
        let header = try #require(Self.header)
        let names = try await TestServer().run { client in
            [
                try await client.send(.get, "/health/live", key: nil).headers[header],
                try await client.send(.get, "/health/live", key: nil).headers[header],
            ]
        }
        #expect(names[0] != names[1])
    }

    @Test("A caller's own short id of harmless characters is taken over; any other is replaced")
    func brought() async throws {
        let header = try #require(Self.header)
        let longest = String(repeating: "a", count: RequestIdentifier.lengthLimit)
        for name in ["7", "Checkout-42.retry_1", longest] {
            let response = try await TestServer().send(.get, "/nowhere", headers: [header: name])
            #expect(response.headers[header] == name)
            #expect(response["requestId"] == .string(name))
        }
        for name in ["", longest + "a", "a b", "a,b", "x\u{1B}[2J", "ä", #"{"a":1}"#, "a=b"] {
            let response = try await TestServer().send(.get, "/nowhere", headers: [header: name])
            let given = try #require(response.headers[header])
            #expect(given != name)
            #expect(RequestIdentifier(brought: given) != nil)
        }
        var twice = HTTPFields()
        twice.append(HTTPField(name: header, value: "one"))
        twice.append(HTTPField(name: header, value: "two"))
        let given = try await TestServer().send(.get, "/nowhere", headers: twice).headers[header]
        #expect(given != "one" && given != "two")
    }

    @Test("What the parser refuses has an id too")
    func parser() async throws {
        let answer = try #require(try await RawConversation.answers(to: ["What is this?\r\n\r\n"]).first)
        let line = try #require(
            answer.split(whereSeparator: \.isNewline).first {
                $0.lowercased().hasPrefix(RequestIdentifier.header + ":")
            }
        )
        let name = line.drop { $0 != ":" }.dropFirst().filter { $0 != " " }
        #expect(RequestIdentifier(brought: name) != nil)
        #expect(answer.contains(#""requestId":"\#(name)""#))
    }

    @Test("Every line of the log about a request has its id, also where others than the routes write it")
    func lines() async throws {
        let header = try #require(Self.header)
        let log = RecordedLog()
        try await Application(router: try TestServer().router, logger: log.logger).test(.router) { client in
            let client = TestServer.Client(client: client)
            let response = try await client.send(
                .post,
                "/apple/shop/notifications",
                key: nil,
                headers: [header: "from-outside"],
                body: Array(#"{"signedPayload":"a.b.c"}"#.utf8)
            )
            #expect(response.status.code >= 400)
        }
        let lines = log.lines.filter { $0.level == .warning || $0.message == "A request was completed." }
        #expect(lines.count == 2)
        for line in lines { #expect(line.metadata[RequestIdentifier.key] == "from-outside") }
        #expect(lines.allSatisfy { $0.metadata["hb.request.id"] == nil })
        // Everything that parts of the server log meanwhile, which know nothing of requests.
        RequestIdentifier.$current.withValue(RequestIdentifier(made: "inside")) {
            #expect(RequestIdentifier.metadata.get()[RequestIdentifier.key] == "inside")
        }
        #expect(RequestIdentifier.metadata.get().isEmpty)
    }
}
