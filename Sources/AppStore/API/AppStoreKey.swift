import Crypto
public import Foundation

/// An In-App Purchase key from App Store Connect, with its identifiers.
///
/// The key signs offers and the bearer tokens of all of Apple's server interfaces. Neither `description` nor a mirror
/// shows the private key.
public struct AppStoreKey: Sendable {
    /// The issuer identifier from the Keys page of App Store Connect, a UUID.
    public let issuerID: String
    /// The key identifier, usually ten letters and digits.
    public let keyID: String
    private let privateKey: P256.Signing.PrivateKey

    /// Creates a key from the content of a `.p8` file.
    ///
    /// - Parameters:
    ///   - issuerID: The issuer identifier.
    ///   - keyID: The key identifier.
    ///   - pem: The private key as PKCS#8 in PEM.
    /// - Throws: ``AppStoreKeyError``, which names the invalid part.
    public init(issuerID: String, keyID: String, pem: String) throws(AppStoreKeyError) {
        guard UUID(uuidString: issuerID) != nil else { throw .issuerIDInvalid }
        let isPlain = keyID.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        guard isPlain, (1...64).contains(keyID.utf8.count) else { throw .keyIDInvalid }
        do {
            self.privateKey = try P256.Signing.PrivateKey(pemRepresentation: pem)
        } catch {
            throw Self.isOfAnotherCurve(pem) ? .wrongCurve : .unreadable
        }
        self.issuerID = issuerID
        self.keyID = keyID
    }

    /// Creates a key from the bytes of a `.p8` file.
    ///
    /// - Parameters:
    ///   - issuerID: The issuer identifier.
    ///   - keyID: The key identifier.
    ///   - pem: The bytes of the private key as PKCS#8 in PEM.
    /// - Throws: ``AppStoreKeyError``, which names the invalid part.
    public init(issuerID: String, keyID: String, pem: some DataProtocol) throws(AppStoreKeyError) {
        try self.init(issuerID: issuerID, keyID: keyID, pem: String(decoding: pem, as: UTF8.self))
    }

    /// The public key as PEM, for verifying signatures.
    public var publicKeyPEM: String { self.privateKey.publicKey.pemRepresentation }

    /// Returns a compact JWS with these claims: ES256, with `alg`, `kid`, and `typ` in its header (RFC 7515).
    ///
    /// Each call creates a different signature.
    ///
    /// - Throws: ``AppStoreError/signingFailed`` if the cryptographic library cannot sign.
    package func sign(_ claims: [JSONMember]) throws(AppStoreError) -> String {
        let header = JSONValue.object([
            JSONMember(key: "alg", value: .string("ES256")),
            JSONMember(key: "kid", value: .string(self.keyID)),
            JSONMember(key: "typ", value: .string("JWT")),
        ])
        let dot = UInt8(ascii: ".")
        let content = Base64URL.encode(header.json()) + [dot] + Base64URL.encode(JSONValue.object(claims).json())
        let signature = try self.signature(over: content).rawRepresentation
        return String(decoding: content + [dot] + Base64URL.encode(signature), as: UTF8.self)
    }

    /// Returns an ECDSA signature with SHA-256 over these bytes, encoded as DER.
    func derSignature(over bytes: [UInt8]) throws(AppStoreError) -> [UInt8] {
        Array(try self.signature(over: bytes).derRepresentation)
    }

    private func signature(over bytes: [UInt8]) throws(AppStoreError) -> P256.Signing.ECDSASignature {
        do {
            return try self.privateKey.signature(for: bytes)
        } catch {
            throw .signingFailed
        }
    }

    private static func isOfAnotherCurve(_ pem: String) -> Bool {
        (try? P384.Signing.PrivateKey(pemRepresentation: pem)) != nil
            || (try? P521.Signing.PrivateKey(pemRepresentation: pem)) != nil
    }
}

extension AppStoreKey: CustomStringConvertible, CustomReflectable {
    /// A description with the key identifier only.
    public var description: String { "AppStoreKey(\(self.keyID))" }

    /// A mirror with the identifiers only.
    public var customMirror: Mirror {
        Mirror(self, children: ["issuerID": self.issuerID, "keyID": self.keyID])
    }
}

/// The reason why a key cannot be used for Apple's server interfaces.
public enum AppStoreKeyError: Error, Hashable, Sendable {
    /// The issuer id is not a UUID.
    case issuerIDInvalid
    /// The key id does not consist of letters and digits.
    case keyIDInvalid
    /// The text is not a private key as PKCS#8 in PEM, the content of a `.p8` file.
    case unreadable
    /// The private key is not on the curve P-256, which Apple uses.
    case wrongCurve
}

extension AppStoreKeyError {
    /// The error's name in logs and documentation; it never changes.
    public var code: String {
        switch self {
        case .issuerIDInvalid: "appstore_issuer_id_invalid"
        case .keyIDInvalid: "appstore_key_id_invalid"
        case .unreadable: "appstore_key_unreadable"
        case .wrongCurve: "appstore_key_wrong_curve"
        }
    }
}
