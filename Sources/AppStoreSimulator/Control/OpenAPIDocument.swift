import AppStore
import HTTPTypes

/// The OpenAPI 3.1 document of the control interface, generated from its routes.
enum OpenAPIDocument {
    /// Returns the document as JSON.
    static func json(_ routes: [ControlRoute]) -> [UInt8] {
        var paths: [(path: String, operations: [JSONMember])] = []
        for route in routes {
            let path = "/_sim/v1/" + route.path
            let operation = JSONMember(key: route.method.rawValue.lowercased(), value: Self.operation(route))
            if let index = paths.firstIndex(where: { $0.path == path }) {
                paths[index].operations.append(operation)
            } else {
                paths.append((path, [operation]))
            }
        }
        return JSONValue.object([
            JSONMember(key: "openapi", value: .string("3.1.0")),
            JSONMember(
                key: "info",
                value: .object([
                    JSONMember(key: "title", value: .string("App Store simulator, control")),
                    JSONMember(key: "version", value: .string("1")),
                    JSONMember(
                        key: "description",
                        value: .string(
                            "Each path of a world also exists below /w/{world}. Apple's interfaces are at Apple's "
                                + "paths and not described here."
                        )
                    ),
                ])
            ),
            JSONMember(
                key: "paths",
                value: .object(paths.map { JSONMember(key: $0.path, value: .object($0.operations)) })
            ),
            JSONMember(
                key: "components",
                value: .object([JSONMember(key: "schemas", value: .object(ControlSchema.all))])
            ),
        ]).json()
    }

    private static func operation(_ route: ControlRoute) -> JSONValue {
        var members = [JSONMember(key: "summary", value: .string(route.summary))]
        let inPath = route.path.split(separator: "/").filter { $0.first == "{" }.map {
            Self.parameter(String($0.dropFirst().dropLast()), in: "path", isRequired: true, meaning: nil)
        }
        let inQuery = route.query.map {
            Self.parameter($0.name, in: "query", isRequired: false, meaning: $0.meaning)
        }
        if !(inPath + inQuery).isEmpty {
            members.append(JSONMember(key: "parameters", value: .array(inPath + inQuery)))
        }
        if let body = route.body {
            let reference = JSONValue.object([
                JSONMember(key: "$ref", value: .string("#/components/schemas/\(body)"))
            ])
            members.append(
                JSONMember(
                    key: "requestBody",
                    value: .object([JSONMember(key: "content", value: Self.content("application/json", reference))])
                )
            )
        }
        let answer = JSONValue.object([
            JSONMember(key: "description", value: .string("Done.")),
            JSONMember(key: "content", value: Self.content(route.answer, .object([]))),
        ])
        let refusal = JSONValue.object([
            JSONMember(key: "description", value: .string("Refused with a code and a message; no change."))
        ])
        members.append(
            JSONMember(
                key: "responses",
                value: .object([
                    JSONMember(key: "2XX", value: answer), JSONMember(key: "4XX", value: refusal),
                ])
            )
        )
        return .object(members)
    }

    private static func parameter(_ name: String, in index: String, isRequired: Bool, meaning: String?) -> JSONValue {
        .object(
            [
                JSONMember(key: "name", value: .string(name)), JSONMember(key: "in", value: .string(index)),
                JSONMember(key: "required", value: .bool(isRequired)),
                JSONMember(
                    key: "schema",
                    value: .object([JSONMember(key: "type", value: .string("string"))])
                ),
            ] + (meaning.map { [JSONMember(key: "description", value: .string($0))] } ?? [])
        )
    }

    private static func content(_ type: String, _ schema: JSONValue) -> JSONValue {
        .object([JSONMember(key: type, value: .object([JSONMember(key: "schema", value: schema)]))])
    }
}
