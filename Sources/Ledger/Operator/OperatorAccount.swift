/// A person who signs in to the dashboard.
///
/// The password is stored as an encoded scrypt hash, and the secret of the second factor is encrypted; the caller does
/// both, because the ledger imports no cryptography.
package struct OperatorAccount: Hashable, Sendable {
    /// The name, with which the person signs in and which the audit log contains.
    package let name: OperatorName
    /// The role, which decides what the person may see and do.
    package var role: OperatorRole
    /// The encoded hash of the password; `nil` until the person has set one.
    package var password: String?
    /// The second factor; `nil` where the person has none.
    package var secondFactor: SecondFactor?
    /// The open invitation; `nil` where there is none.
    package var invitation: Invitation?
    /// The instant at which the account was created.
    package let createdAt: Instant
    /// The name of the operator or key that created it.
    package let createdBy: String

    /// A secret from which an app computes one-time codes (RFC 6238).
    package struct SecondFactor: Hashable, Sendable {
        /// The encrypted secret.
        package let sealedSecret: [UInt8]
        /// The number of the 30-second step whose code was used last; no code of it or of an earlier step is accepted
        /// again.
        package var usedStep: Int64

        /// Creates a second factor.
        package init(sealedSecret: [UInt8], usedStep: Int64) {
            self.sealedSecret = sealedSecret
            self.usedStep = usedStep
        }
    }

    /// A link with which the person sets a password, once.
    package struct Invitation: Hashable, Sendable {
        /// How long a link is valid: over a weekend.
        package static let validity = Span.days(3)

        /// The SHA-256 of the token in the link; the token itself is shown once.
        package let digest: ContentDigest
        /// The instant from which the link is invalid.
        package let expiresAt: Instant

        /// Creates an invitation.
        package init(digest: ContentDigest, expiresAt: Instant) {
            self.digest = digest
            self.expiresAt = expiresAt
        }
    }

    /// Creates an account with these values.
    package init(
        name: OperatorName,
        role: OperatorRole,
        password: String? = nil,
        secondFactor: SecondFactor? = nil,
        invitation: Invitation? = nil,
        createdAt: Instant,
        createdBy: String
    ) {
        self.name = name
        self.role = role
        self.password = password
        self.secondFactor = secondFactor
        self.invitation = invitation
        self.createdAt = createdAt
        self.createdBy = createdBy
    }

    /// Whether the person can sign in.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// The person has a password.
        case active
        /// The person has a link with which they can set a password.
        case invited
        /// The person has neither.
        case expired
    }

    /// Returns whether the person can sign in at an instant.
    package func state(at now: Instant) -> State {
        self.password != nil ? .active : self.isInvited(at: now) ? .invited : .expired
    }

    /// Returns whether the link of the open invitation can be used.
    package func isInvited(at now: Instant) -> Bool {
        self.invitation.map { now < $0.expiresAt } ?? false
    }
}

/// The name of an operator.
package typealias OperatorName = Identifier<OperatorAccount>

extension OperatorName {
    /// The maximum length of a name.
    package static var maximumLength: Int { 64 }

    /// Creates a name from what a person typed; `nil` unless it has 1 to 64 letters, digits and `.`, `_`, `-`, `@`, `+`
    /// of ASCII, and begins with a letter or digit.
    ///
    /// Capital letters become small ones, so that names that look the same are the same. The beginning `key_` belongs
    /// to API keys, which the audit log names too.
    package init?(typed text: String) {
        let name = text.lowercased()
        guard (1...Self.maximumLength).contains(name.utf8.count), !name.hasPrefix("key_") else { return nil }
        for (place, byte) in name.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): continue
            case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "+"):
                guard place > 0 else { return nil }
            default: return nil
            }
        }
        self.init(rawValue: name)
    }

    /// Whether the audit log uses the name for somebody else, so that no new operator gets it.
    ///
    /// It names the server, a rule, the configuration, or a user of the machine, who is a number where the machine has no
    /// name for them.
    package var isReserved: Bool {
        switch self.rawValue {
        case "server", "schedule", "configuration", "root", "unknown", "onrefund", "rescind_consent": true
        default: self.rawValue.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }
}
