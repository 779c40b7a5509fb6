import AppStore

extension APISchema {
    /// Whether it is an object with declared fields.
    var isRecord: Bool {
        if case .record = self { true } else { false }
    }

    /// Returns the schema as JSON Schema (2020-12); `nested` writes the schemas that it contains.
    ///
    /// A closed object refuses unknown fields, and accepts `null` for an optional field.
    func json(isClosed: Bool, nested: (APISchema) -> JSONValue) -> JSONValue {
        switch self {
        case .anything: return .object([])
        case .string(let pattern, let format, let length):
            var members: [JSONMember] = [JSONMember(key: "type", value: .string("string"))]
            if let format { members.append(JSONMember(key: "format", value: .string(format))) }
            if let length {
                members.append(JSONMember(key: "minLength", value: .number(String(length.lowerBound))))
                members.append(JSONMember(key: "maxLength", value: .number(String(length.upperBound))))
            }
            if let pattern { members.append(JSONMember(key: "pattern", value: .string(pattern))) }
            return .object(members)
        case .enumeration(let values): return .members(["type": .string("string"), "enum": .strings(values)])
        case .integer(let range):
            var members: [JSONMember] = [
                JSONMember(key: "type", value: .string("integer")), JSONMember(key: "format", value: .string("int64")),
            ]
            if let range {
                members.append(JSONMember(key: "minimum", value: .number(String(range.lowerBound))))
                members.append(JSONMember(key: "maximum", value: .number(String(range.upperBound))))
            }
            return .object(members)
        case .number: return .members(["type": .string("number")])
        case .boolean: return .members(["type": .string("boolean")])
        case .array(let element, let count):
            var members: [JSONMember] = [
                JSONMember(key: "type", value: .string("array")), JSONMember(key: "items", value: nested(element)),
            ]
            if let count {
                members.append(JSONMember(key: "minItems", value: .number(String(count.lowerBound))))
                members.append(JSONMember(key: "maxItems", value: .number(String(count.upperBound))))
            }
            return .object(members)
        case .record(let properties): return Self.record(properties, isClosed: isClosed, nested: nested)
        case .map(let value): return .members(["type": .string("object"), "additionalProperties": nested(value)])
        case .nullable(let schema): return Self.nullable(nested(schema))
        case .oneOf(let schemas): return .members(["anyOf": .array(schemas.map(nested))])
        case .named: return nested(self)
        case .reference(let name): return .members(["$ref": .string("#/components/schemas/\(name)")])
        case .openObject: return .members(["type": .string("object"), "additionalProperties": .bool(true)])
        }
    }

    private static func record(
        _ properties: [APIProperty],
        isClosed: Bool,
        nested: (APISchema) -> JSONValue
    ) -> JSONValue {
        let fields = properties.map { property in
            var schema = nested(property.schema)
            if isClosed, !property.isRequired { schema = Self.nullable(schema) }
            if !property.description.isEmpty, case .object(let members) = schema {
                schema = .object(members + [JSONMember(key: "description", value: .string(property.description))])
            }
            return JSONMember(key: property.name, value: schema)
        }
        var members: [JSONMember] = [
            JSONMember(key: "type", value: .string("object")), JSONMember(key: "properties", value: .object(fields)),
        ]
        let required = properties.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { members.append(JSONMember(key: "required", value: .array(required))) }
        if isClosed { members.append(JSONMember(key: "additionalProperties", value: .bool(false))) }
        return .object(members)
    }

    private static func nullable(_ schema: JSONValue) -> JSONValue {
        guard case .object(let members) = schema, case .string(let type)? = schema["type"], schema["enum"] == nil else {
            return .members(["anyOf": .array([schema, .members(["type": .string("null")])])])
        }
        return .object(
            members.map { member in
                member.key == "type"
                    ? JSONMember(key: "type", value: .strings([type, "null"])) : member
            }
        )
    }
}

extension JSONValue {
    /// Returns an object with these members, in this order.
    static func members(_ members: KeyValuePairs<String, JSONValue>) -> Self {
        .object(members.map { JSONMember(key: $0.key, value: $0.value) })
    }

    /// Returns an array of strings.
    static func strings(_ texts: some Sequence<String>) -> Self {
        .array(texts.map { .string($0) })
    }
}
