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
