/// The body that an operation takes.
package struct APIBody: Sendable {
    /// Its media types.
    package let mediaTypes: [String]
    /// Its form.
    package let schema: APISchema
    /// What it is, in one sentence.
    package let description: String
    /// Whether it has to be there.
    package let isRequired: Bool
    /// Other forms that it may have, by media type.
    package var further: [String: APISchema] = [:]

    /// A JSON object; fields that are not named are refused, and `null` counts as absent.
    package static func json(
        _ schema: APISchema,
        _ description: String = "",
        isRequired: Bool = true
    ) -> Self {
        Self(
            mediaTypes: ["application/json"],
            schema: schema,
            description: description,
            isRequired: isRequired
        )
    }

    /// A file as it is, of any of these types.
    package static func file(_ mediaTypes: [String], _ description: String) -> Self {
        Self(mediaTypes: mediaTypes, schema: .string(), description: description, isRequired: true)
    }
}
