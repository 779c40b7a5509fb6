import AppStore
import Crypto
import CryptoExtras
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct CustomerTokenTests {
    private static let path = "/v1/customers/anna/entitlements"

    /// What is answered to a token, over the router.
    private func code(_ token: String, on stage: AuthenticationStage) async throws -> String {
        let key = try await stage.key(.publishable)
        let answer = try await stage.send(.get, Self.path, key: key, token: token)
        if answer.status == .ok { return "ok" }
        #expect(answer.status == .unauthorized)
        #expect(answer["field"] == .string("Purser-Customer-Token"))
        return answer.code ?? ""
    }

    @Test(
        "A token counts for its customer, its app and its day, and for nothing else",
        arguments: [
            (#""sub":"anna","aud":"shop","exp":3600"#, "ok"),
            (#""sub":"anna","aud":["web","shop"],"exp":3600.5"#, "ok"),
            (#""sub":"anna","aud":"shop","exp":86400,"nbf":-5,"iat":-5"#, "ok"),
            (#""sub":"anna","aud":"shop""#, "customer_token_expiry_missing"),
            (#""sub":"anna","aud":"shop","exp":"3600""#, "customer_token_expiry_missing"),
            (#""sub":"anna","aud":"shop","exp":0"#, "customer_token_expired"),
            (#""sub":"anna","aud":"shop","exp":-1"#, "customer_token_expired"),
            (#""sub":"anna","aud":"shop","exp":86461"#, "customer_token_too_long"),
            (#""sub":"anna","aud":"shop","exp":1e300"#, "customer_token_expiry_missing"),
            (#""sub":"anna","aud":"shop","exp":3600,"nbf":61"#, "customer_token_not_yet_valid"),
            (#""sub":"anna","aud":"other","exp":3600"#, "customer_token_wrong_app"),
            (#""sub":"anna","exp":3600"#, "customer_token_wrong_app"),
            (#""sub":"anna","aud":{"shop":1},"exp":3600"#, "customer_token_wrong_app"),
            (#""aud":"shop","exp":3600"#, "customer_token_wrong_subject"),
            (#""sub":"","aud":"shop","exp":3600"#, "customer_token_wrong_subject"),
            (#""sub":7,"aud":"shop","exp":3600"#, "customer_token_wrong_subject"),
            (#""sub":"an\u0000na","aud":"shop","exp":3600"#, "customer_token_wrong_subject"),
            (#""sub":"anonymous:00","aud":"shop","exp":3600"#, "customer_token_wrong_subject"),
            (#""sub":"erased:00","aud":"shop","exp":3600"#, "customer_token_wrong_subject"),
            (#""sub":"ben","sub":"anna","aud":"shop","exp":3600"#, "customer_token_malformed"),
        ]
    )
    func claims(claims: String, code: String) async throws {
        let stage = try AuthenticationStage()
        // The instants above are seconds from now.
        let text = "{" + claims + "}"
        let shifted = text.replacing(/"(exp|nbf|iat)":(-?[0-9.]+)(?=[,}])/) { match in
            let seconds = Double(match.2) ?? 0
            let at = Double(stage.seconds) + seconds
            return "\"\(match.1)\":\(seconds == seconds.rounded() ? String(Int64(at)) : String(at))"
        }
        #expect(try await self.code(stage.token(shifted), on: stage) == code, "\(shifted)")
    }

    @Test("A token that is not signed as the configured key demands is refused")
    func hostile() async throws {
        let stage = try AuthenticationStage()
        let claims = #"{"sub":"anna","aud":"shop","exp":\#(stage.seconds + 60)}"#
        let good = stage.token(claims)
        #expect(try await self.code(good, on: stage) == "ok")
        let parts = good.split(separator: ".").map(String.init)
        let none = AuthenticationStage.encoded(Array(#"{"alg":"none"}"#.utf8))
        let cases: [(String, String)] = [
            ("\(none).\(parts[1]).", "customer_token_wrong_algorithm"),
            (stage.token(claims, header: #"{"alg":"none"}"#), "customer_token_wrong_algorithm"),
            (stage.token(claims, header: #"{"alg":"hs256"}"#), "customer_token_wrong_algorithm"),
            (stage.token(claims, header: #"{"alg":"HS512"}"#), "customer_token_wrong_algorithm"),
            (stage.token(claims, header: #"{"alg":"ES256"}"#), "customer_token_wrong_algorithm"),
            (stage.token(claims, header: #"{}"#), "customer_token_malformed"),
            (stage.token(claims, header: #"{"alg":"HS256","crit":["exp"],"exp":1}"#), "customer_token_malformed"),
            (stage.token(claims, secret: Array(repeating: 65, count: 40)), "customer_token_wrong_signature"),
            ("\(parts[0]).\(parts[1])", "customer_token_malformed"),
            ("\(parts[0]).\(parts[1]).", "customer_token_wrong_signature"),
            ("\(good).x", "customer_token_malformed"), ("x", "customer_token_malformed"),
            (good + "=", "customer_token_malformed"),
            (good + String(repeating: "A", count: 5000), "customer_token_malformed"),
            (AccessKeyFormat.customer.make(randomBytes: Array(repeating: 1, count: 32)), "customer_token_unknown"),
        ]
        for (token, code) in cases {
            #expect(try await self.code(token, on: stage) == code, "\(token.prefix(120))")
        }
    }

    @Test("An app whose shop signs no tokens says so")
    func notConfigured() async throws {
        let stage = try AuthenticationStage()
        let key = try await stage.key(.publishable, app: "other")
        let answer = try await stage.send(.get, Self.path, key: key, token: stage.token(for: "anna"))
        #expect(answer.code == "customer_token_not_configured")
    }

    @Test("RS256 is checked with RSA, and its public key is no secret for HS256")
    func rsa() async throws {
        let signing = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let pem = signing.publicKey.pemRepresentation
        let stage = try AuthenticationStage(tokenKeys: [CustomerTokenKey(pem: pem)])
        let claims = #"{"sub":"anna","aud":"shop","exp":\#(stage.seconds + 60)}"#
        let signed =
            AuthenticationStage.encoded(Array(#"{"alg":"RS256"}"#.utf8)) + "."
            + AuthenticationStage.encoded(Array(claims.utf8))
        let signature = try signing.signature(
            for: SHA256.hash(data: Array(signed.utf8)),
            padding: .insecurePKCS1v1_5
        )
        let token = signed + "." + AuthenticationStage.encoded(Array(signature.rawRepresentation))
        #expect(try await self.code(token, on: stage) == "ok")
        for secret in [pem, pem.trimmingCharacters(in: .whitespacesAndNewlines)] {
            let forged = stage.token(claims, secret: Array(secret.utf8))
            #expect(try await self.code(forged, on: stage) == "customer_token_wrong_algorithm")
        }
    }

    @Test("ES256 is checked with a key of a JWK set, by its id where it has one")
    func keySet() async throws {
        let signing = P256.Signing.PrivateKey()
        let other = P256.Signing.PrivateKey()
        let raw = Array(signing.publicKey.rawRepresentation)
        let jwks = """
            {"keys":[{"kty":"EC","crv":"P-256","kid":"one","use":"sig","alg":"ES256","x":"\(AuthenticationStage
            .encoded(Array(raw.prefix(32))))","y":"\(AuthenticationStage.encoded(Array(raw.suffix(32))))"},
            {"kty":"EC","crv":"P-384","x":"AA","y":"AA"},{"kty":"EC","crv":"P-256","use":"enc","x":"AA","y":"AA"}]}
            """
        let keys = try #require(try CustomerTokenKeys.keys(jwks: Array(jwks.utf8)))
        #expect(keys.map(\.algorithm) == ["ES256"])
        let stage = try AuthenticationStage(tokenKeys: keys)
        func token(_ header: String, by key: P256.Signing.PrivateKey) throws -> String {
            let claims = #"{"sub":"anna","aud":"shop","exp":\#(stage.seconds + 60)}"#
            let signed =
                AuthenticationStage.encoded(Array(header.utf8)) + "." + AuthenticationStage.encoded(Array(claims.utf8))
            let signature = try key.signature(for: Array(signed.utf8))
            return signed + "." + AuthenticationStage.encoded(Array(signature.rawRepresentation))
        }
        #expect(try await self.code(token(#"{"alg":"ES256","kid":"one"}"#, by: signing), on: stage) == "ok")
        #expect(try await self.code(token(#"{"alg":"ES256"}"#, by: signing), on: stage) == "ok")
        let wrong = "customer_token_wrong_signature"
        #expect(try await self.code(token(#"{"alg":"ES256","kid":"two"}"#, by: signing), on: stage) == wrong)
        #expect(try await self.code(token(#"{"alg":"ES256","kid":"one"}"#, by: other), on: stage) == wrong)
    }

    @Test("A key answers to the bytes of its id")
    func keyIDs() async throws {
        let ids = ["k\u{E9}y", "ke\u{301}y"]
        #expect(ids[0] == ids[1], "Swift distinguishes them, so they prove nothing.")
        let stage = try AuthenticationStage(tokenKeys: [
            CustomerTokenKey(secret: AuthenticationStage.tokenSecret, id: ids[0])
        ])
        for (id, code) in zip(ids, ["ok", "customer_token_wrong_signature"]) {
            let claims = #"{"sub":"anna","aud":"shop","exp":\#(stage.seconds + 60)}"#
            let token = stage.token(claims, header: #"{"alg":"HS256","kid":"\#(id)"}"#)
            #expect(try await self.code(token, on: stage) == code)
        }
    }

    @Test("A secret that is shorter than its hash, and a key that is none, are no keys")
    func badKeys() {
        #expect(throws: CustomerTokenKey.Flaw.secretTooShort) { try CustomerTokenKey(secret: Array("short".utf8)) }
        #expect(throws: CustomerTokenKey.Flaw.notAPublicKey) { try CustomerTokenKey(pem: "-----BEGIN X-----") }
    }
}
