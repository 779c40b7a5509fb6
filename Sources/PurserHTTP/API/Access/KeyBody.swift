package import Ledger
package import PurserService

/// A key as our JSON; the key itself is not in it, because nobody has it any more.
package struct KeyBody: Codable, Hashable, Sendable {
    /// Its name for people and addresses.
    package let id: String
    /// The app; absent for a key of all apps.
    package let app: String?
    /// `secret`, `publishable` or `operator`.
    package let kind: String
    /// What a secret key is for.
    package let scopes: [String]?
    /// What an operator's key may do.
    package let role: String?
    /// What it is called.
    package let name: String
    /// When it was made.
    package let createdAt: String
    /// Who made it.
    package let createdBy: String
    /// When it was revoked, if it was.
    package let revokedAt: String?
    /// Who revoked it.
    package let revokedBy: String?
    /// When it was used last, to the minute.
    package let lastUsedAt: String?
    /// The key itself; in the answer that makes it, and never again.
    package let key: String?
    /// Why nothing was done, where it was to be revoked and was so already.
    package let nothing: String?

    /// The body of a key, with its text where it has just been made.
    package init(_ key: AccessKey, text: String? = nil, nothing: NothingDone.Code? = nil) {
        self.id = key.id.rawValue
        self.app = key.app?.rawValue
        self.kind = key.grant.kind
        switch key.grant {
        case .secret(let scopes):
            self.scopes = AccessScope.allCases.filter(scopes.contains).map(\.rawValue)
            self.role = nil
        case .publishable:
            self.scopes = nil
            self.role = nil
        case .operator(let role):
            self.scopes = nil
            self.role = role.rawValue
        }
        self.name = key.title
        self.createdAt = key.createdAt.rfc3339
        self.createdBy = key.createdBy
        self.revokedAt = key.revocation?.at.rfc3339
        self.revokedBy = key.revocation?.by
        self.lastUsedAt = key.lastUsedAt?.rfc3339
        self.key = text
        self.nothing = nothing?.rawValue
    }
}
