import Foundation
package import HTTPTypes
package import Hummingbird
import Ledger
import NIOCore

/// An error as clients see it: an RFC 9457 problem document with a stable code.
///
/// It says what to do and which field is at fault, and never holds a payload, a secret, somebody else's data or a
/// trace.
package struct Problem: HTTPResponseError, Hashable, Sendable {
    /// The media type of problem documents.
    static let mediaType = "application/problem+json"

    /// The HTTP status.
    package let status: HTTPResponse.Status
    /// The stable code; `docs/reference/error-codes.md` lists all of them.
    package let code: String
    /// One sentence that says what is wrong and what to do.
    package let detail: String
    /// The field at fault, as the client named it.
    package let field: String?
    /// After how many seconds another try makes sense.
    package let retryAfterSeconds: Int?
    /// What the player may be told, with its language; `nil` where whoever called is no player's app.
    package private(set) var sentence: Sentence?

    /// A sentence for the player.
    package struct Sentence: Hashable, Sendable {
        /// The sentence.
        package let text: String
        /// The tag of its language.
        package let language: String
    }

    /// A problem of this status and code.
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

    /// The problem with what the player may be told.
    func saying(_ text: String, in language: String) -> Self {
        var problem = self
        problem.sentence = Sentence(text: text, language: language)
        return problem
    }

    /// The problem document as a response.
    package func response(from _: Request, context: some RequestContext) throws -> Response {
        try self.response(requestID: context.requestIdentifier)
    }

    /// The problem document itself, naming the request for whoever reads the log.
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

    /// The problem document as a response, naming the request for whoever reads the log.
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

    /// Returns the code with which `ProblemMiddleware` answers an error, one of a fixed list; `nil` for work that was
    /// canceled, which is not answered.
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

    /// Does work of a service, and refuses with what it says is wrong.
    ///
    /// - Parameters:
    ///   - explain: Makes a problem of what the service says.
    ///   - work: The work.
    /// - Returns: What the work returns.
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

    /// The form of a problem document (RFC 9457).
    static let schema = APISchema.named(
        "Problem",
        .object(
            .required("type", .string(format: "uri-reference"), "`about:blank`: the code says what it is."),
            .required("title", .string(), "The words of the status."),
            .required("status", .integer(100...599)),
            .required("code", .string(pattern: "^[a-z][a-z0-9_]*$"), "Stable; programs may rely on it."),
            .required("detail", .string(), "What is wrong and what to do."),
            .optional("field", .string(), "The field at fault, as it was named."),
            .optional("sentence", .string(), "What the player may be told, where a route says so."),
            .optional("language", .string(), "The language of the sentence."),
            .required("requestId", .string(), "Under which the server's log knows more.")
        )
    )
}
