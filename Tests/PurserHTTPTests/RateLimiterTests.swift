import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct RateLimiterTests {
    private static let path = "/v1/customers/anna/entitlements"

    @Test("A key may be used as often as its rate says, another key goes on, and time brings more")
    func perKey() async throws {
        let stage = try AuthenticationStage(limits: RateLimits(key: RateLimit(perSecond: 2, burst: 3)))
        let key = try await stage.key(.secret([.read]))
        let other = try await stage.key(.secret([.read]))
        for _ in 0..<3 { #expect(try await stage.send(.get, Self.path, key: key).status == .ok) }
        let refused = try await stage.send(.get, Self.path, key: key)
        #expect(refused.status == .tooManyRequests)
        #expect(refused.code == "rate_limited")
        #expect(refused.headers[.retryAfter] == "1")
        #expect(try await stage.send(.get, Self.path, key: other).status == .ok)
        stage.pass(.seconds(1))
        for _ in 0..<2 { #expect(try await stage.send(.get, Self.path, key: key).status == .ok) }
        #expect(try await stage.send(.get, Self.path, key: key).status == .tooManyRequests)
    }

    @Test("An unknown key uses no bucket, so guessing takes no space")
    func unknownKeys() async throws {
        let stage = try AuthenticationStage(limits: RateLimits(key: RateLimit(perSecond: 1, burst: 1)))
        for _ in 0..<3 { #expect(try await stage.send(.get, Self.path, key: "x").code == "key_unknown") }
    }
}
