public import AppStore
import Crypto
import Foundation

/// A key as App Store Connect issues it for in-app purchases: an app's server uses it to call the store and to sign
/// offers.
///
/// The same seed produces the same key. The key protects only a simulated store.
public struct APIKey: Sendable, Hashable {
    /// The issuer's identifier, a UUID.
    public let issuerId: String
    /// The key's identifier, ten letters and digits.
    public let keyId: String
    private let scalar: [UInt8]

    /// Creates the key of the app with an index in a world.
    public init(seed: UInt64, app index: Int) {
        self.init(SeededGenerator(seed: seed, purpose: "api key \(index)"))
    }

    /// Creates the team's key for the App Store Connect API, whose tokens do not name an app.
    init(teamSeed seed: UInt64) {
        self.init(SeededGenerator(seed: seed, purpose: "team key"))
    }

    private init(_ generator: SeededGenerator) {
        var generator = generator
        self.issuerId = generator.uuid()
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        self.keyId = String((0..<10).map { _ in letters[Int(generator.number(below: UInt64(letters.count)))] })
        self.scalar = ReproducibleKey(.p256, from: &generator).rawRepresentation
    }

    /// The private key in PKCS#8 PEM format: the content of a `.p8` file.
    public var privateKeyPEM: String {
        (try? P256.Signing.PrivateKey(rawRepresentation: self.scalar).pemRepresentation).map { $0 + "\n" } ?? ""
    }

    /// Returns whether a raw 64-byte signature over these bytes is valid for this key.
    package func verifies(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: self.scalar),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.publicKey.isValidSignature(signature, for: bytes)
    }

    /// Returns whether a DER signature over these bytes is valid for this key.
    package func verifies(derSignature: [UInt8], over bytes: [UInt8]) -> Bool {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: self.scalar),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: derSignature)
        else { return false }
        return key.publicKey.isValidSignature(signature, for: bytes)
    }

    /// Returns a compact JWS of these claims, signed by this key.
    public func sign(_ claims: [JSONMember]) -> String {
        let header = JSONValue.object([
            JSONMember(key: "alg", value: .string("ES256")),
            JSONMember(key: "kid", value: .string(self.keyId)),
            JSONMember(key: "typ", value: .string("JWT")),
        ])
        let content =
            Base64URL.encode(header.json()) + [UInt8(ascii: ".")] + Base64URL.encode(JSONValue.object(claims).json())
        let signature = ReproducibleKey(.p256, rawRepresentation: self.scalar)?.signature(of: content) ?? []
        return String(decoding: content + [UInt8(ascii: ".")] + Base64URL.encode(signature), as: UTF8.self)
    }

    /// Returns a bearer token for the store's interfaces, valid for five minutes of the wall clock.
    public func bearerToken(bundleId: String, issuedAtSeconds seconds: Int64) -> String {
        self.sign([
            JSONMember(key: "iss", value: .string(self.issuerId)),
            JSONMember(key: "iat", value: .number("\(seconds)")),
            JSONMember(key: "exp", value: .number("\(seconds + 300)")),
            JSONMember(key: "aud", value: .string("appstoreconnect-v1")),
            JSONMember(key: "bid", value: .string(bundleId)),
        ])
    }

    /// Returns a bearer token for the App Store Connect API, valid for twenty minutes of the wall clock.
    ///
    /// A scope lists the allowed requests, such as `GET /v1/salesReports`; without a scope all are allowed.
    public func teamToken(issuedAtSeconds seconds: Int64, scope: [String] = []) -> String {
        let claims = [
            JSONMember(key: "iss", value: .string(self.issuerId)),
            JSONMember(key: "iat", value: .number("\(seconds)")),
            JSONMember(key: "exp", value: .number("\(seconds + 1200)")),
            JSONMember(key: "aud", value: .string("appstoreconnect-v1")),
        ]
        let allowed = JSONMember(key: "scope", value: .array(scope.map { .string($0) }))
        return self.sign(scope.isEmpty ? claims : claims + [allowed])
    }
}
