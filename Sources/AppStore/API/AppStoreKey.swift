import Crypto
public import Foundation

/// An In-App Purchase key from App Store Connect, with the identifiers that belong to it.
///
/// It signs the bearer tokens of every server interface of Apple's, and offers. What it holds is never shown: not by
/// `description`, nor by a mirror.
public struct AppStoreKey: Sendable {
    /// The issuer's id from the Keys page of App Store Connect, a UUID.
    public let issuerID: String
    /// The key's id, usually ten letters and digits.
    public let keyID: String
    private let privateKey: P256.Signing.PrivateKey

    /// Reads the content of a `.p8` file.
    ///
    /// - Parameters:
    ///   - issuerID: The issuer's id.
    ///   - keyID: The key's id.
    ///   - pem: PEM of PKCS#8.
    /// - Throws: Which of them cannot be right.
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

    /// Reads the content of a `.p8` file as it was read from the disk.
    ///
    /// - Parameters:
    ///   - issuerID: The issuer's id.
    ///   - keyID: The key's id.
    ///   - pem: The bytes of PEM of PKCS#8.
    /// - Throws: Which of them cannot be right.
    public init(issuerID: String, keyID: String, pem: some DataProtocol) throws(AppStoreKeyError) {
        try self.init(issuerID: issuerID, keyID: keyID, pem: String(decoding: pem, as: UTF8.self))
    }

    /// The public half as PEM, for those who check signatures.
    public var publicKeyPEM: String { self.privateKey.publicKey.pemRepresentation }

    /// A compact JWS of these claims: ES256, with `alg`, `kid` and `typ` in its header (RFC 7515).
    ///
    /// Each call makes another signature.
    ///
    /// - Throws: ``AppStoreError/signingFailed``, when the library cannot sign.
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

    /// The DER of an ECDSA signature with SHA-256 over these bytes.
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
    /// The key's id alone.
    public var description: String { "AppStoreKey(\(self.keyID))" }

    /// The identifiers alone.
    public var customMirror: Mirror {
        Mirror(self, children: ["issuerID": self.issuerID, "keyID": self.keyID])
    }
}

/// Why a key cannot be used for Apple's server interfaces.
public enum AppStoreKeyError: Error, Hashable, Sendable {
    /// The issuer id is not a UUID.
    case issuerIDInvalid
    /// The key id is not made of letters and digits.
    case keyIDInvalid
    /// The text is not a private key in PEM of PKCS#8, the content of a `.p8` file.
    case unreadable
    /// The key is a private key, but not on the curve P-256 that Apple uses.
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
