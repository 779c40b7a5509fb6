import AppStore
import Ledger
import PurserService

/// A request that creates or updates an endpoint.
struct WebhookRequest {
    /// The maximum size of a body in bytes: a URL and a hundred names.
    static let maximumBody = 64 * 1024
    private static let fields = [
        "url", "name", "events", "environments", "percent", "fulfiller", "signature", "reason",
    ]

    /// The fields of the endpoint.
    let draft: WebhookDraft
    /// The selection of events, if the request has one.
    let content: WebhookEndpoint.Content
    /// The reason, for the audit log.
    let reason: String?

    /// Reads a request that creates an endpoint.
    init(making json: [UInt8]) throws {
        let fields = try RequestFields(json: json, fields: Self.fields + ["kind"])
        switch try fields.text("kind", upTo: 16) {
        case nil, "events": self.content = .events
        case "relay": self.content = .relay
        default: throw RequestFields.invalid("kind", "Use events or relay.")
        }
        guard fields["url"] != nil else { throw RequestFields.missing("url") }
        self.draft = try Self.draft(fields)
        self.reason = try fields.text("reason", upTo: 1000)
    }

    /// Reads a request that updates an endpoint.
    init(changing json: [UInt8]) throws {
        let fields = try RequestFields(json: json, fields: Self.fields + ["paused"])
        self.content = .events
        var draft = try Self.draft(fields)
        if fields["paused"] != nil { draft.isPaused = try fields.flag("paused") }
        self.draft = draft
        self.reason = try fields.text("reason", upTo: 1000)
    }

    private static func draft(_ fields: RequestFields) throws -> WebhookDraft {
        var draft = WebhookDraft()
        draft.address = try fields.text("url", upTo: 4096)
        draft.title = try fields.text("name", upTo: 1000)
        draft.patterns = try Self.texts("events", in: fields)
        if let names = try Self.texts("environments", in: fields) {
            draft.environments = Set(
                try names.map { name in
                    guard let environment = StoreEnvironment.named(name) else {
                        throw RequestFields.invalid(
                            "environments",
                            Spelling.choice(name, among: StoreEnvironment.allCases.map(\.rawValue))
                        )
                    }
                    return environment
                }
            )
        }
        if let value = fields["percent"], value != .null {
            guard case .number(let text) = value, let percent = Int(text), (1...100).contains(percent) else {
                throw RequestFields.wrongType("percent", "This must be an integer from 1 to 100.")
            }
            draft.percent = percent
        }
        if fields["fulfiller"] != nil { draft.isFulfiller = try fields.flag("fulfiller") }
        if let name = try fields.text("signature", upTo: 16) {
            guard let kind = WebhookSignatureKind(rawValue: name) else {
                throw RequestFields.invalid("signature", "Use hmac or ed25519.")
            }
            draft.signature = kind
        }
        return draft
    }

    private static func texts(_ field: String, in fields: RequestFields) throws -> [String]? {
        guard let value = fields[field], value != .null else { return nil }
        guard case .array(let elements) = value else {
            throw RequestFields.wrongType(field, "This must be an array of strings.")
        }
        return try elements.map { element in
            guard case .string(let text) = element else {
                throw RequestFields.wrongType(field, "This must be an array of strings.")
            }
            try RequestFields.check(text, field: field, upTo: 100)
            return text
        }
    }
}
