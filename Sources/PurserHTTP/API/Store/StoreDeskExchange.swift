import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// How the routes of the App Store desk read what is asked, take it down, and say what went wrong.
struct StoreDeskExchange: Sendable {
    /// The largest body in bytes: some ids and a reason.
    static let maximumBody = 64 * 1024

    /// Asks and tells Apple.
    let desk: StoreDesk
    /// Takes down who did what.
    let operations: StoreOperations
    /// Bounds the bodies.
    let limits: BodyLimits

    /// The fields of a body.
    func body(of request: Request, fields: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: fields)
        }
    }

    /// The task that named texts describe, or a problem that names the field at fault.
    static func task(_ texts: [String: String], in app: AppName) throws -> StoreTask {
        do throws(TaskMistake) {
            return try StoreTask(TaskFields(texts.merging(["app": app.rawValue]) { $1 }))
        } catch {
            let isMissing = texts[error.field] == nil
            throw Problem(
                .unprocessableContent,
                code: isMissing ? "field_missing" : "field_wrong_type",
                error.detail,
                field: error.field
            )
        }
    }

    /// Does a task after it is in the audit log; or, where a preview is asked for, answers what the books know of it.
    func answer(
        _ task: StoreTask,
        to request: Request,
        by name: String,
        reason: String?,
        _ work: () async throws -> Response
    ) async throws -> Response {
        if try RequestQuery.flag("dryRun", in: request) {
            let fields: [OperationResult.Field]
            do throws(OperationFailure) {
                fields = try await self.operations.preview(task)
            } catch {
                throw Problem(.serviceUnavailable, code: error.code, error.detail, retryAfterSeconds: 5)
            }
            return try JSONResponse.encode(StorePreviewBody(fields))
        }
        do {
            return try await self.operations.entering(
                task,
                by: name,
                reason: reason,
                code: { (error: any Error) in Self.code(of: error) },
                trouble: { Self.problem(OperationFailure($0)) },
                { () throws(any Error) -> Response in try await work() }
            )
        } catch let error as StoreDeskError {
            throw Problem.store(error)
        }
    }

    private static func problem(_ failure: OperationFailure) -> any Error {
        Problem(.serviceUnavailable, code: failure.code, failure.detail, retryAfterSeconds: 5)
    }

    /// What the audit log keeps of an error that is a refusal: its code; `nil` where Apple may have done what it was asked.
    static func code(of error: any Error) -> String? {
        switch error {
        case let error as StoreDeskError: error.refusalCode
        case let problem as Problem where problem.status.code < 500: problem.code
        default: nil
        }
    }

    /// A part of the path that is one of Apple's ids.
    static func id(_ name: String, in context: some RequestContext) throws -> String {
        guard let text = context.parameters.get(name), !text.isEmpty, text.utf8.count <= 64,
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else {
            throw Problem(
                .unprocessableContent,
                code: "appstore_identifier_invalid",
                "Apple's ids have 1 to 64 letters, digits, hyphens and underscores.",
                field: name
            )
        }
        return text
    }
}
