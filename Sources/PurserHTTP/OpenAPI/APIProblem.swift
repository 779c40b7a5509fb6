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
