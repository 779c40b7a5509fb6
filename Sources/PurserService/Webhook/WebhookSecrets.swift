import Crypto
import Foundation
package import Ledger
import Notation
import Synchronization

/// The secrets that sign webhooks by Standard Webhooks 1.0.0.
///
/// All of them are derived from one key in its own file: the secret of an endpoint is HKDF-SHA256 (RFC 5869) of the
/// key, the endpoint's id, the kind and the number of its generation. So neither the database nor its backups contain a
/// secret, and a rotation only increments the number. Signatures with two generations at once make a rotation without a
/// gap.
package final class WebhookSecrets: Sendable {
    private struct Name: Hashable {
        let endpoint: WebhookID
        let generation: Int
        let kind: WebhookSignatureKind
    }

    private enum Key {
        case hmac(SymmetricKey)
        case ed25519(Curve25519.Signing.PrivateKey)
    }

    private struct State {
        /// The key, with its name; `nil` before it was read.
        var key: SymmetricKey?
        var fingerprint: String?
        /// The recently derived keys.
        var derived: [Name: Key] = [:]
    }

    /// The maximum number of cached derived keys.
    private static let memory = 4096

    private let file: SigningKeyFile?
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let mayMake: Bool
    private let state = Mutex(State())

    /// Creates secrets from the key in the file at a path, which is created when the first secret is revealed.
    ///
    /// Without a path the key is kept in memory only. Where `mayMake` is false, an absent file is an error.
    package init(path: String?, ambient: Ambient, mayMake: Bool = true) {
        self.file = path.map(SigningKeyFile.init)
        self.randomBytes = ambient.randomBytes
        self.mayMake = mayMake
    }

    /// Returns the secret for the receiver, once: `whsec_` and the secret, or `whpk_` and the public key.
    ///
    /// Creates the key file if it does not exist yet.
    package func revealed(
        endpoint: WebhookID,
        generation: Int,
        kind: WebhookSignatureKind
    ) throws(WebhookSecretsError) -> String {
        switch try self.key(Name(endpoint: endpoint, generation: generation, kind: kind), mayMake: true) {
        case .hmac(let key): "whsec_" + Data(Self.bytes(key)).base64EncodedString()
        case .ed25519(let key): "whpk_" + key.publicKey.rawRepresentation.base64EncodedString()
        }
    }

    /// Returns sixteen hexadecimal digits that identify the key without revealing it; `nil` while there is no key.
    ///
    /// The fingerprint is stored with the endpoints, and shows whether a database and a key belong together.
    package func fingerprint() throws(WebhookSecretsError) -> String? {
        try self.state.withLock { state throws(WebhookSecretsError) in
            guard let key = try self.master(&state) else { return nil }
            return Self.fingerprint(of: key, &state)
        }
    }

    /// Returns thirty-two bytes for a term of the pass keys, which cannot be derived without this key.
    package func passKey(term: Int64) throws(WebhookSecretsError) -> [UInt8] {
        try self.state.withLock { state throws(WebhookSecretsError) in
            guard let master = try self.master(&state) else { throw self.missing }
            return Self.bytes(Self.derive(master, info: "purser pass key \(term)", byteCount: 32))
        }
    }

    /// Returns the thirty-two byte key that encrypts stored receipts; creates the key file if it does not exist yet.
    package func receiptKey() throws(WebhookSecretsError) -> [UInt8] {
        try self.sealingKey(info: "purser kept receipts")
    }

    /// Returns the thirty-two byte key that encrypts the second factors of operators; creates the key file if it does
    /// not exist yet.
    package func secondFactorKey() throws(WebhookSecretsError) -> [UInt8] {
        try self.sealingKey(info: "purser second factors")
    }

    private func sealingKey(info: String) throws(WebhookSecretsError) -> [UInt8] {
        try self.state.withLock { state throws(WebhookSecretsError) in
            let master = if let known = try self.master(&state) { known } else { try self.make(&state) }
            return Self.bytes(Self.derive(master, info: info, byteCount: 32))
        }
    }

    /// Returns the fingerprint of the key, which is created if it does not exist yet.
    package func establishedFingerprint() throws(WebhookSecretsError) -> String {
        try self.state.withLock { state throws(WebhookSecretsError) in
            if let key = try self.master(&state) { return Self.fingerprint(of: key, &state) }
            return Self.fingerprint(of: try self.make(&state), &state)
        }
    }

    /// Throws where an endpoint's secrets were derived from another key, because its receiver would reject every
    /// message.
    ///
    /// An endpoint without a fingerprint was created before fingerprints were stored.
    func check(_ fingerprint: String?) throws(WebhookSecretsError) {
        guard let fingerprint, let present = try self.fingerprint() else { return }
        guard fingerprint == present else { throw .changed(path: self.file?.path ?? "") }
    }

    /// Returns the three headers of Standard Webhooks for one attempt to send a body.
    ///
    /// - Parameters:
    ///   - id: The message's id, the same at every attempt; it contains no dot.
    ///   - now: The instant of the attempt.
    ///   - body: The exact bytes of the body.
    ///   - endpoint: The endpoint.
    ///   - generations: The generations whose secrets sign, in this order; two during a rotation.
    ///   - kind: The kind of signature.
    /// - Returns: The names and values of the headers.
    /// - Throws: `missing` where the key file is missing, instead of signing with another key.
    package func headers(
        id: String,
        at now: Instant,
        body: [UInt8],
        endpoint: WebhookID,
        generations: [Int],
        kind: WebhookSignatureKind
    ) throws(WebhookSecretsError) -> [(String, String)] {
        precondition(!id.utf8.contains(UInt8(ascii: ".")), "The id of a message contains no dot.")
        let seconds = String(now.milliseconds / 1000)
        let content = Array("\(id).\(seconds).".utf8) + body
        var signatures = ""
        for generation in generations {
            if !signatures.isEmpty { signatures += " " }
            switch try self.key(Name(endpoint: endpoint, generation: generation, kind: kind), mayMake: false) {
            case .hmac(let key):
                let code = HMAC<SHA256>.authenticationCode(for: content, using: key)
                signatures += "v1," + Data(code).base64EncodedString()
            case .ed25519(let key):
                guard let signature = try? key.signature(for: content) else { throw .signing }
                signatures += "v1a," + signature.base64EncodedString()
            }
        }
        return [("webhook-id", id), ("webhook-timestamp", seconds), ("webhook-signature", signatures)]
    }

    /// The error for a missing key file.
    var missing: WebhookSecretsError { .missing(path: self.file?.path ?? "") }

    private func key(_ name: Name, mayMake: Bool) throws(WebhookSecretsError) -> Key {
        try self.state.withLock { state throws(WebhookSecretsError) in
            if let known = state.derived[name] { return known }
            var master = try self.master(&state)
            if master == nil, mayMake || self.file == nil { master = try self.make(&state) }
            guard let master else { throw self.missing }
            let info = "purser webhook \(name.kind.rawValue) \(name.generation) \(name.endpoint.rawValue)"
            let bytes = Self.derive(master, info: info, byteCount: 32)
            let key: Key
            switch name.kind {
            case .hmac: key = .hmac(bytes)
            case .ed25519:
                guard
                    let signer = try? Curve25519.Signing.PrivateKey(
                        rawRepresentation: Self.bytes(bytes)
                    )
                else { throw .signing }
                key = .ed25519(signer)
            }
            if state.derived.count >= Self.memory { state.derived = [:] }
            state.derived[name] = key
            return key
        }
    }

    /// Returns the key of the file, if there is one.
    private func master(_ state: inout State) throws(WebhookSecretsError) -> SymmetricKey? {
        if let key = state.key { return key }
        guard let bytes = try self.file?.read() else { return nil }
        let key = SymmetricKey(data: bytes)
        state.key = key
        return key
    }

    private func make(_ state: inout State) throws(WebhookSecretsError) -> SymmetricKey {
        guard self.mayMake else { throw self.missing }
        let bytes = self.randomBytes(SigningKeyFile.keyByteCount)
        try self.file?.write(bytes)
        let key = SymmetricKey(data: bytes)
        state.key = key
        return key
    }

    private static func fingerprint(of key: SymmetricKey, _ state: inout State) -> String {
        if let known = state.fingerprint { return known }
        let text = Hexadecimal.text(Self.bytes(Self.derive(key, info: "purser webhook key", byteCount: 8)))
        state.fingerprint = text
        return text
    }

    private static func derive(_ key: SymmetricKey, info: String, byteCount: Int) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array(info.utf8), outputByteCount: byteCount)
    }

    private static func bytes(_ key: SymmetricKey) -> [UInt8] {
        unsafe key.withUnsafeBytes { bytes in unsafe Array(bytes) }
    }
}
