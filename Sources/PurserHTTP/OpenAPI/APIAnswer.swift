/// What an operation answers when it did what was asked.
package struct APIAnswer: Sendable {
    /// The status.
    package let status: Int
    /// When it comes, in one sentence.
    package let description: String
    /// The media type of the body; `nil` where there is none.
    package let mediaType: String?
    /// The form of the body.
    package let schema: APISchema
    /// Header fields of its own by name, each with what it means.
    package let headers: [String: String]

    /// A JSON object with status 200.
    package static func ok(
        _ schema: APISchema,
        _ description: String = "Done.",
        headers: [String: String] = [:]
    ) -> Self {
        .json(200, schema, description, headers: headers)
    }

    /// A JSON object with this status.
    package static func json(
        _ status: Int,
        _ schema: APISchema,
        _ description: String,
        headers: [String: String] = [:]
    ) -> Self {
        Self(
            status: status,
            description: description,
            mediaType: "application/json",
            schema: schema,
            headers: headers
        )
    }

    /// Text or a file of this type.
    package static func file(_ mediaType: String, _ description: String, headers: [String: String] = [:]) -> Self {
        Self(status: 200, description: description, mediaType: mediaType, schema: .string(), headers: headers)
    }

    /// Nothing but this status: 204, 304.
    package static func empty(_ status: Int, _ description: String, headers: [String: String] = [:]) -> Self {
        Self(status: status, description: description, mediaType: nil, schema: .anything, headers: headers)
    }

    /// The answer to a read whose `ETag` the caller had: nothing has changed.
    package static let unchanged = Self.empty(304, "Nothing has changed since the `ETag` that `If-None-Match` names.")
}
