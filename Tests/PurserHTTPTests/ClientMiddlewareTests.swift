import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct ClientMiddlewareTests {
    /// A stage behind a proxy on this machine, with few requests for each address.
    private static func stage(trusting range: String?) throws -> AccessStage {
        let few = CallRate(perSecond: 1, burst: 2)
        return try AccessStage(
            limits: CallLimits(address: few, apple: few, minting: CallRate(perSecond: 1, burst: 1)),
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
            // An address that nobody answers at counts too, and Apple's are counted apart.
            #expect(try await client.send(.get, "/nothing", key: nil, headers: one).status == .tooManyRequests)
            let apple = try await client.send(.post, "/apple/shop/notifications", key: nil, headers: one)
            #expect(apple.status == .badRequest)
            // What the proxy asks for itself is not counted.
            for _ in 0..<4 { #expect(try await client.send(.get, "/health/live", key: nil).status == .ok) }
        }
    }

    @Test("Nobody's header is believed where no proxy is trusted")
    func untrusted() async throws {
        let header = try Self.from("198.51.100.7")
        try await Self.stage(trusting: nil).live { client async throws in
            for _ in 0..<4 {
                #expect(try await client.send(.get, "/health/live", key: nil, headers: header).status == .ok)
            }
        }
    }

    @Test("Customers without a name are made at a rate of their own")
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
