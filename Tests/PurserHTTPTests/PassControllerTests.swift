import AppStore
import Crypto
import HTTPTypes
import Ledger
import PurserTesting
import Testing

@Suite struct PassControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    /// The published keys: each public key by its id.
    private func keys() async throws -> [String: P256.Signing.PublicKey] {
        let answer = try await self.server.send(.get, "/.well-known/jwks.json", key: nil)
        #expect(answer.status == .ok)
        #expect(!answer.text.contains(#""d""#), "No private half is shown.")
        guard case .array(let keys)? = answer["keys"] else { return [:] }
        var found: [String: P256.Signing.PublicKey] = [:]
        for key in keys {
            guard case .string(let id)? = key["kid"], case .string(let x)? = key["x"], case .string(let y)? = key["y"],
                let point = Base64URL.decode(Array(x.utf8)).flatMap({ x in
                    Base64URL.decode(Array(y.utf8)).map { x + $0 }
                })
            else { continue }
            found[id] = try P256.Signing.PublicKey(rawRepresentation: point)
        }
        return found
    }

    private func pass() async throws -> String {
        let answer = try await self.server.send(.get, "/v1/customers/anna/pass")
        guard case .string(let pass)? = answer["pass"] else {
            Issue.record("\(answer.text)")
            return ""
        }
        return pass
    }

    private static func parts(of pass: String) throws -> (header: JSONValue, claims: JSONValue, signature: [UInt8]) {
        let parts = pass.split(separator: ".").compactMap { Base64URL.decode(Array($0.utf8)) }
        try #require(parts.count == 3)
        return (try JSONValue(json: parts[0]), try JSONValue(json: parts[1]), parts[2])
    }

    @Test("A pass names the active entitlements and their end, is good for ten minutes, and holds by the published key")
    func signed() async throws {
        let compact = try self.server.shop.authority.sign(SamplePayloads.transaction()).bytes
        _ = try await self.server.submit(compact, customer: "anna")
        let pass = try await self.pass()
        let (header, claims, signature) = try Self.parts(of: pass)
        guard case .string(let id)? = header["kid"] else { return #expect(Bool(false), "No key is named.") }
        let key = try #require(try await self.keys()[id])
        let content = pass.utf8.prefix { _ in true }.prefix(pass.utf8.count - Base64URL.encode(signature).count - 1)
        let held = try P256.Signing.ECDSASignature(rawRepresentation: signature)
        #expect(key.isValidSignature(held, for: SHA256.hash(data: Array(content))))
        #expect(!key.isValidSignature(held, for: SHA256.hash(data: Array(content) + [0])))
        #expect(header["alg"] == .string("ES256"))
        #expect(claims["aud"] == .string("shop") && claims["sub"] == .string("anna"))
        #expect(claims["environment"] == .string("Production"))
        #expect(claims["exp"] == .number(String(SamplePayloads.signedAt.milliseconds / 1000 + 600)))
        #expect(
            String(decoding: claims["entitlements"]?.json() ?? [], as: UTF8.self)
                == #"[{"name":"pro","environment":"Production","until":"2026-04-01T12:00:00.000Z"}]"#
        )
    }

    @Test("An entitlement that is over is not in the pass")
    func inactive() async throws {
        let compact = try self.server.shop.authority.sign(SamplePayloads.transaction()).bytes
        _ = try await self.server.submit(compact, customer: "anna")
        self.server.shop.setNow(Instant(milliseconds: SamplePayloads.signedAt.milliseconds + 60 * 86_400_000))
        #expect(try Self.parts(of: try await self.pass()).claims["entitlements"] == .array([]))
    }

    @Test("Without a key there is no pass")
    func stranger() async throws {
        let answer = try await self.server.send(.get, "/v1/customers/anna/pass", key: nil)
        #expect(answer.status == .unauthorized)
    }

    @Test("A pass begins and ends by real time, and what is in it is by the App Store's")
    func clocks() async throws {
        let stage = try AuthenticationStage()
        let compact = String(decoding: try stage.shop.authority.sign(SamplePayloads.transaction()).bytes, as: UTF8.self)
        let body = #"{"customer":"anna","signedTransaction":"\#(compact)"}"#
        #expect(try await stage.send(.post, "/v1/purchases", key: TestServer.key, body: body).status == .ok)
        stage.pass(.days(40))
        let answer = try await stage.send(.get, "/v1/customers/anna/pass", key: TestServer.key)
        guard case .string(let pass)? = answer["pass"] else { return #expect(Bool(false), "\(answer.text)") }
        let claims = try Self.parts(of: pass).claims
        #expect(claims["iat"] == .number(String(stage.seconds)))
        #expect(claims["exp"] == .number(String(stage.seconds + 600)))
        #expect(answer["expiresAt"] == .string((stage.wall.now() + .seconds(600)).rfc3339))
        // By real time the month that was bought is long over.
        let entitlements = String(decoding: claims["entitlements"]?.json() ?? [], as: UTF8.self)
        #expect(entitlements.contains("2026-04-01"))
    }

    @Test(
        "An app in the field gets passes and offers of no other environment where Production is taken",
        arguments: [true, false]
    )
    func environments(takesProduction: Bool) async throws {
        let stage = try AuthenticationStage(environments: takesProduction ? [.production, .sandbox] : [.sandbox])
        let key = try await stage.key(.publishable)
        let token = stage.token(for: "anna")
        func pass(_ query: String, key: String) async throws -> TestServer.TestResponse {
            try await stage.send(.get, "/v1/customers/anna/pass\(query)", key: key, token: token)
        }
        func offer(_ environment: String) async throws -> String? {
            let body = #"{"customer":"anna","product":"pro.monthly","offer":"spring","environment":"\#(environment)"}"#
            return try await stage.send(.post, "/v1/offers/promotional", key: key, token: token, body: body).code
        }
        #expect(try await pass("", key: key).status == .ok)
        for other in ["Sandbox", "Xcode"] {
            let asked = try await pass("?environment=\(other)", key: key)
            #expect(asked.status == (takesProduction ? .forbidden : .ok))
            #expect(asked.code == (takesProduction ? "environment_not_allowed" : nil))
            #expect(try await offer(other) == (takesProduction ? "environment_not_allowed" : "appstore_not_configured"))
        }
        #expect(try await offer("Production") == "appstore_not_configured")
        let backend = try await pass("?environment=Sandbox", key: TestServer.key)
        guard case .string(let compact)? = backend["pass"] else { return #expect(Bool(false), "\(backend.text)") }
        #expect(try Self.parts(of: compact).claims["environment"] == .string("Sandbox"))
    }
}
