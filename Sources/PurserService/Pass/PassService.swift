package import AppStore
package import Ledger

/// Signs passes.
///
/// A pass begins and ends by real time, as every bearer token: whoever checks it has no other clock. What is in it, and
/// until when, is by the clock of the App Store that the ledger follows.
package struct PassService: Sendable {
    /// Who signs, as passes say.
    package static let issuer = "purser"

    private let keys: PassKeyRing
    private let now: @Sendable () -> Instant

    /// A service that signs with these keys; `now` is real time.
    package init(keys: PassKeyRing, now: @escaping @Sendable () -> Instant) {
        self.keys = keys
        self.now = now
    }

    /// A pass of what a customer may use, as it was answered: the entitlements that are active.
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

    /// The public halves of the keys as a JSON Web Key Set (RFC 7517).
    package func publicKeys() throws(PassError) -> JSONValue {
        .object([JSONMember(key: "keys", value: .array(try self.keys.published().map(\.publicJWK)))])
    }
}

/// A customer's entitlements at an instant, signed, for whoever cannot ask: good for ten minutes.
package struct EntitlementPass: Hashable, Sendable {
    /// How long one is good.
    package static let life = Span.minutes(10)

    /// The compact JWS.
    package let compact: String
    /// From when on it is good no longer.
    package let expiresAt: Instant
}

/// Why a pass could not be signed.
package enum PassError: Error, Hashable, Sendable {
    /// The file of keys can be read by others than its owner.
    case exposed(path: String)
    /// The file of keys is not one that was written here.
    case unreadable(path: String)
    /// The file of keys could not be written.
    case unwritable(path: String)
    /// The crypto library could not make a key or sign.
    case signing

    /// What is wrong with the key that all nodes share.
    package init(_ error: WebhookSecretsError) {
        switch error {
        case .exposed(let path): self = .exposed(path: path)
        case .unwritable(let path): self = .unwritable(path: path)
        case .unreadable(let path), .missing(let path), .changed(let path): self = .unreadable(path: path)
        case .signing: self = .signing
        }
    }

    /// A stable code.
    package var code: String {
        switch self {
        case .exposed: "pass_keys_exposed"
        case .unreadable: "pass_keys_unreadable"
        case .unwritable: "pass_keys_unwritable"
        case .signing: "pass_signing_failed"
        }
    }

    /// What to do about it, in one sentence.
    package var remedy: String {
        switch self {
        case .exposed(let path): "Others can read \(path); take their permissions away: chmod 600 \(path)"
        case .unreadable(let path): "\(path) is damaged; remove it, and new keys are made."
        case .unwritable(let path): "\(path) cannot be written; look at the folder's permissions and at the space left."
        case .signing: "The pass could not be signed; try again."
        }
    }
}
