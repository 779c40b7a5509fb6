package import AppStore
import Ledger

/// The OpenAPI 3.1 document of a list of operations: the contract that the server itself serves.
///
/// What all operations share is added here: how a key is sent, `Idempotency-Key`, the refusals that anybody may meet,
/// and the form of problem documents (RFC 9457).
package struct APIDocument: Sendable {
    /// The version of the interface, which the paths name too.
    package static let version = "1"
    /// What the whole is about.
    static let introduction = """
        Purser keeps the ledger of an app's In-App Purchases. Bodies are JSON in UTF-8, camel case. Instants are RFC 3339 \
        in UTC with milliseconds; inside Apple's objects they stay as Apple sends them. Money is thousandths of the \
        currency's unit. Every error is a problem document with a stable `code`, a `detail` that says what to do, and \
        the `field` at fault. A key of one app needs no app in the path; a key of all apps, and an operator's, finds \
        every path under `/v1/` again under `/v1/apps/{app}/`. Fields without a value are left out; a client must take fields that it does not know. \
        A parameter or a field that the server does not know is refused, and the nearest that it knows is named.
        """

    /// The operations, in the order of their chapters.
    package let operations: [APIOperation]
    /// The document.
    package let json: JSONValue
    /// What is wrong with the operations; nothing, unless a programmer made a mistake.
    package let flaws: [String]

    /// The document of these operations; `isOpen` says that documents and metrics need no key.
    package init(_ operations: [APIOperation], isOpen: Bool = false) {
        let order = Dictionary(APITag.allCases.enumerated().map { ($1, $0) }) { first, _ in first }
        let sorted = operations.enumerated()
            .sorted { (order[$0.element.tag] ?? 0, $0.offset) < (order[$1.element.tag] ?? 0, $1.offset) }
            .map(\.element)
        self.operations = sorted
        var writer = APIDocumentWriter(isOpen: isOpen)
        self.json = writer.document(sorted)
        self.flaws = writer.flaws
    }
}

/// Writes operations in the form of OpenAPI 3.1, and collects the named forms on its way.
struct APIDocumentWriter {
    /// Whether documents and metrics need no key.
    let isOpen: Bool
    /// What is wrong with the operations.
    private(set) var flaws: [String] = []
    /// The named forms of answers, and those of requests, which take no fields but their own.
    private var forms: [String: (schema: APISchema, text: JSONValue)] = [:]

    /// A writer of one document.
    init(isOpen: Bool) {
        self.isOpen = isOpen
    }

    /// The whole document.
    mutating func document(_ operations: [APIOperation]) -> JSONValue {
        var names: Set<String> = []
        for operation in operations where !names.insert(operation.id).inserted {
            self.flaws.append("Two operations are called \(operation.id).")
        }
        var paths: [(path: String, members: [JSONMember])] = []
        for operation in operations {
            let text = self.operation(operation)
            let member = JSONMember(key: operation.method.rawValue, value: text)
            if let index = paths.firstIndex(where: { $0.path == operation.path }) {
                if paths[index].members.contains(where: { $0.key == member.key }) {
                    self.flaws.append("\(operation.id) describes what another operation describes too.")
                } else {
                    paths[index].members.append(member)
                }
            } else {
                paths.append((operation.path, [member]))
            }
        }
        let webhooks = self.webhooks()
        let used = Set(operations.map(\.tag))
        return .members([
            "openapi": .string("3.1.0"),
            "info": .members([
                "title": .string("Purser"), "version": .string(APIDocument.version),
                "summary": .string("A self-hosted App Store purchase server."),
                "description": .string(APIDocument.introduction),
                "license": .members(["name": .string("Apache License 2.0"), "identifier": .string("Apache-2.0")]),
            ]),
            "servers": .array([.members(["url": .string("/")])]),
            // Where keys of all apps find the same operations; each path under the one is also there under the other.
            "x-app-paths": .members([
                "from": .string(AppPaths.root), "to": .string(AppPaths.appRoot),
                "description": .string(
                    "With a key of all apps: the same operations, with the app's name in the path. With a key of one app: "
                        + "its own name."
                ),
            ]),
            "tags": .array(
                APITag.allCases.filter(used.contains).map { tag in
                    .members(["name": .string(tag.rawValue), "description": .string(tag.description)])
                }
            ),
            "paths": .object(paths.map { JSONMember(key: $0.path, value: .object($0.members)) }),
            "webhooks": webhooks,
            "components": .members([
                "schemas": .object(
                    self.forms.sorted { $0.key < $1.key }.map { JSONMember(key: $0.key, value: $0.value.text) }
                ),
                "securitySchemes": .members([
                    "secretKey": Self.bearer("A secret key, for a shop's own servers", "purser_sk_"),
                    "publishableKey": Self.bearer("A publishable key, for apps in the field", "purser_pk_"),
                    "operatorKey": Self.bearer(
                        "An operator's key, for a person or tool of the shop; its role has the scopes",
                        "purser_op_"
                    ),
                    "operatorsSocket": .members([
                        "type": .string("http"), "scheme": .string("peer"),
                        "description": .string(
                            "No key: the server's own user or the administrator, at the socket beside the database, known by "
                                + "the credentials of the connection's other end"
                        ),
                    ]),
                ]),
            ]),
        ])
    }

    private static func bearer(_ description: String, _ prefix: String) -> JSONValue {
        .members([
            "type": .string("http"), "scheme": .string("bearer"),
            "description": .string("\(description): `Authorization: Bearer \(prefix)...`."),
        ])
    }

    /// Takes note of a mistake.
    mutating func note(_ flaw: String) {
        self.flaws.append(flaw)
    }

    /// A form, as a reference where it has a name.
    mutating func write(_ schema: APISchema, inRequest: Bool) -> JSONValue {
        guard case .named(let name, let form) = schema else {
            return schema.json(isClosed: inRequest) { nested in self.write(nested, inRequest: inRequest) }
        }
        // What is refused in a request may come in an answer of a later version, so objects differ and values do not.
        let key = inRequest && form.isRecord ? name + "Input" : name
        if let known = self.forms[key] {
            if known.schema != form { self.flaws.append("Two forms are called \(key).") }
        } else {
            self.forms[key] = (form, .null)
            let text = form.json(isClosed: inRequest) { nested in self.write(nested, inRequest: inRequest) }
            self.forms[key] = (form, text)
        }
        return .members(["$ref": .string("#/components/schemas/\(key)")])
    }
}

extension APIDocumentWriter {
    /// What this server sends, by the name of the event (OpenAPI 3.1, `webhooks`).
    mutating func webhooks() -> JSONValue {
        .object(EventName.allCases.map { JSONMember(key: $0.rawValue, value: self.webhook($0)) })
    }

    private mutating func webhook(_ name: EventName) -> JSONValue {
        // A field of a later version may come in an event, so it is described as an answer is.
        let schema = self.write(EventForm.schema(of: name), inRequest: false)
        return .members([
            "post": .members([
                "summary": .string(EventForm.summary(of: name)),
                "requestBody": .members([
                    "required": .bool(true),
                    "content": .members(["application/json": .members(["schema": schema])]),
                ]),
                "responses": .members([
                    "2XX": .members(["description": .string("It was taken; it is not sent again.")])
                ]),
            ])
        ])
    }
}
