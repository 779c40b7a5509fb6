import Hummingbird
package import Ledger
import PurserService

/// A controller that lists the actions of operators and keys.
struct AuditController: Sendable {
    /// The maximum number of entries in one page.
    private static let maximumPage = 500
    /// The default number of entries in one page.
    private static let standardPage = 100

    /// The repository of the audit log.
    let repository: any Repository

    /// Adds the route.
    func add(to group: RouterGroup<CallerContext>) {
        group.get("/v1/audit", use: self.list)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: CallerContext) async throws -> Response {
        guard context.caller.app == nil else { throw Problem.auditOfAllApps }
        let limit = try RequestQuery.limit(in: request, usually: Self.standardPage, upTo: Self.maximumPage)
        let cursor = try RequestQuery.cursor(in: request, atLeast: 1) ?? 0
        let entries = try await self.repository.read { view in try view.auditEntries(after: cursor, limit: limit + 1) }
        let page = entries.prefix(limit)
        return try JSONResponse.encode(
            Page(
                entries: page.map(AuditEntryBody.init),
                next: entries.count > limit ? page.last.map { "\($0.number)" } : nil
            )
        )
    }

    private struct Page: Encodable {
        let entries: [AuditEntryBody]
        let next: String?
    }
}

extension Problem {
    /// The error for a key of one app, which may not read the log of the whole server.
    fileprivate static let auditOfAllApps = Self(
        .forbidden,
        code: "key_of_one_app",
        "The audit log covers all apps. Use a key of all apps, or on the server's machine: purser audit list"
    )
}

extension AuditController {
    private static let entry = APISchema.named(
        "AuditEntry",
        .object(
            .required("number", .integer(1...Int64.max)),
            .required("at", .instant, "When it was written."),
            .required("operatorName", .string(), "The operator or key that performed it."),
            .required("action", .string(), "The action."),
            .required("subject", .string(), "The subject of the action."),
            .optional("outcome", .string(), "The outcome: `begun`, `done`, `nothing` or `refused`."),
            .optional("code", .string(), "The code of the error, if it was refused."),
            .optional("reason", .string(), "The reason that the operator or client stated."),
            .required("details", .map(of: .string()), "Further values by name."),
            .required(
                "hash",
                .string(),
                "The entry's hash over its values and the previous hash, in hexadecimal digits."
            )
        )
    )

    /// The OpenAPI description of the route.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/audit",
            id: "listAuditEntries",
            tag: .server,
            access: .admin,
            summary: "List the audit log",
            description: "Oldest first. The log covers all apps, so the server refuses a key of one app.",
            parameters: [.limit(Int64(Self.maximumPage)), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("entries", .array(of: Self.entry)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of entries."
                )
            ],
            problems: [
                .status(403, "key_of_one_app"), .status(422, "cursor_invalid", "field_invalid", "field_wrong_type"),
            ]
        )
    ]
}

/// An entry of the audit log in JSON.
package struct AuditEntryBody: Codable, Hashable, Sendable {
    /// Its number.
    package let number: Int64
    /// When it was written.
    package let at: String
    /// Who performed it.
    package let operatorName: String
    /// The action.
    package let action: String
    /// The subject of the action.
    package let subject: String
    /// The outcome: `begun`, `done`, `nothing` or `refused`; absent in entries of older versions.
    package let outcome: String?
    /// The code of the error, if it was refused.
    package let code: String?
    /// The reason; absent if there was none, or after an erasure.
    package let reason: String?
    /// Further values by name.
    package let details: [String: String]
    /// The entry's hash, in hexadecimal digits.
    package let hash: String

    /// Creates the body of an entry.
    package init(_ entry: AuditEntry) {
        self.number = entry.number
        self.at = entry.at.rfc3339
        self.operatorName = entry.operatorName
        self.action = entry.action.rawValue
        self.subject = entry.subject
        self.outcome = entry.outcome?.word
        self.code = entry.outcome?.code
        self.reason = entry.reason?.text
        self.details = entry.details
        self.hash = "\(entry.hash)"
    }
}
