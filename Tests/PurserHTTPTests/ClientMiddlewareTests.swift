import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct ClientMiddlewareTests {
    /// A stage behind a proxy on this machine, with few requests for each address.
    private static func stage(trusting range: String?) throws -> AuthenticationStage {
        let few = RateLimit(perSecond: 1, burst: 2)
        return try AuthenticationStage(
            limits: RateLimits(address: few, apple: few, minting: RateLimit(perSecond: 1, burst: 1)),
            proxies: TrustedProxies(ranges: range.flatMap { AddressRange($0) }.map { [$0] } ?? [])
        )
    }

    private static func from(_ address: String) throws -> HTTPFields {
        [try #require(HTTPField.Name("X-Forwarded-For")): address]
    }

    @Test("Requests of one address that a trusted proxy names are counted, another address goes on")
    func addresses() async throws {
        let one = try Self.from("198.51.100.7")
        let other = try Self.from("1.1.1.1, 198.51.100.8")
        try await Self.stage(trusting: "127.0.0.0/8").live { client async throws in
            for _ in 0..<2 {
                #expect(try await client.send(.get, "/health/live", key: nil, headers: one).status == .ok)
            }
            let refused = try await client.send(.get, "/health/live", key: nil, headers: one)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.code == "rate_limited")
            #expect(refused.headers[.retryAfter] == "1")
            #expect(try await client.send(.get, "/health/live", key: nil, headers: other).status == .ok)
            // An unknown address counts too, and Apple's are counted separately.
            #expect(try await client.send(.get, "/nothing", key: nil, headers: one).status == .tooManyRequests)
            let apple = try await client.send(.post, "/apple/shop/notifications", key: nil, headers: one)
            #expect(apple.status == .badRequest)
            // What the proxy asks for itself is not counted.
            for _ in 0..<4 { #expect(try await client.send(.get, "/health/live", key: nil).status == .ok) }
        }
    }

    @Test("Without trusted proxies no header is believed")
    func untrusted() async throws {
        let header = try Self.from("198.51.100.7")
        try await Self.stage(trusting: nil).live { client async throws in
            for _ in 0..<4 {
                #expect(try await client.send(.get, "/health/live", key: nil, headers: header).status == .ok)
            }
        }
    }

    @Test("Anonymous customers have their own rate limit")
    func minting() async throws {
        let stage = try Self.stage(trusting: "127.0.0.0/8")
        let key = try await stage.key(.publishable)
        let header = try Self.from("198.51.100.7")
        try await stage.live { client async throws in
            let path = "/v1/customers/anonymous"
            #expect(try await client.send(.post, path, key: key, headers: header).status == .created)
            let refused = try await client.send(.post, path, key: key, headers: header)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.code == "rate_limited")
        }
    }
}

@Suite struct ForwardedAddressWatchTests {
    private static func request(_ headers: [String: String]) throws -> Request {
        var fields = HTTPFields()
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/", headerFields: fields)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    @Test("A proxy that is not trusted is noticed by either header, once", arguments: TrustedProxies.Header.allCases)
    func once(header: TrustedProxies.Header) throws {
        let watch = ForwardedAddressWatch(proxies: TrustedProxies())
        let peer = try #require(NetworkAddress("127.0.0.1"))
        #expect(watch.notice(try Self.request(["Accept": "*/*"]), from: peer) == nil)
        let request = try Self.request([header.rawValue: "198.51.100.7"])
        #expect(watch.notice(request, from: peer) == header)
        #expect(watch.notice(request, from: peer) == nil)
    }

    @Test("A trusted proxy is not, nor a header that the trusted ones do not write; another proxy is")
    func trusted() throws {
        let proxies = TrustedProxies(ranges: [try #require(AddressRange("10.0.0.0/8"))])
        let watch = ForwardedAddressWatch(proxies: proxies)
        let request = try Self.request(["X-Forwarded-For": "198.51.100.7"])
        #expect(watch.notice(request, from: try #require(NetworkAddress("10.0.0.1"))) == nil)
        let other = try #require(NetworkAddress("192.0.2.1"))
        #expect(watch.notice(try Self.request(["Forwarded": "for=198.51.100.7"]), from: other) == nil)
        #expect(watch.notice(request, from: other) == .forwardedFor)
    }
}
