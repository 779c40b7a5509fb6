package import AppStore
import Crypto
import CryptoExtras
import Foundation
package import Ledger

/// The keys with which a shop signs customer tokens for one app, and the verification of such a token.
///
/// A token is a JWS in compact form (RFC 7515): `sub` is the customer, `aud` the app's name, `exp` at most a day ahead.
package struct CustomerTokenKeys: Sendable {
    /// The maximum length of a token in bytes.
    package static let maximumLength = 4096
    /// The maximum remaining lifetime of a token.
    package static let maximumLife = Span.seconds(24 * 3600)
    /// The tolerance for differences between clocks.
    private static let leeway = Span.seconds(60)

    /// The keys, at least one.
    package let keys: [CustomerTokenKey]

    /// Creates a verification with these keys.
    package init(_ keys: [CustomerTokenKey]) {
        self.keys = keys
    }

    /// Returns the usable keys of a JWK set; `nil` if the text is not a JWK set.
    package static func keys(jwks: [UInt8]) throws(CustomerTokenKey.Flaw) -> [CustomerTokenKey]? {
        guard let set = try? JSONValue(json: jwks), case .array(let entries) = set["keys"] else { return nil }
        var keys: [CustomerTokenKey] = []
        for entry in entries {
            if let key = try CustomerTokenKey(jwk: entry) { keys.append(key) }
        }
        return keys
    }

    /// Returns whether a JWK set contains a secret: a symmetric key, or the private part of another key, even an unused
    /// one.
    package static func holdsSecret(jwks: [UInt8]) -> Bool {
        guard let set = try? JSONValue(json: jwks), case .array(let entries) = set["keys"] else { return false }
        return entries.contains { entry in CustomerTokenKey.secretMembers.contains { entry[$0] != nil } }
    }

    /// Returns the customer and the claims of a token, at an instant of real time.
    package func claims(
        of token: [UInt8],
        app: AppName,
        at now: Instant
    ) throws(CustomerTokenError) -> CustomerClaims {
        let claims = try self.payload(of: token)
        guard let end = claims.instant("exp") else { throw .expiryMissing }
        guard end > now else { throw .expired }
        guard end <= now + Self.maximumLife + Self.leeway else { throw .tooLong }
        if claims["nbf"] != nil {
            guard let start = claims.instant("nbf"), start <= now + Self.leeway else { throw .notYetValid }
        }
        let audience: [JSONValue] =
            switch claims["aud"] {
            case .array(let values): values
            case .some(let value): [value]
            case nil: []
            }
        guard audience.contains(.string(app.rawValue)) else { throw .wrongApp }
        guard case .string(let subject) = claims["sub"], let customer = CustomerID(subject), !customer.isReserved
        else { throw .wrongSubject }
        return CustomerClaims(customer: customer, claims: claims)
    }

    private func payload(of token: [UInt8]) throws(CustomerTokenError) -> JSONValue {
        guard token.count <= Self.maximumLength else { throw .malformed }
        let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let headerBytes = Base64URL.decode(parts[0]),
            let payloadBytes = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
            let header = try? JSONValue(json: headerBytes), case .object = header,
            // A header that must be understood but is not is an error (RFC 7515, section 4.1.11).
            header["crit"] == nil, case .string(let algorithm) = header["alg"]
        else { throw .malformed }
        let able = self.keys.filter { $0.algorithm.hasSameBytes(as: algorithm) }
        guard !able.isEmpty else { throw .wrongAlgorithm }
        var candidates = able
        if case .string(let id) = header["kid"] {
            // A key with an id only verifies tokens with this id.
            candidates = able.filter { $0.id == nil || $0.id.hasSameBytes(as: id) }
        }
        let signed = Array(token.prefix(parts[0].count + 1 + parts[1].count))
        guard candidates.contains(where: { $0.isValid(signature, over: signed) }) else { throw .wrongSignature }
        guard let claims = try? JSONValue(json: payloadBytes), case .object = claims else { throw .malformed }
        return claims
    }
}

extension JSONValue {
    /// Returns a claim that is an instant: seconds since 1970, optionally with a fraction (RFC 7519, section 2).
    fileprivate func instant(_ name: String) -> Instant? {
        guard case .number(let text) = self[name], let seconds = Double(text), (0...1e11).contains(seconds) else {
            return nil
        }
        return Instant(milliseconds: Int64(seconds * 1000))
    }
}

/// A key that verifies the tokens that a shop signs for its customers; the key determines the algorithm, never the
/// token.
package struct CustomerTokenKey: Sendable {
    /// The minimum length of a secret in bytes: the length of the hash (RFC 7518, section 3.2).
    package static let minimumSecret = 32

    /// The secret members of a JWK: a symmetric key, and the parts of a private one (RFC 7518, section 6).
    static let secretMembers = ["k", "d", "p", "q", "dp", "dq", "qi", "oth"]

    /// What is wrong with a key.
    package enum Flaw: Error, Hashable, Sendable {
        /// It is not a public key of P-256, or of RSA with at least 2048 bits.
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

    /// Creates a key from a public key in PEM: P-256 for ES256, RSA for RS256.
    package init(pem: String, id: String? = nil) throws(Flaw) {
        if let key = try? P256.Signing.PublicKey(pemRepresentation: pem) {
            self.init(id: id, material: .curve(key))
        } else if let key = try? _RSA.Signing.PublicKey(pemRepresentation: pem) {
            self.init(id: id, material: .rsa(key))
        } else {
            throw .notAPublicKey
        }
    }

    /// Creates a key from a secret for HS256.
    package init(secret: [UInt8], id: String? = nil) throws(Flaw) {
        guard secret.count >= Self.minimumSecret else { throw .secretTooShort }
        self.init(id: id, material: .secret(SymmetricKey(data: secret)))
    }

    /// Creates a key of a JWK set (RFC 7517); `nil` for a key of another type or use, which the set may contain too.
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

    /// Returns whether a signature over bytes is valid for this key.
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
    /// Returns the bytes of a member in base64url, if it has this form.
    fileprivate func bytes(_ name: String) -> [UInt8]? {
        self[name]?.text.flatMap { Base64URL.decode(Array($0.utf8)) }
    }
}
