import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct UnknownSignerRateLimitTests {
    /// A stage behind a proxy on this machine, where two unknown signers of each address may come at once.
    private static func stage() throws -> AuthenticationStage {
        try AuthenticationStage(
            limits: RateLimits(unknownSigner: RateLimit(perSecond: 1, burst: 2)),
            proxies: TrustedProxies(ranges: [try #require(AddressRange("127.0.0.0/8"))])
        )
    }

    private static func from(_ address: String) throws -> HTTPFields {
        [try #require(HTTPField.Name("X-Forwarded-For")): address]
    }

    private static func forged(below authority: SigningAuthority) throws -> [UInt8] {
        let stranger = try SigningAuthority(below: authority)
        let header = stranger.header(x5c: [stranger.x5c[0], authority.x5c[1], authority.root])
        return try stranger.sign(SamplePayloads.transaction().json(), header: header)
    }

    private static func body(_ compact: [UInt8], as name: String = "signedPayload") -> [UInt8] {
        Array(#"{"\#(name)":""#.utf8) + compact + Array(#""}"#.utf8)
    }

    @Test(
        "Forged certificates are verified at a rate for each address; known signers are accepted regardless of it",
        arguments: ["/apple/shop/notifications", "/apple/shop/retention"]
    )
    func strangers(path: String) async throws {
        let stage = try Self.stage()
        let authority = stage.shop.authority
        let (stranger, other) = (try Self.from("198.51.100.7"), try Self.from("198.51.100.8"))
        // The signer is known, as Apple's is from its first notification on.
        _ = try await stage.shop.ingest.notification(stage.shop.notification(), for: stage.shop.app)
        try await stage.live { client async throws in
            func send(_ compact: [UInt8], _ from: HTTPFields) async throws -> TestServer.TestResponse {
                try await client.send(.post, path, key: nil, headers: from, body: Self.body(compact))
            }
            for _ in 0..<2 {
                #expect(try await send(Self.forged(below: authority), stranger).status == .badRequest)
            }
            let refused = try Self.forged(below: authority)
            let late = try await send(refused, stranger)
            #expect(late.status == .tooManyRequests)
            #expect(late.code == "unknown_signer_rate_limited")
            #expect(late.headers[.retryAfter] != nil)
            let genuine = try stage.shop.notification(uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb21")
            let taken = try await client.send(
                .post,
                "/apple/shop/notifications",
                key: nil,
                headers: stranger,
                body: Self.body(genuine)
            )
            #expect(taken.status == .ok)
            // Another address has a rate of its own, and what was refused once is refused without one.
            #expect(try await send(refused, other).status == .badRequest)
            #expect(try await send(refused, stranger).status == .badRequest)
        }
        stage.pass(.seconds(1))
        try await stage.live { client async throws in
            let again = try await client.send(
                .post,
                path,
                key: nil,
                headers: stranger,
                body: Self.body(Self.forged(below: authority))
            )
            #expect(again.status == .badRequest)
        }
    }

    @Test("Data with the key of an app is untrusted, data with a secret key is not")
    func keys() async throws {
        let stage = try Self.stage()
        let (app, shop) = (try await stage.key(.publishable), try await stage.key(.secret([.write])))
        let token = try #require(HTTPField.Name("Purser-Customer-Token"))
        var stranger = try Self.from("198.51.100.7")
        stranger[token] = stage.token(for: "anna")
        let fields = stranger
        try await stage.live { client async throws in
            func submit(_ key: String) async throws -> String? {
                let body = Self.body(try Self.forged(below: stage.shop.authority), as: "signedTransaction")
                return try await client.send(.post, "/v1/purchases", key: key, headers: fields, body: body).code
            }
            for _ in 0..<2 { #expect(try await submit(app) == "chain_leaf_not_issued_by_intermediate") }
            #expect(try await submit(app) == "unknown_signer_rate_limited")
            let body =
                Self.body(try Self.forged(below: stage.shop.authority), as: "signedTransaction")
                .dropLast() + Array(#","customer":"anna"}"#.utf8)
            let secret = try await client.send(
                .post,
                "/v1/purchases",
                key: shop,
                headers: try Self.from("198.51.100.7"),
                body: Array(body)
            )
            #expect(secret.code == "chain_leaf_not_issued_by_intermediate")
        }
    }
}
