package import AppStore
import Ledger

/// The OpenAPI 3.1 document of a list of operations, which the server itself serves.
///
/// It adds what all operations share: authentication, `Idempotency-Key`, the errors that any request may get, and the
/// schema of problem documents (RFC 9457).
package struct APIDocument: Sendable {
    /// The version of the API, which is also in the paths.
    package static let version = "1"
    /// The introduction to the whole API.
    static let introduction = """
        Purser records an app's In-App Purchases and provides the entitlements that follow from them. Bodies are JSON \
        in UTF-8 with camel-case names. Instants are RFC 3339 in UTC with milliseconds; inside Apple's objects they \
        stay as Apple sends them. Amounts of money are thousandths of the currency's unit. Every error is a problem \
        document (RFC 9457) with a stable `code`, a `detail` that says what to do, and the `field` at fault. A key of \
        one app uses the paths without an app; a key of all apps, and an operator's key, use the same paths under \
        `/v1/apps/{app}/` instead of `/v1/`. The server leaves out fields without a value, and clients must ignore \
        fields that they do not know. The server refuses unknown parameters and fields, and names the most similar \
        known one.
        """

    /// The operations, in the order of their tags.
    package let operations: [APIOperation]
    /// The document.
    package let json: JSONValue
    /// Inconsistencies of the operations; empty unless a programmer made a mistake.
    package let flaws: [String]

    /// Creates the document of these operations.
    ///
    /// `isOpen` says that documents and metrics need no key.
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

/// A writer that turns operations into OpenAPI 3.1 and collects their named schemas.
struct APIDocumentWriter {
    /// Whether documents and metrics need no key.
    let isOpen: Bool
    /// The inconsistencies found so far.
    private(set) var flaws: [String] = []
    /// The named schemas.
    ///
    /// Requests have their own, because their objects refuse unknown fields.
    private var forms: [String: (schema: APISchema, text: JSONValue)] = [:]

    /// Creates a writer for one document.
    init(isOpen: Bool) {
        self.isOpen = isOpen
    }

    /// Returns the whole document.
    mutating func document(_ operations: [APIOperation]) -> JSONValue {
        var names: Set<String> = []
        for operation in operations where !names.insert(operation.id).inserted {
            self.flaws.append("Two operations have the id \(operation.id).")
        }
        var paths: [(path: String, members: [JSONMember])] = []
        for operation in operations {
            let text = self.operation(operation)
            let member = JSONMember(key: operation.method.rawValue, value: text)
            if let index = paths.firstIndex(where: { $0.path == operation.path }) {
                if paths[index].members.contains(where: { $0.key == member.key }) {
                    self.flaws.append("\(operation.id) describes a route that another operation describes too.")
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
            // With a key of all apps, each path under the first prefix also exists under the second.
            "x-app-paths": .members([
                "from": .string(AppPaths.root), "to": .string(AppPaths.appRoot),
                "description": .string(
                    "With a key of all apps, use the same operations with the app's name in the path. With a key of "
                        + "one app, this is the app's own name."
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
                    "secretKey": Self.bearer("A secret key, for the servers of a shop", "purser_sk_"),
                    "publishableKey": Self.bearer("A publishable key, for installed apps", "purser_pk_"),
                    "operatorKey": Self.bearer(
                        "An operator's key, for a person or an internal tool; its role determines its scopes",
                        "purser_op_"
                    ),
                    "operatorsSocket": .members([
                        "type": .string("http"), "scheme": .string("peer"),
                        "description": .string(
                            "No key: the server's own user or the administrator, at the socket beside the database, "
                                + "identified by the credentials of the peer process"
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

    /// Records an inconsistency.
    mutating func note(_ flaw: String) {
        self.flaws.append(flaw)
    }

    /// Returns a schema, as a reference if it has a name.
    mutating func write(_ schema: APISchema, inRequest: Bool) -> JSONValue {
        guard case .named(let name, let form) = schema else {
            return schema.json(isClosed: inRequest) { nested in self.write(nested, inRequest: inRequest) }
        }
        // A request refuses fields that a response may gain in a later version, so the two differ for objects only.
        let key = inRequest && form.isRecord ? name + "Input" : name
        if let known = self.forms[key] {
            if known.schema != form { self.flaws.append("Two schemas have the name \(key).") }
        } else {
            self.forms[key] = (form, .null)
            let text = form.json(isClosed: inRequest) { nested in self.write(nested, inRequest: inRequest) }
            self.forms[key] = (form, text)
        }
        return .members(["$ref": .string("#/components/schemas/\(key)")])
    }
}

extension APIDocumentWriter {
    /// Returns the webhooks that this server sends, by the name of the event (OpenAPI 3.1, `webhooks`).
    mutating func webhooks() -> JSONValue {
        .object(EventName.allCases.map { JSONMember(key: $0.rawValue, value: self.webhook($0)) })
    }

    private mutating func webhook(_ name: EventName) -> JSONValue {
        // An event may gain fields in a later version, so it is described as a response is.
        let schema = self.write(EventForm.schema(of: name), inRequest: false)
        return .members([
            "post": .members([
                "summary": .string(EventForm.summary(of: name)),
                "requestBody": .members([
                    "required": .bool(true),
                    "content": .members(["application/json": .members(["schema": schema])]),
                ]),
                "responses": .members([
                    "2XX": .members([
                        "description": .string(
                            "The endpoint accepted the event; the server does not "
                                + "send it again."
                        )
                    ])
                ]),
            ])
        ])
    }
}
