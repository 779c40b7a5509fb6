import Hummingbird
package import Ledger
import PurserService

/// Lists what operators and keys did.
struct AuditController: Sendable {
    /// The most entries in one answer.
    private static let maximumPage = 500
    /// The number of entries in an answer, if the client does not say.
    private static let standardPage = 100

    /// Keeps the log.
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
        let entries = try await self.repository.auditEntries(after: cursor, limit: limit + 1)
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
    /// The refusal to show the log of the whole server with the key of one app.
    fileprivate static let auditOfAllApps = Self(
        .forbidden,
        code: "key_of_one_app",
        "The audit log is about all apps: use a key of all apps, or on the server's machine: purser audit list"
    )
}

extension AuditController {
    private static let entry = APISchema.named(
        "AuditEntry",
        .object(
            .required("number", .integer(1...Int64.max)),
            .required("at", .instant, "When it was written."),
            .required("operatorName", .string(), "Who did it: an operator or a key."),
            .required("action", .string(), "What was done."),
            .required("subject", .string(), "What it was done to."),
            .optional("outcome", .string(), "What came of it: `begun`, `done`, `nothing` or `refused`."),
            .optional("code", .string(), "The code of the refusal."),
            .optional("reason", .string(), "Why, in the person's words."),
            .required("details", .map(of: .string()), "Further values by name."),
            .required(
                "hash",
                .string(),
                "The entry's hash over its values and the hash before it, in hexadecimal digits."
            )
        )
    )

    /// The route as the OpenAPI document describes it.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/audit",
            id: "listAuditEntries",
            tag: .server,
            access: .admin,
            summary: "List the audit log",
            description: "Oldest first. The log is about all apps, so a key of one app is refused.",
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

/// An entry of the audit log as our JSON.
package struct AuditEntryBody: Codable, Hashable, Sendable {
    /// Its number.
    package let number: Int64
    /// When it was written.
    package let at: String
    /// Who did it.
    package let operatorName: String
    /// What was done.
    package let action: String
    /// What it was done to.
    package let subject: String
    /// What came of it: `begun`, `done`, `nothing` or `refused`; absent in entries of versions that did not say so.
    package let outcome: String?
    /// The code of the refusal, where it was refused.
    package let code: String?
    /// Why, where words are left.
    package let reason: String?
    /// Further values by name.
    package let details: [String: String]
    /// The entry's hash, in hexadecimal digits.
    package let hash: String

    /// The body of an entry.
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
