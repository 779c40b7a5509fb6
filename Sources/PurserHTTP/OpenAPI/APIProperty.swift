/// A member of an object.
package struct APIProperty: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// What it may be.
    package let schema: APISchema
    /// What it means.
    package let description: String
    /// Whether it is always there.
    package let isRequired: Bool

    /// A member that is always there.
    package static func required(_ name: String, _ schema: APISchema, _ description: String = "") -> Self {
        Self(name: name, schema: schema, description: description, isRequired: true)
    }

    /// A member that may be left out; in a request, `null` counts as left out.
    package static func optional(_ name: String, _ schema: APISchema, _ description: String = "") -> Self {
        Self(name: name, schema: schema, description: description, isRequired: false)
    }
}
