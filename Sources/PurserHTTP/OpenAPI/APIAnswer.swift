/// A successful response of an operation.
package struct APIAnswer: Sendable {
    /// The status code.
    package let status: Int
    /// When the server sends this response, in one sentence.
    package let description: String
    /// The media type of the body; `nil` for a response without one.
    package let mediaType: String?
    /// The schema of the body.
    package let schema: APISchema
    /// The response's own header fields by name, each with its meaning.
    package let headers: [String: String]

    /// Returns a JSON response with status 200.
    package static func ok(
        _ schema: APISchema,
        _ description: String = "Done.",
        headers: [String: String] = [:]
    ) -> Self {
        .json(200, schema, description, headers: headers)
    }

    /// Returns a JSON response with this status.
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

    /// Returns a response with text or a file of this media type.
    package static func file(_ mediaType: String, _ description: String, headers: [String: String] = [:]) -> Self {
        Self(status: 200, description: description, mediaType: mediaType, schema: .string(), headers: headers)
    }

    /// Returns a response without a body, such as 204 or 304.
    package static func empty(_ status: Int, _ description: String, headers: [String: String] = [:]) -> Self {
        Self(status: status, description: description, mediaType: nil, schema: .anything, headers: headers)
    }

    /// The response to a read whose `ETag` the client already has.
    package static let unchanged = Self.empty(304, "Nothing has changed since the `ETag` that `If-None-Match` names.")
}

/// The request body of an operation.
package struct APIBody: Sendable {
    /// The media types that it may have.
    package let mediaTypes: [String]
    /// The schema of the body.
    package let schema: APISchema
    /// What the body contains, in one sentence.
    package let description: String
    /// Whether the body is required.
    package let isRequired: Bool
    /// Schemas of further media types, by media type.
    package var further: [String: APISchema] = [:]

    /// Returns a JSON body.
    ///
    /// The server refuses unknown fields, and treats `null` as absent.
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

    /// Returns a body that is a file of one of these media types.
    package static func file(_ mediaTypes: [String], _ description: String) -> Self {
        Self(mediaTypes: mediaTypes, schema: .string(), description: description, isRequired: true)
    }
}

/// The errors of one status.
package struct APIProblem: Hashable, Sendable {
    /// The status code.
    package let status: Int
    /// The stable codes that an operation returns with this status; `docs/reference/error-codes.md` explains each.
    package let codes: [String]

    /// Returns the errors of this status with these codes.
    package static func status(_ status: Int, _ codes: String...) -> Self {
        Self(status: status, codes: codes)
    }

    /// Returns the errors of this status with these codes.
    package static func status(_ status: Int, codes: [String]) -> Self {
        Self(status: status, codes: codes)
    }

    /// Returns the errors of a JSON body: unknown, missing and invalid fields, and these codes.
    package static func wrongFields(_ codes: String...) -> Self {
        Self(status: 422, codes: ["field_missing", "field_unknown", "field_wrong_type"] + codes)
    }

    /// The error of a body that is not a JSON object or did not arrive completely.
    package static let unreadableBody = Self.status(400, "json_invalid", "json_wrong_type", "body_incomplete")
}
