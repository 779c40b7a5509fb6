package import AppStore
package import Ledger

/// Signs passes.
///
/// A pass begins and ends by real time, as every bearer token: whoever checks it has no other clock. What is in it, and until
/// when, is by the clock of the App Store that the books follow.
package struct PassDesk: Sendable {
    /// Who signs, as passes say.
    package static let issuer = "purser"

    private let keys: PassKeyRing
    private let now: @Sendable () -> Instant

    /// A desk that signs with these keys; `now` is real time.
    package init(keys: PassKeyRing, now: @escaping @Sendable () -> Instant) {
        self.keys = keys
        self.now = now
    }

    /// A pass of what a customer may use, as it was answered: the rights that are active.
    package func pass(for answer: CustomerEntitlements, in app: AppName) throws(PassError) -> EntitlementPass {
        let signedAt = self.now()
        let expiresAt = signedAt + EntitlementPass.life
        let rights = answer.entitlements.filter(\.isActive).map { entitlement in
            var members = [
                JSONMember(key: "right", value: .string(entitlement.right.rawValue)),
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
            JSONMember(key: "rights", value: .array(rights)),
        ])
        return EntitlementPass(compact: compact, expiresAt: expiresAt)
    }

    /// The public halves of the keys as a JSON Web Key Set (RFC 7517).
    package func publicKeys() throws(PassError) -> JSONValue {
        .object([JSONMember(key: "keys", value: .array(try self.keys.published().map(\.publicJWK)))])
    }
}
