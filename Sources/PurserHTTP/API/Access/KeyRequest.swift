import AppStore
import HTTPTypes
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
        let value: JSONValue
        do {
            value = try JSONValue(json: json)
        } catch {
            throw Problem(
                .badRequest,
                code: error.code.rawValue,
                "The body is not valid JSON (at byte \(error.offset))."
            )
        }
        guard case .object(let members) = value else {
            throw Problem(.badRequest, code: "json_wrong_type", "The body must be a JSON object.")
        }
        for member in members where !Self.fields.contains(member.key) {
            throw Problem(
                .unprocessableContent,
                code: "field_unknown",
                "There is no field of this name here. Use \(Self.fields.joined(separator: ", ")).",
                field: String(member.key.prefix(64))
            )
        }
        let kind = try Self.text("kind", value)
        guard let kind else { throw Self.missing("kind") }
        guard let title = try Self.text("name", value) else { throw Self.missing("name") }
        self.title = title
        self.app = try Self.text("app", value).map { AppName($0) }
        self.reason = try Self.text("reason", value)
        let scopes = try Self.scopes(value)
        let role = try Self.role(value)
        switch kind {
        case "secret":
            guard role == nil else { throw Self.unfit("role", "A secret key has scopes and no role.") }
            self.grant = .secret(scopes ?? [])
        case "publishable":
            guard role == nil else { throw Self.unfit("role", "A publishable key has no role.") }
            guard scopes == nil else { throw Self.unfit("scopes", "A publishable key has no scopes.") }
            self.grant = .publishable
        case "operator":
            guard scopes == nil else { throw Self.unfit("scopes", "An operator's key has a role and no scopes.") }
            guard let role else { throw Self.missing("role") }
            self.grant = .operator(role)
        default: throw Self.unfit("kind", "Use secret, publishable or operator.")
        }
    }

    private static func scopes(_ value: JSONValue) throws -> Set<AccessScope>? {
        switch value["scopes"] {
        case nil, .null: return nil
        case .array(let entries):
            return Set(
                try entries.map { entry in
                    guard case .string(let text) = entry, let scope = AccessScope(rawValue: text) else {
                        throw Self.unfit("scopes", "Use read, write and admin.")
                    }
                    return scope
                }
            )
        default: throw Self.unfit("scopes", "This must be a list of read, write and admin.")
        }
    }

    private static func role(_ value: JSONValue) throws -> OperatorRole? {
        guard let text = try Self.text("role", value) else { return nil }
        guard let role = OperatorRole(rawValue: text) else {
            throw Self.unfit("role", "Use \(OperatorRole.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return role
    }

    private static func text(_ field: String, _ value: JSONValue) throws -> String? {
        switch value[field] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw Self.unfit(field, "This must be a string.")
        }
    }

    private static func missing(_ field: String) -> Problem {
        Problem(.unprocessableContent, code: "field_missing", "The body needs this field.", field: field)
    }

    private static func unfit(_ field: String, _ detail: String) -> Problem {
        Problem(.unprocessableContent, code: "field_wrong_type", detail, field: field)
    }
}
