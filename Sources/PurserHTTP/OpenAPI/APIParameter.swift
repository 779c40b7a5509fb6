/// A parameter outside the body.
package struct APIParameter: Hashable, Sendable {
    /// The part of the request that contains the parameter.
    package enum Place: String, Sendable {
        /// The path; such a parameter is always required.
        case path
        /// The query.
        case query
        /// A header field.
        case header
    }

    /// Its name.
    package let name: String
    /// The part of the request that contains it.
    package let place: Place
    /// Its schema.
    package let schema: APISchema
    /// Its meaning, in one sentence.
    package let description: String
    /// Whether it is required.
    package let isRequired: Bool

    /// Returns a parameter in the path.
    package static func path(_ name: String, _ schema: APISchema, _ description: String) -> Self {
        Self(name: name, place: .path, schema: schema, description: description, isRequired: true)
    }

    /// Returns a parameter in the query.
    package static func query(
        _ name: String,
        _ schema: APISchema,
        _ description: String,
        isRequired: Bool = false
    ) -> Self {
        Self(name: name, place: .query, schema: schema, description: description, isRequired: isRequired)
    }

    /// Returns a header field.
    package static func header(
        _ name: String,
        _ schema: APISchema,
        _ description: String,
        isRequired: Bool = false
    ) -> Self {
        Self(name: name, place: .header, schema: schema, description: description, isRequired: isRequired)
    }
}

// Parameters that many operations share.
extension APIParameter {
    /// The customer in the path.
    package static let customer = Self.path("customer", .customer, "The app's own user id, percent-encoded.")

    /// The environment to read; Production by default.
    package static let environment = Self.query(
        "environment",
        .environment,
        "The environment to read; Production by default."
    )

    /// The token of the customer on whose behalf an installed app calls.
    package static let customerToken = Self.header(
        "Purser-Customer-Token",
        .string(),
        "With a publishable key, the customer on whose behalf the app calls: a JWS that your backend signs, or the "
            + "token from `POST /v1/customers/anonymous`. Required where a customer is named. The server ignores it "
            + "with other keys."
    )

    /// Returns the parameter for the size of a page.
    package static func limit(_ maximum: Int64) -> Self {
        Self.query("limit", .integer(1...maximum), "The maximum number of items in a page.")
    }

    /// The position at which the page begins.
    package static let cursor = Self.query(
        "cursor",
        .string(length: 1...1024),
        "The position at which the page begins: `next` of the previous page."
    )

    /// A parameter that requests a preview without changes.
    package static let dryRun = Self.query("dryRun", .boolean, "`true` returns a preview and changes nothing.")
}
