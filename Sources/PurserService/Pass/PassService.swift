package import AppStore
package import Ledger

/// Signs passes.
///
/// A pass's own validity is real time, as that of every bearer token, because its verifier has no other clock. The
/// entitlements in it, and their expiry, follow the clock of the App Store that the ledger follows.
package struct PassService: Sendable {
    /// The issuer (`iss`) of a pass.
    package static let issuer = "purser"

    private let keys: PassKeyRing
    private let now: @Sendable () -> Instant

    /// Creates a service that signs with these keys; `now` returns real time.
    package init(keys: PassKeyRing, now: @escaping @Sendable () -> Instant) {
        self.keys = keys
        self.now = now
    }

    /// Returns a pass with the customer's active entitlements.
    package func pass(for answer: CustomerEntitlements, in app: AppName) throws(PassError) -> EntitlementPass {
        let signedAt = self.now()
        let expiresAt = signedAt + EntitlementPass.life
        let entitlements = answer.entitlements.filter(\.isActive).map { entitlement in
            var members = [
                JSONMember(key: "name", value: .string(entitlement.name.rawValue)),
                JSONMember(key: "environment", value: .string(entitlement.environment.rawValue)),
            ]
            if let until = entitlement.until {
                members.append(JSONMember(key: "until", value: .string(until.rfc3339)))
            }
            return JSONValue.object(members)
        }
        let compact = try self.keys.signing().sign([
            JSONMember(key: "iss", value: .string(Self.issuer)),
            JSONMember(key: "aud", value: .string(app.rawValue)),
            JSONMember(key: "sub", value: .string(answer.customer.rawValue)),
            JSONMember(key: "iat", value: .number(String(signedAt.milliseconds / 1000))),
            JSONMember(key: "exp", value: .number(String(expiresAt.milliseconds / 1000))),
            JSONMember(key: "environment", value: .string(answer.environment.rawValue)),
            JSONMember(key: "entitlements", value: .array(entitlements)),
        ])
        return EntitlementPass(compact: compact, expiresAt: expiresAt)
    }

    /// Returns the public keys as a JSON Web Key Set (RFC 7517).
    package func publicKeys() throws(PassError) -> JSONValue {
        .object([JSONMember(key: "keys", value: .array(try self.keys.published().map(\.publicJWK)))])
    }
}

/// A customer's entitlements at an instant, signed for clients that cannot call the server; valid for ten minutes.
package struct EntitlementPass: Hashable, Sendable {
    /// The time for which a pass is valid.
    package static let life = Span.minutes(10)

    /// The compact JWS.
    package let compact: String
    /// The instant at which the pass expires.
    package let expiresAt: Instant
}

/// Why a pass could not be signed.
package enum PassError: Error, Hashable, Sendable {
    /// Other users of the machine can read the key file.
    case exposed(path: String)
    /// The key file has a content that the server did not write.
    case unreadable(path: String)
    /// The key file could not be written.
    case unwritable(path: String)
    /// The crypto library could not create a key or a signature.
    case signing

    /// Creates the error for a failure to derive the keys that all nodes share.
    package init(_ error: WebhookSecretsError) {
        switch error {
        case .exposed(let path): self = .exposed(path: path)
        case .unwritable(let path): self = .unwritable(path: path)
        case .unreadable(let path), .missing(let path), .changed(let path): self = .unreadable(path: path)
        case .signing: self = .signing
        }
    }

    /// The stable code.
    package var code: String {
        switch self {
        case .exposed: "pass_keys_exposed"
        case .unreadable: "pass_keys_unreadable"
        case .unwritable: "pass_keys_unwritable"
        case .signing: "pass_signing_failed"
        }
    }

    /// The remedy, as one sentence.
    package var remedy: String {
        switch self {
        case .exposed(let path): "Other users can read \(path). Restrict its permissions: chmod 600 \(path)"
        case .unreadable(let path): "\(path) is damaged. Remove it; the server then creates new keys."
        case .unwritable(let path): "\(path) cannot be written. Check the folder's permissions and the free space."
        case .signing: "The pass could not be signed; try again."
        }
    }
}
