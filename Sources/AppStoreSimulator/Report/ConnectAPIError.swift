import AppStore

/// An error of the App Store Connect API, as its `ErrorResponse` states it.
struct ConnectAPIError: Error {
    /// The HTTP status.
    let status: Int
    /// Apple's code, such as `PARAMETER_ERROR.INVALID`.
    let code: String
    /// The code in words.
    let title: String
    /// What is wrong with this request.
    let detail: String

    /// A path that the API lacks.
    static let path = ConnectAPIError(
        status: 404,
        code: "NOT_FOUND",
        title: "The specified resource does not exist",
        detail: "The path provided does not match a defined resource type."
    )
    /// A token that is missing or wrong.
    static let token = ConnectAPIError(
        status: 401,
        code: "NOT_AUTHORIZED",
        title: "Authentication credentials are missing or invalid.",
        detail: "Provide a properly configured and signed bearer token, and make sure that it has not expired."
    )
    /// A token that may not make this request: an individual key's, or one whose scope does not name it.
    static let forbidden = ConnectAPIError(
        status: 403,
        code: "FORBIDDEN_ERROR",
        title: "This request is forbidden for security reasons",
        detail: "The API key in use does not allow this request."
    )
    /// A call too many.
    static let rateLimit = ConnectAPIError(
        status: 429,
        code: "RATE_LIMIT_EXCEEDED",
        title: "The request rate limit has been reached.",
        detail:
            "We've received too many requests for this API. Please wait and try again or slow down your request rate."
    )
    /// A report of a period in which nothing was sold.
    static let noSales = ConnectAPIError.notFound("There were no sales for the date specified.")
    /// A report that is not made yet.
    static let notYet = ConnectAPIError.notFound("Report is not available yet. Please try again later.")
    /// A report that Apple no longer keeps.
    static let gone = ConnectAPIError(
        status: 410,
        code: "GONE",
        title: "The specified resource is no longer available",
        detail: "Report is no longer available. Reports are kept for a limited time."
    )

    /// Something that a path or a parameter names is not there.
    static func notFound(_ detail: String) -> ConnectAPIError {
        ConnectAPIError(status: 404, code: "NOT_FOUND", title: "The specified resource does not exist", detail: detail)
    }

    /// A parameter that is missing.
    static func missing(_ parameter: String) -> ConnectAPIError {
        ConnectAPIError(
            status: 400,
            code: "PARAMETER_ERROR.REQUIRED",
            title: "A required parameter is missing",
            detail: "The parameter '\(parameter)' is required but was not provided."
        )
    }

    /// A parameter with a value that means nothing.
    static func invalid(_ parameter: String, _ value: String) -> ConnectAPIError {
        ConnectAPIError(
            status: 400,
            code: "PARAMETER_ERROR.INVALID",
            title: "A parameter has an invalid value",
            detail: "'\(value)' is not a valid value for the parameter '\(parameter)'."
        )
    }

    /// The body of the answer.
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
