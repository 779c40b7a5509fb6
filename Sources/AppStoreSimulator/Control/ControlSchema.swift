import AppStore

/// The schemas of the control interface's bodies, generated from the tables that validate them.
enum ControlSchema {
    /// All schemas of the routes, by name.
    static var all: [JSONMember] {
        [
            JSONMember(key: "Action", value: Self.action),
            JSONMember(
                key: "Advance",
                value: Self.object([
                    ("by", "string", "An ISO 8601 duration, `next` or `quiet`."),
                    ("milliseconds", "integer", "A duration in milliseconds."),
                    ("to", "integer", "An instant, in milliseconds since 1970."),
                ])
            ),
            JSONMember(
                key: "Rate",
                value: Self.object([("rate", "number", "A multiple of the wall clock.")], required: ["rate"])
            ),
            JSONMember(
                key: "Name",
                value: Self.object(
                    [("name", "string", "Letters, digits, hyphens and underscores.")],
                    required: ["name"]
                )
            ),
            JSONMember(
                key: "Records",
                value: Self.object([("records", "array", "As `GET records` returns them.")], required: ["records"])
            ),
            JSONMember(
                key: "World",
                value: Self.object(
                    [
                        ("name", "string", "Letters, digits, hyphens and underscores."),
                        ("seed", "integer", "The seed of all random choices."),
                        ("profile", "string", WorldProfile.allCases.map(\.rawValue).joined(separator: ", ")),
                        ("bundleId", "string", "The app's bundle id."),
                        ("appAppleId", "integer", "The app's Apple ID."),
                        ("startsAt", "integer", "The start of the clock, in milliseconds since 1970."),
                        ("notificationURL", "string", "The URL for notifications."),
                        ("gracePeriodDays", "integer", "The days of billing grace."),
                        ("catalog", "object", "The catalog."),
                        ("port", "integer", "The world's own port; 0 for any free one."),
                    ],
                    required: ["name"]
                )
            ),
        ]
    }

    /// Returns the names of a schema's members, in the order of the schema.
    static func fields(of schema: String) -> [String] {
        guard case .object(let members)? = Self.all.first(where: { $0.key == schema })?.value["properties"] else {
            return []
        }
        return members.map(\.key)
    }

    /// One schema for each verb, with its required and optional fields.
    private static var action: JSONValue {
        let verbs = WorldVerb.allCases.map { verb in
            let fields = verb.requiredFields.union(verb.optionalFields).sorted { $0.rawValue < $1.rawValue }
            let properties =
                [
                    JSONMember(
                        key: "action",
                        value: .object([JSONMember(key: "const", value: .string(verb.rawValue))])
                    )
                ]
                + fields.map { JSONMember(key: $0.rawValue, value: Self.type($0.schemaType)) }
            let required = ["action"] + verb.requiredFields.map(\.rawValue).sorted()
            return JSONValue.object([
                JSONMember(key: "type", value: .string("object")),
                JSONMember(key: "title", value: .string(verb.rawValue)),
                JSONMember(key: "properties", value: .object(properties)),
                JSONMember(key: "required", value: .array(required.map { .string($0) })),
                JSONMember(key: "additionalProperties", value: .bool(false)),
            ])
        }
        return .object([JSONMember(key: "oneOf", value: .array(verbs))])
    }

    private static func object(
        _ fields: [(name: String, type: String, meaning: String)],
        required: [String] = []
    ) -> JSONValue {
        .object([
            JSONMember(key: "type", value: .string("object")),
            JSONMember(
                key: "properties",
                value: .object(
                    fields.map { field in
                        JSONMember(
                            key: field.name,
                            value: .object([
                                JSONMember(key: "type", value: .string(field.type)),
                                JSONMember(key: "description", value: .string(field.meaning)),
                            ])
                        )
                    }
                )
            ),
            JSONMember(key: "required", value: .array(required.map { .string($0) })),
        ])
    }

    private static func type(_ name: String) -> JSONValue {
        .object([JSONMember(key: "type", value: .string(name))])
    }
}

extension WorldAction.Field {
    /// The type of the field's value in JSON.
    fileprivate var schemaType: String {
        switch self {
        case .quantity, .seats, .since, .percentage, .price, .days, .milliseconds, .to: "integer"
        case .enabled: "boolean"
        case .storefronts: "array"
        case .commerce, .fault: "object"
        case .customer, .product, .transaction, .app, .offer, .signature, .code, .token, .storefront, .plan, .name,
            .reason, .text, .preference, .currency, .consent, .scope, .by, .url, .request:
            "string"
        }
    }
}
