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

// What many operations take.
extension APIParameter {
    /// The customer in the path.
    package static let customer = Self.path("customer", .customer, "The app's own user id, percent-encoded.")

    /// Whose data is asked for; Production if it is not there.
    package static let environment = Self.query(
        "environment",
        .environment,
        "The environment that is asked about; Production if it is not there."
    )

    /// Whom an app in the field speaks for.
    package static let customerToken = Self.header(
        "Purser-Customer-Token",
        .string(),
        "With a publishable key: whom the app speaks for. A JWS that your backend signs, or the token of "
            + "`POST /v1/customers/anonymous`. Needed where a customer is named; with other keys it is not looked at."
    )

    /// How many a page holds.
    package static func limit(_ maximum: Int64) -> Self {
        Self.query("limit", .integer(1...maximum), "How many a page holds at most.")
    }

    /// Where a page begins.
    package static let cursor = Self.query(
        "cursor",
        .string(length: 1...1024),
        "Where the page begins: `next` of the page before."
    )

    /// Asks for a preview: what would be done, with nothing done.
    package static let dryRun = Self.query("dryRun", .boolean, "`true` shows what would be done, and does nothing.")
}
