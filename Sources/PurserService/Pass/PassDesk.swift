package import AppStore
package import Ledger

/// Signs passes.
package struct PassDesk: Sendable {
    /// Who signs, as passes say.
    package static let issuer = "purser"

    private let keys: PassKeyRing

    /// A desk that signs with these keys.
    package init(keys: PassKeyRing) {
        self.keys = keys
    }

    /// A pass of what a customer may use, as it was answered: the rights that are active.
    package func pass(for answer: CustomerEntitlements, in app: AppName) throws(PassError) -> EntitlementPass {
        let expiresAt = answer.at + EntitlementPass.life
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
            JSONMember(key: "iat", value: .number(String(answer.at.milliseconds / 1000))),
            JSONMember(key: "exp", value: .number(String(expiresAt.milliseconds / 1000))),
            JSONMember(key: "rights", value: .array(rights)),
        ])
        return EntitlementPass(compact: compact, expiresAt: expiresAt)
    }

    /// The public halves of the keys as a JSON Web Key Set (RFC 7517).
    package func publicKeys() throws(PassError) -> JSONValue {
        .object([JSONMember(key: "keys", value: .array(try self.keys.published().map(\.publicJWK)))])
    }
}
