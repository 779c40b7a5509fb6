import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserTesting
import Testing

@Suite struct ETagMiddlewareTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    /// Reads about a customer besides the entitlements.
    private static let paths = [
        "", "/transactions", "/subscriptions", "/timeline", "/transfers", "/consents", "/grants",
        "/introductory-eligibility",
    ]

    private func buy(_ id: String) async throws {
        let compact = try self.server.shop.authority.sign(SamplePayloads.frame(id: id)).bytes
        #expect(try await self.server.submit(compact, customer: "anna").status == .ok)
    }

    @Test(
        "Reads about a customer have an ETag, and are not sent again to a client that has them",
        arguments: Self.paths
    )
    func reads(path: String) async throws {
        try await self.buy("2000000000000001")
        let path = "/v1/customers/anna" + path
        let first = try await self.server.send(.get, path)
        #expect(first.status == .ok, "\(first.text)")
        let tag = try #require(first.headers[.eTag])
        #expect(tag.hasPrefix("W/\"") && tag.hasSuffix("\""))
        for known in [tag, "\"other\", \(tag)", "*", String(tag.dropFirst(2))] {
            let same = try await self.server.send(.get, path, headers: [.ifNoneMatch: known])
            #expect(same.status == .notModified, "\(known)")
            #expect(same.text.isEmpty && same.headers[.eTag] == tag)
        }
        let other = try await self.server.send(.get, path, headers: [.ifNoneMatch: "\"other\""])
        #expect(other.status == .ok && other.text == first.text)
    }

    @Test("What has changed has another ETag", arguments: ["", "/transactions", "/timeline"])
    func changes(path: String) async throws {
        let path = "/v1/customers/anna" + path
        try await self.buy("2000000000000001")
        let tag = try #require(try await self.server.send(.get, path).headers[.eTag])
        try await self.buy("2000000000000002")
        let later = try await self.server.send(.get, path, headers: [.ifNoneMatch: tag])
        #expect(later.status == .ok)
        #expect(later.headers[.eTag] != tag)
    }

    @Test("Refusals, writes and secrets have none")
    func others() async throws {
        #expect(try await self.server.send(.get, "/v1/customers/nobody").headers[.eTag] == nil)
        let anything: HTTPFields = [.ifNoneMatch: "*"]
        let missing = try await self.server.send(.get, "/v1/customers/nobody", headers: anything)
        #expect(missing.status == .notFound)
        try await self.buy("2000000000000001")
        let compact = try self.server.shop.authority.sign(SamplePayloads.frame()).bytes
        let body = Array(#"{"customer":"anna","signedTransaction":""#.utf8) + compact + Array(#""}"#.utf8)
        let written = try await self.server.send(.post, "/v1/purchases", headers: anything, body: body)
        #expect(written.status == .ok && written.headers[.eTag] == nil)
    }

    @Test("Every read of JSON that takes a key is described with its ETag and its 304")
    func described() {
        let reads = PurserRouter.operations.filter { operation in
            operation.method == .get && [.read, .readInApp, .admin].contains(operation.access)
                && operation.answers.contains { $0.status == 200 && $0.mediaType == "application/json" }
        }
        #expect(reads.count > 15)
        for operation in reads {
            #expect(operation.answers.contains { $0.status == 304 }, "\(operation.id)")
            #expect(operation.answers.contains { $0.headers["ETag"] != nil }, "\(operation.id)")
            #expect(operation.parameters.count { $0.name == "If-None-Match" } == 1, "\(operation.id)")
        }
    }
}
