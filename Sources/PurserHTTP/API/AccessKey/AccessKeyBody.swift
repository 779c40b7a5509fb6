import AppStore
package import Ledger
package import PurserService

/// A key in JSON, without its text, which the server does not store.
package struct AccessKeyBody: Codable, Hashable, Sendable {
    /// The public identifier, for people and paths.
    package let id: String
    /// The app; absent for a key of all apps.
    package let app: String?
    /// `secret`, `publishable` or `operator`.
    package let kind: String
    /// The scopes of a secret key.
    package let scopes: [String]?
    /// The role of an operator's key.
    package let role: String?
    /// The name for people.
    package let name: String
    /// When it was created.
    package let createdAt: String
    /// Who created it.
    package let createdBy: String
    /// When it was revoked, if it was.
    package let revokedAt: String?
    /// Who revoked it.
    package let revokedBy: String?
    /// When it was last used, to the minute.
    package let lastUsedAt: String?
    /// The text of the key; only in the response that creates it.
    package let key: String?
    /// Why the request changed nothing, if the key was revoked already.
    package let nothing: String?

    /// Creates the body of a key, with its text if it was just created.
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
    /// The schema of the body.
    static let schema = APISchema.named(
        "Key",
        .object(
            .required("id", .string(), "The public identifier, for people and paths; it is not secret."),
            .optional("app", .string(), "The app; absent for a key of all apps."),
            .required("kind", .enumeration("secret", "publishable", "operator"), "The kind of key."),
            .optional(
                "scopes",
                .array(of: .enumeration(AccessScope.allCases.map(\.rawValue))),
                "The scopes of a secret key."
            ),
            .optional("role", .enumeration(OperatorRole.allCases.map(\.rawValue)), "The role of an operator's key."),
            .required("name", .string(), "The name that its creator chose."),
            .required("createdAt", .instant),
            .required("createdBy", .string(), "Who created it: a user of the machine, or a key's `id`."),
            .optional("revokedAt", .instant, "When it was revoked; absent for a valid key."),
            .optional("revokedBy", .string()),
            .optional("lastUsedAt", .instant, "When it was last used, to the minute."),
            .optional("key", .string(), "The text of the key; only in the response that creates it."),
            .nothing
        )
    )
}

/// The body of `POST /v1/keys`.
///
/// Unknown fields are errors.
struct AccessKeyRequest {
    /// The accepted fields.
    static let fields = ["kind", "scopes", "role", "name", "app", "reason"]
    /// The maximum size of a body in bytes.
    static let maximumBody = 16 * 1024

    /// The app of the key, if the body has one.
    let app: AppName?
    /// The permissions of the key.
    let grant: AccessKey.Grant
    /// The name of the key.
    let title: String
    /// The reason.
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
        default: throw RequestFields.wrongType("scopes", "This must be an array of read, write and admin.")
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
