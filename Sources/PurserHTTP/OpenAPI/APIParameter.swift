/// Something that is told outside the body.
package struct APIParameter: Hashable, Sendable {
    /// Where it stands.
    package enum Place: String, Sendable {
        /// In the path, always.
        case path
        /// In the query.
        case query
        /// In a header field.
        case header
    }

    /// Its name.
    package let name: String
    /// Where it stands.
    package let place: Place
    /// What it may be.
    package let schema: APISchema
    /// What it means, in one sentence.
    package let description: String
    /// Whether it has to be there.
    package let isRequired: Bool

    /// A part of the path.
    package static func path(_ name: String, _ schema: APISchema, _ description: String) -> Self {
        Self(name: name, place: .path, schema: schema, description: description, isRequired: true)
    }

    /// A name in the query.
    package static func query(
        _ name: String,
        _ schema: APISchema,
        _ description: String,
        isRequired: Bool = false
    ) -> Self {
        Self(name: name, place: .query, schema: schema, description: description, isRequired: isRequired)
    }

    /// A header field.
    package static func header(
        _ name: String,
        _ schema: APISchema,
        _ description: String,
        isRequired: Bool = false
    ) -> Self {
        Self(name: name, place: .header, schema: schema, description: description, isRequired: isRequired)
    }
}
