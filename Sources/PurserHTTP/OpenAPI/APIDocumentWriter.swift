import AppStore

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
