import AppStore

/// An error of the App Store Connect API, in the form of its `ErrorResponse`.
struct ConnectAPIError: Error {
    /// The HTTP status.
    let status: Int
    /// Apple's code, such as `PARAMETER_ERROR.INVALID`.
    let code: String
    /// The title of the error.
    let title: String
    /// The problem of this request.
    let detail: String

    /// The error for an unknown path.
    static let path = ConnectAPIError(
        status: 404,
        code: "NOT_FOUND",
        title: "The specified resource does not exist",
        detail: "The path provided does not match a defined resource type."
    )
    /// The error for a missing or invalid token.
    static let token = ConnectAPIError(
        status: 401,
        code: "NOT_AUTHORIZED",
        title: "Authentication credentials are missing or invalid.",
        detail: "Provide a properly configured and signed bearer token, and make sure that it has not expired."
    )
    /// The error for a token without permission: an individual key's, or one whose scope does not include the request.
    static let forbidden = ConnectAPIError(
        status: 403,
        code: "FORBIDDEN_ERROR",
        title: "This request is forbidden for security reasons",
        detail: "The API key in use does not allow this request."
    )
    /// The error for a call over the limit.
    static let rateLimit = ConnectAPIError(
        status: 429,
        code: "RATE_LIMIT_EXCEEDED",
        title: "The request rate limit has been reached.",
        detail:
            "We've received too many requests for this API. Please wait and try again or slow down your request rate."
    )
    /// The error for a report of a period without sales.
    static let noSales = ConnectAPIError.notFound("There were no sales for the date specified.")
    /// The error for a report that is not available yet.
    static let notYet = ConnectAPIError.notFound("Report is not available yet. Please try again later.")
    /// The error for a report that Apple no longer keeps.
    static let gone = ConnectAPIError(
        status: 410,
        code: "GONE",
        title: "The specified resource is no longer available",
        detail: "Report is no longer available. Reports are kept for a limited time."
    )

    /// Returns the error for an unknown resource in a path or a parameter.
    static func notFound(_ detail: String) -> ConnectAPIError {
        ConnectAPIError(status: 404, code: "NOT_FOUND", title: "The specified resource does not exist", detail: detail)
    }

    /// Returns the error for a missing parameter.
    static func missing(_ parameter: String) -> ConnectAPIError {
        ConnectAPIError(
            status: 400,
            code: "PARAMETER_ERROR.REQUIRED",
            title: "A required parameter is missing",
            detail: "The parameter '\(parameter)' is required but was not provided."
        )
    }

    /// Returns the error for a parameter with an invalid value.
    static func invalid(_ parameter: String, _ value: String) -> ConnectAPIError {
        ConnectAPIError(
            status: 400,
            code: "PARAMETER_ERROR.INVALID",
            title: "A parameter has an invalid value",
            detail: "'\(value)' is not a valid value for the parameter '\(parameter)'."
        )
    }

    /// Returns the body of the response.
    func json(id: String) -> [UInt8] {
        JSONValue.object([
            JSONMember(
                key: "errors",
                value: .array([
                    .object([
                        JSONMember(key: "id", value: .string(id)),
                        JSONMember(key: "status", value: .string(String(self.status))),
                        JSONMember(key: "code", value: .string(self.code)),
                        JSONMember(key: "title", value: .string(self.title)),
                        JSONMember(key: "detail", value: .string(self.detail)),
                    ])
                ])
            )
        ]).json()
    }
}
