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

/// The refusals of one status.
package struct APIProblem: Hashable, Sendable {
    /// The status.
    package let status: Int
    /// The stable codes that come with it here; `docs/reference/error-codes.md` explains each.
    package let codes: [String]

    /// The refusals of this status with these codes.
    package static func status(_ status: Int, _ codes: String...) -> Self {
        Self(status: status, codes: codes)
    }

    /// The refusals of this status with these codes.
    package static func status(_ status: Int, codes: [String]) -> Self {
        Self(status: status, codes: codes)
    }

    /// The refusals of a body whose fields are not those that are taken, and whatever else is wrong with it.
    package static func wrongFields(_ codes: String...) -> Self {
        Self(status: 422, codes: ["field_missing", "field_unknown", "field_wrong_type"] + codes)
    }

    /// The refusal of a body that is no JSON object, or that did not arrive whole.
    package static let unreadableBody = Self.status(400, "json_invalid", "json_wrong_type", "body_incomplete")
}
