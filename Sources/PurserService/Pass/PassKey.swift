package import AppStore
import Crypto
package import Ledger

/// A key that signs passes, and its public half for those who check them.
package struct PassKey: Sendable {
    /// Its name in a pass's header: the thumbprint of its public half (RFC 7638).
    package let id: String
    /// When it was made.
    package let createdAt: Instant
    private let privateKey: P256.Signing.PrivateKey

    /// A new key from random bytes.
    init(randomBytes: (Int) -> [UInt8], at now: Instant) throws(PassError) {
        // Nearly every number of 32 bytes is a key; the rest is tried again.
        for _ in 0..<8 {
            if let key = Self(rawRepresentation: randomBytes(32), createdAt: now) {
                self = key
                return
            }
        }
        throw .signing
    }

    /// A key from the bytes that it was kept as.
    init?(rawRepresentation: [UInt8], createdAt: Instant) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: rawRepresentation) else { return nil }
        self.privateKey = key
        self.createdAt = createdAt
        let (x, y) = Self.coordinates(of: key)
        let canonical = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
        let digest = SHA256.hash(data: Array(canonical.utf8))
        self.id = String(decoding: Base64URL.encode(Array(digest)), as: UTF8.self)
    }

    /// The bytes that it is kept as.
    var rawRepresentation: [UInt8] { Array(self.privateKey.rawRepresentation) }

    /// Its public half as a JSON Web Key (RFC 7517).
    package var publicJWK: JSONValue {
        let (x, y) = Self.coordinates(of: self.privateKey)
        let members = [
            ("kty", "EC"), ("crv", "P-256"), ("x", x), ("y", y), ("use", "sig"), ("alg", "ES256"), ("kid", self.id),
        ]
        return .object(members.map { JSONMember(key: $0.0, value: .string($0.1)) })
    }

    /// A compact JWS of these claims: ES256 (RFC 7515).
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
    /// The key's name alone.
    package var description: String { "PassKey(\(self.id))" }

    /// The key's name alone.
    package var customMirror: Mirror { Mirror(self, children: ["id": self.id]) }
}

/// The file in which the keys of passes are kept.
struct PassKeyFile: Sendable {
    /// Two keys are much fewer.
    private static let maximumBytes = 64 * 1024

    /// Its path.
    let path: String

    /// The keys in it, oldest first; none when there is no file yet.
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

    /// Replaces what is in it, as a whole.
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
