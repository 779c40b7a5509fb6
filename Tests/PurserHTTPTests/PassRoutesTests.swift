import AppStore
import Crypto
import HTTPTypes
import Ledger
import PurserTesting
import Testing

@Suite struct PassRoutesTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    /// The keys as anybody finds them: each public key by its name.
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

    @Test("A pass names the active rights and their end, is good for ten minutes, and holds by the published key")
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
        #expect(claims["exp"] == .number(String(SamplePayloads.signedAt.milliseconds / 1000 + 600)))
        #expect(
            String(decoding: claims["rights"]?.json() ?? [], as: UTF8.self)
                == #"[{"right":"pro","environment":"Production","until":"2026-04-01T12:00:00.000Z"}]"#
        )
    }

    @Test("A right that is over is not in the pass")
    func inactive() async throws {
        let compact = try self.server.shop.authority.sign(SamplePayloads.transaction()).bytes
        _ = try await self.server.submit(compact, customer: "anna")
        self.server.shop.setNow(Instant(milliseconds: SamplePayloads.signedAt.milliseconds + 60 * 86_400_000))
        #expect(try Self.parts(of: try await self.pass()).claims["rights"] == .array([]))
    }

    @Test("Nobody gets a pass without a key")
    func stranger() async throws {
        let answer = try await self.server.send(.get, "/v1/customers/anna/pass", key: nil)
        #expect(answer.status == .unauthorized)
    }
}
