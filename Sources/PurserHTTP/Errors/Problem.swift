import Foundation
package import HTTPTypes
package import Hummingbird
import Ledger
import NIOCore

/// An error in a response: an RFC 9457 problem document with a stable code.
///
/// It says what to do and which field is at fault, and never contains a payload, a secret, another customer's data or a
/// stack trace.
package struct Problem: HTTPResponseError, Hashable, Sendable {
    /// The media type of problem documents.
    static let mediaType = "application/problem+json"

    /// The HTTP status.
    package let status: HTTPResponse.Status
    /// The stable code; `docs/reference/error-codes.md` lists all of them.
    package let code: String
    /// A sentence with the problem and the remedy.
    package let detail: String
    /// The field at fault, as the client named it.
    package let field: String?
    /// The number of seconds after which the client may try again.
    package let retryAfterSeconds: Int?
    /// A text for the customer, with its language; `nil` if the caller is not a customer's app.
    package private(set) var sentence: Sentence?

    /// A text for the customer.
    package struct Sentence: Hashable, Sendable {
        /// The text.
        package let text: String
        /// The tag of its language.
        package let language: String
    }

    /// Creates a problem of this status and code.
    package init(
        _ status: HTTPResponse.Status,
        code: String,
        _ detail: String,
        field: String? = nil,
        retryAfterSeconds: Int? = nil
    ) {
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Returns the problem with a text for the customer.
    func saying(_ text: String, in language: String) -> Self {
        var problem = self
        problem.sentence = Sentence(text: text, language: language)
        return problem
    }

    /// Returns the problem document as a response.
    package func response(from _: Request, context: some RequestContext) throws -> Response {
        try self.response(requestID: context.requestIdentifier)
    }

    /// Returns the problem document with the id of the request, which is also in the log.
    func document(requestID: String) throws -> ByteBuffer {
        try JSONResponse.bytes(self.members(requestID: requestID))
    }

    private func members(requestID: String) -> Document {
        Document(
            type: "about:blank",
            title: self.status.reasonPhrase,
            status: self.status.code,
            code: self.code,
            detail: self.detail,
            field: self.field,
            sentence: self.sentence?.text,
            language: self.sentence?.language,
            requestId: requestID
        )
    }

    /// Returns the problem document as a response with the id of the request, which is also in the log.
    func response(requestID: String) throws -> Response {
        var response = try JSONResponse.encode(self.members(requestID: requestID), status: self.status)
        response.headers[.contentType] = Self.mediaType
        if let retryAfterSeconds { response.headers[.retryAfter] = "\(retryAfterSeconds)" }
        if self.status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }

    private struct Document: Encodable {
        let type: String
        let title: String
        let status: Int
        let code: String
        let detail: String
        let field: String?
        let sentence: String?
        let language: String?
        let requestId: String
    }

    /// Returns the code with which `ProblemMiddleware` answers an error, one of a fixed list; `nil` for canceled work,
    /// which gets no response.
    static func code(of error: any Error) -> String? {
        switch error {
        case let problem as Problem: problem.code
        case let error as RepositoryError: Self.storage(error).code
        case is NIOTooManyBytesError: Self.framework(.contentTooLarge).code
        case let error as any HTTPResponseError: Self.framework(error.status).code
        case is CancellationError: nil
        default: Self.unknown.code
        }
    }

    /// Runs work of a service, and turns its errors into problem documents.
    ///
    /// - Parameters:
    ///   - explain: Returns the problem of an error.
    ///   - work: The work.
    /// - Returns: The result of the work.
    /// - Throws: The problem.
    static func explaining<Answer, Failure: Error>(
        by explain: (Failure) -> Problem,
        _ work: () async throws(Failure) -> Answer
    ) async throws -> Answer {
        do throws(Failure) {
            return try await work()
        } catch {
            throw explain(error)
        }
    }

    /// The schema of a problem document (RFC 9457).
    static let schema = APISchema.named(
        "Problem",
        .object(
            .required("type", .string(format: "uri-reference"), "`about:blank`; `code` identifies the error."),
            .required("title", .string(), "The reason phrase of the status."),
            .required("status", .integer(100...599)),
            .required("code", .string(pattern: "^[a-z][a-z0-9_]*$"), "A stable code on which programs may rely."),
            .required("detail", .string(), "The problem and the remedy."),
            .optional("field", .string(), "The field at fault."),
            .optional("sentence", .string(), "A text for the customer, in routes that provide one."),
            .optional("language", .string(), "The language of the text."),
            .required("requestId", .string(), "The id under which the server's log has details.")
        )
    )
}
