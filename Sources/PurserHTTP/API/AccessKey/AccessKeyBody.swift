import AppStore
package import Ledger
package import PurserService

/// A key as our JSON; the key itself is not in it, because nobody has it any more.
package struct AccessKeyBody: Codable, Hashable, Sendable {
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
    package init(_ key: AccessKey, text: String? = nil, nothing: NoChange.Code? = nil) {
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

extension AccessKeyBody {
    /// The form of the body.
    static let schema = APISchema.named(
        "Key",
        .object(
            .required("id", .string(), "Its name for people and addresses; no secret."),
            .optional("app", .string(), "The app; absent for a key of all apps."),
            .required("kind", .enumeration("secret", "publishable", "operator"), "What it is for."),
            .optional("scopes", .array(of: .enumeration(AccessScope.allCases.map(\.rawValue))), "Of a secret key."),
            .optional("role", .enumeration(OperatorRole.allCases.map(\.rawValue)), "Of an operator's key."),
            .required("name", .string(), "What its maker calls it."),
            .required("createdAt", .instant),
            .required("createdBy", .string(), "Who made it: a user of the machine, or a key's `id`."),
            .optional("revokedAt", .instant, "Since when it opens nothing."),
            .optional("revokedBy", .string()),
            .optional("lastUsedAt", .instant, "To the minute."),
            .optional("key", .string(), "The key itself: in the answer that makes it, and never again."),
            .nothing
        )
    )
}

/// The body of `POST /v1/keys`, read strictly.
struct AccessKeyRequest {
    /// The fields that are read.
    static let fields = ["kind", "scopes", "role", "name", "app", "reason"]
    /// The largest body in bytes.
    static let maximumBody = 16 * 1024

    /// The app that the key is to belong to, where the body says so.
    let app: AppName?
    /// What it is for.
    let grant: AccessKey.Grant
    /// What it is called.
    let title: String
    /// Why it is made.
    let reason: String?

    /// Reads a body.
    init(json: [UInt8]) throws {
        let fields = try RequestFields(members: RequestFields.members(json: json), fields: Self.fields, path: "")
        let kind = try Self.text("kind", fields)
        guard let kind else { throw RequestFields.missing("kind") }
        guard let title = try Self.text("name", fields) else { throw RequestFields.missing("name") }
        self.title = title
        self.app = try Self.text("app", fields).map { AppName($0) }
        self.reason = try Self.text("reason", fields)
        let scopes = try Self.scopes(fields)
        let role = try Self.role(fields)
        switch kind {
        case "secret":
            guard role == nil else { throw RequestFields.wrongType("role", "A secret key has scopes and no role.") }
            self.grant = .secret(scopes ?? [])
        case "publishable":
            guard role == nil else { throw RequestFields.wrongType("role", "A publishable key has no role.") }
            guard scopes == nil else { throw RequestFields.wrongType("scopes", "A publishable key has no scopes.") }
            self.grant = .publishable
        case "operator":
            guard scopes == nil else {
                throw RequestFields.wrongType("scopes", "An operator's key has a role and no scopes.")
            }
            guard let role else { throw RequestFields.missing("role") }
            self.grant = .operator(role)
        default: throw RequestFields.wrongType("kind", "Use secret, publishable or operator.")
        }
    }

    private static func scopes(_ fields: RequestFields) throws -> Set<AccessScope>? {
        switch fields["scopes"] {
        case nil, .null: return nil
        case .array(let entries):
            return Set(
                try entries.map { entry in
                    guard case .string(let text) = entry, let scope = AccessScope(rawValue: text) else {
                        throw RequestFields.wrongType("scopes", "Use read, write and admin.")
                    }
                    return scope
                }
            )
        default: throw RequestFields.wrongType("scopes", "This must be a list of read, write and admin.")
        }
    }

    private static func role(_ fields: RequestFields) throws -> OperatorRole? {
        guard let text = try Self.text("role", fields) else { return nil }
        guard let role = OperatorRole(rawValue: text) else {
            throw RequestFields.wrongType(
                "role",
                "Use \(OperatorRole.allCases.map(\.rawValue).joined(separator: ", "))."
            )
        }
        return role
    }

    private static func text(_ field: String, _ fields: RequestFields) throws -> String? {
        switch fields[field] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw RequestFields.wrongType(field, "This must be a string.")
        }
    }
}
