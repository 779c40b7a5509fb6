import Crypto
import Foundation
package import Ledger
import Notation
import Synchronization

/// The secrets that sign what webhooks are sent, by Standard Webhooks 1.0.0.
///
/// All of them come from one key in a file of its own: that of an endpoint is HKDF-SHA256 (RFC 5869) of the key, the
/// endpoint's id, the kind and the number of its generation. So none lies in the database or in its backups, and a new
/// one needs nothing but the next number. Endpoints that sign with two generations at once change theirs without a gap.
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
        /// What the rest is derived from, and what names it; `nil` before it was read.
        var key: SymmetricKey?
        var fingerprint: String?
        /// What was derived lately.
        var derived: [Name: Key] = [:]
    }

    /// How many derived keys are remembered.
    private static let memory = 4096

    private let file: SigningKeyFile?
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let mayMake: Bool
    private let state = Mutex(State())

    /// The secrets of the key in the file at a path, which is made when the first secret is given out.
    ///
    /// Without a path the key lives in memory only. Unless they `mayMake` it, a key that is not there is missing.
    package init(path: String?, ambient: Ambient, mayMake: Bool = true) {
        self.file = path.map(SigningKeyFile.init)
        self.randomBytes = ambient.randomBytes
        self.mayMake = mayMake
    }

    /// What the receiver is told, once: `whsec_` and the secret, or `whpk_` and the public half of the key.
    ///
    /// Makes the file of the key if there is none yet.
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

    /// Sixteen hexadecimal digits that name the key and tell nothing of it; `nil` as long as there is none.
    ///
    /// Kept beside the endpoints, they show that a database and a key belong together.
    package func fingerprint() throws(WebhookSecretsError) -> String? {
        try self.state.withLock { state throws(WebhookSecretsError) in
            guard let key = try self.master(&state) else { return nil }
            return Self.fingerprint(of: key, &state)
        }
    }

    /// Thirty-two bytes that belong to a term of the keys that sign passes, and that nobody can tell without this key.
    package func passKey(term: Int64) throws(WebhookSecretsError) -> [UInt8] {
        try self.state.withLock { state throws(WebhookSecretsError) in
            guard let master = try self.master(&state) else { throw self.missing }
            return Self.bytes(Self.derive(master, info: "purser pass key \(term)", byteCount: 32))
        }
    }

    /// Thirty-two bytes with which stored receipts are encrypted; makes the file of the key if there is none yet.
    package func receiptKey() throws(WebhookSecretsError) -> [UInt8] {
        try self.state.withLock { state throws(WebhookSecretsError) in
            let master = if let known = try self.master(&state) { known } else { try self.make(&state) }
            return Self.bytes(Self.derive(master, info: "purser kept receipts", byteCount: 32))
        }
    }

    /// The fingerprint of the key, which is made if there is none yet.
    package func establishedFingerprint() throws(WebhookSecretsError) -> String {
        try self.state.withLock { state throws(WebhookSecretsError) in
            if let key = try self.master(&state) { return Self.fingerprint(of: key, &state) }
            return Self.fingerprint(of: try self.make(&state), &state)
        }
    }

    /// Refuses to go on where an endpoint's secrets came from another key: its receiver would take nothing.
    ///
    /// Without a fingerprint beside it the endpoint is from before there were any.
    func check(_ fingerprint: String?) throws(WebhookSecretsError) {
        guard let fingerprint, let present = try self.fingerprint() else { return }
        guard fingerprint == present else { throw .changed(path: self.file?.path ?? "") }
    }

    /// The three headers of Standard Webhooks for one attempt to send a body.
    ///
    /// - Parameters:
    ///   - id: The message's id, the same at every attempt; it holds no dot.
    ///   - now: The instant of the attempt.
    ///   - body: Exactly the bytes that are sent.
    ///   - endpoint: Who receives events.
    ///   - generations: Whose secrets sign, in this order; two while the receiver changes his.
    ///   - kind: How it is signed.
    /// - Returns: Names and values of the headers.
    /// - Throws: `missing` when the key is gone, rather than to sign with another one.
    package func headers(
        id: String,
        at now: Instant,
        body: [UInt8],
        endpoint: WebhookID,
        generations: [Int],
        kind: WebhookSignatureKind
    ) throws(WebhookSecretsError) -> [(String, String)] {
        precondition(!id.utf8.contains(UInt8(ascii: ".")), "The id of a message holds no dot.")
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

    /// Says that the key is gone.
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

    /// The key of the file, if there is one.
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
