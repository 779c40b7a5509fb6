package import AppStore
import Crypto
import CryptoExtras
import Foundation

/// A key that checks the tokens a shop signs for its customers; the algorithm belongs to the key, never to the token.
package struct CustomerTokenKey: Sendable {
    /// The shortest secret in bytes: as long as the hash (RFC 7518, section 3.2).
    package static let minimumSecret = 32

    /// The members of a JWK that are secret: a symmetric key, and the parts of a private one (RFC 7518, section 6).
    static let secretMembers = ["k", "d", "p", "q", "dp", "dq", "qi", "oth"]

    /// What is wrong with a key.
    package enum Flaw: Error, Hashable, Sendable {
        /// It is no public key of P-256 or RSA from 2048 bits.
        case notAPublicKey
        /// It is a secret that is too short.
        case secretTooShort
    }

    private enum Material: Sendable {
        case curve(P256.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey)
        case secret(SymmetricKey)
    }

    /// The key's id (`kid`), if it has one.
    package let id: String?
    private let material: Material

    private init(id: String?, material: Material) {
        self.id = id
        self.material = material
    }

    /// A public key in PEM: P-256 for ES256, RSA for RS256.
    package init(pem: String, id: String? = nil) throws(Flaw) {
        if let key = try? P256.Signing.PublicKey(pemRepresentation: pem) {
            self.init(id: id, material: .curve(key))
        } else if let key = try? _RSA.Signing.PublicKey(pemRepresentation: pem) {
            self.init(id: id, material: .rsa(key))
        } else {
            throw .notAPublicKey
        }
    }

    /// A secret for HS256.
    package init(secret: [UInt8], id: String? = nil) throws(Flaw) {
        guard secret.count >= Self.minimumSecret else { throw .secretTooShort }
        self.init(id: id, material: .secret(SymmetricKey(data: secret)))
    }

    /// A key of a JWK set (RFC 7517); `nil` for one of another kind or use, which the set may have for others.
    package init?(jwk: JSONValue) throws(Flaw) {
        let id = jwk["kid"]?.text
        if let use = jwk["use"]?.text, use != "sig" { return nil }
        let algorithm = jwk["alg"]?.text
        switch jwk["kty"]?.text {
        case "EC" where jwk["crv"]?.text == "P-256" && algorithm ?? "ES256" == "ES256":
            guard let x = jwk.bytes("x"), let y = jwk.bytes("y"),
                let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
            else { throw .notAPublicKey }
            self.init(id: id, material: .curve(key))
        case "RSA" where algorithm ?? "RS256" == "RS256":
            guard let modulus = jwk.bytes("n"), let exponent = jwk.bytes("e"),
                let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent), key.keySizeInBits >= 2048
            else { throw .notAPublicKey }
            self.init(id: id, material: .rsa(key))
        case "oct" where algorithm ?? "HS256" == "HS256":
            guard let secret = jwk.bytes("k") else { throw .notAPublicKey }
            try self.init(secret: secret, id: id)
        default: return nil
        }
    }

    /// The algorithm (RFC 7518, section 3.1).
    package var algorithm: String {
        switch self.material {
        case .curve: "ES256"
        case .rsa: "RS256"
        case .secret: "HS256"
        }
    }

    /// Whether a signature over bytes is this key's.
    func isValid(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
        switch self.material {
        case .curve(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: bytes)
        case .rsa(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature),
                for: SHA256.hash(data: bytes),
                padding: .insecurePKCS1v1_5
            )
        case .secret(let key):
            return HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: bytes, using: key)
        }
    }
}

extension JSONValue {
    /// The bytes of a member in base64url, if it is such a text.
    fileprivate func bytes(_ name: String) -> [UInt8]? {
        self[name]?.text.flatMap { Base64URL.decode(Array($0.utf8)) }
    }
}
