package import AppStore
import Crypto
package import Ledger

/// A key pair that signs passes; clients verify passes with its public key.
package struct PassKey: Sendable {
    /// The key's id in a pass's header (`kid`): the thumbprint of its public key (RFC 7638).
    package let id: String
    /// The instant at which the key was created.
    package let createdAt: Instant
    private let privateKey: P256.Signing.PrivateKey

    /// Creates a key from random bytes.
    init(randomBytes: (Int) -> [UInt8], at now: Instant) throws(PassError) {
        // Almost all 32-byte numbers are valid P-256 keys; invalid ones are drawn again.
        for _ in 0..<8 {
            if let key = Self(rawRepresentation: randomBytes(32), createdAt: now) {
                self = key
                return
            }
        }
        throw .signing
    }

    /// Creates a key from its stored bytes; `nil` where they are not a valid key.
    init?(rawRepresentation: [UInt8], createdAt: Instant) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: rawRepresentation) else { return nil }
        self.privateKey = key
        self.createdAt = createdAt
        let (x, y) = Self.coordinates(of: key)
        let canonical = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
        let digest = SHA256.hash(data: Array(canonical.utf8))
        self.id = String(decoding: Base64URL.encode(Array(digest)), as: UTF8.self)
    }

    /// The bytes to store.
    var rawRepresentation: [UInt8] { Array(self.privateKey.rawRepresentation) }

    /// The public key as a JSON Web Key (RFC 7517).
    package var publicJWK: JSONValue {
        let (x, y) = Self.coordinates(of: self.privateKey)
        let members = [
            ("kty", "EC"), ("crv", "P-256"), ("x", x), ("y", y), ("use", "sig"), ("alg", "ES256"), ("kid", self.id),
        ]
        return .object(members.map { JSONMember(key: $0.0, value: .string($0.1)) })
    }

    /// Returns the claims as a compact JWS (RFC 7515), signed with ES256.
    func sign(_ claims: [JSONMember]) throws(PassError) -> String {
        let header = [("alg", "ES256"), ("kid", self.id), ("typ", "JWT")]
        let members = header.map { JSONMember(key: $0.0, value: .string($0.1)) }
        let dot = UInt8(ascii: ".")
        let content =
            Base64URL.encode(JSONValue.object(members).json()) + [dot]
            + Base64URL.encode(JSONValue.object(claims).json())
        guard let signature = try? self.privateKey.signature(for: content) else { throw .signing }
        let text = content + [dot] + Base64URL.encode(Array(signature.rawRepresentation))
        return String(decoding: text, as: UTF8.self)
    }

    private static func coordinates(of key: P256.Signing.PrivateKey) -> (x: String, y: String) {
        let point = Array(key.publicKey.rawRepresentation)
        let halves = [point[..<32], point[32...]].map { String(decoding: Base64URL.encode($0), as: UTF8.self) }
        return (halves[0], halves[1])
    }
}

extension PassKey: CustomStringConvertible, CustomReflectable {
    /// The key's id; never its private key.
    package var description: String { "PassKey(\(self.id))" }

    /// The key's id; never its private key.
    package var customMirror: Mirror { Mirror(self, children: ["id": self.id]) }
}

/// The file that stores the pass keys.
struct PassKeyFile: Sendable {
    /// The largest size of the file; two keys need far less.
    private static let maximumBytes = 64 * 1024

    /// The path of the file.
    let path: String

    /// Returns the keys, oldest first; an empty array where the file does not exist yet.
    func read() throws(PassError) -> [PassKey] {
        let content: [UInt8]?
        do throws(SecretFile.Trouble) {
            content = try SecretFile(path: self.path).read(limitBytes: Self.maximumBytes)
        } catch {
            throw self.error(error)
        }
        guard let content else { return [] }
        guard let json = try? JSONValue(json: content), case .array(let entries)? = json["keys"], !entries.isEmpty
        else {
            throw .unreadable(path: self.path)
        }
        var keys: [PassKey] = []
        for entry in entries {
            guard case .number(let created)? = entry["createdAt"], let milliseconds = Int64(created),
                case .string(let text)? = entry["privateKey"], let raw = Base64URL.decode(Array(text.utf8)),
                let key = PassKey(rawRepresentation: raw, createdAt: Instant(milliseconds: milliseconds))
            else { throw .unreadable(path: self.path) }
            keys.append(key)
        }
        return keys
    }

    /// Replaces the file's content atomically.
    func write(_ keys: [PassKey]) throws(PassError) {
        let entries = keys.map { key in
            JSONValue.object([
                JSONMember(key: "createdAt", value: .number(String(key.createdAt.milliseconds))),
                JSONMember(
                    key: "privateKey",
                    value: .string(String(decoding: Base64URL.encode(key.rawRepresentation), as: UTF8.self))
                ),
            ])
        }
        let json = JSONValue.object([JSONMember(key: "keys", value: .array(entries))]).json()
        do throws(SecretFile.Trouble) {
            try SecretFile(path: self.path).write(json)
        } catch {
            throw self.error(error)
        }
    }

    private func error(_ trouble: SecretFile.Trouble) -> PassError {
        switch trouble {
        case .exposed: .exposed(path: self.path)
        case .unreadable: .unreadable(path: self.path)
        case .unwritable: .unwritable(path: self.path)
        }
    }
}
