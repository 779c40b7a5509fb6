import AppStore
import Ledger
import PurserService

/// The body of `POST /v1/keys`, read strictly.
struct KeyRequest {
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
