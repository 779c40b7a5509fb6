import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller for operations on the database as a whole, for operators on the server's machine.
///
/// The responses are streams of JSON objects, one per line: `progress`, `finding`, and finally `result` or `failure`.
struct DatabaseController: Sendable {
    /// The maximum size of a body in bytes: a path and a reason.
    private static let maximumBody = 64 * 1024

    /// The operations that copy, check and repair the database.
    let operations: Operations
    /// The database.
    let database: DatabaseName
    /// The gate that lets one operation run at a time.
    let gate: OperationGate
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds the routes.
    func add(to group: RouterGroup<CallerContext>) {
        group.get("/v1/database", use: self.get)
        group.post("/v1/database/backups", use: self.backup)
        group.post("/v1/database/checks", use: self.check)
        group.post("/v1/evidence/verifications", use: self.verify)
        group.post("/v1/syncs", use: self.sync)
        group.post("/v1/figure-rebuilds", use: self.rebuildFigures)
    }

    @concurrent
    @Sendable private func get(_: Request, context _: CallerContext) async throws -> Response {
        try JSONResponse.encode(self.database)
    }

    @concurrent
    @Sendable private func backup(_ request: Request, context: CallerContext) async throws -> Response {
        let body = try await self.body(of: request, fields: ["path", "replace", "reason"])
        let path = try body.required("path")
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw Problem(
                .unprocessableContent,
                code: "path_not_absolute",
                "Send an absolute path: the server's working directory differs from yours.",
                field: "path"
            )
        }
        let isReplacing = try body.flag("replace")
        let reason = try body.text("reason")
        if let reason { try RequestFields.check(reason, field: "reason", upTo: 1000) }
        return self.gate.stream { [operations, name = context.caller.name] report in
            await operations.backup(to: path, replacing: isReplacing, by: name, reason: reason, report: report)
        }
    }

    @concurrent
    @Sendable private func check(_ request: Request, context _: CallerContext) async throws -> Response {
        _ = try await self.body(of: request, fields: [])
        return self.gate.stream { [operations] report in await operations.check(report: report) }
    }

    @concurrent
    @Sendable private func verify(_ request: Request, context _: CallerContext) async throws -> Response {
        let body = try await self.body(of: request, fields: ["sinceMilliseconds"])
        let since = try body.integer("sinceMilliseconds").map(Instant.init(milliseconds:))
        return self.gate.stream { [operations] report in
            await operations.verifyEvidence(since: since, report: report)
        }
    }

    @concurrent
    @Sendable private func sync(_ request: Request, context: CallerContext) async throws -> Response {
        let body = try await self.body(of: request, fields: ["statusOnly"])
        let isStatusOnly = try body.flag("statusOnly")
        return self.gate.stream { [operations, app = context.app?.name] report in
            await operations.sync(app: app, isStatusOnly: isStatusOnly, report: report)
        }
    }

    @concurrent
    @Sendable private func rebuildFigures(_ request: Request, context: CallerContext) async throws -> Response {
        _ = try await self.body(of: request, fields: [])
        return self.gate.stream { [operations, app = context.app?.name] report in
            await operations.rebuildFigures(app: app, report: report)
        }
    }

    private func body(of request: Request, fields: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: fields)
        }
    }
}

/// The open database.
package struct DatabaseName: Encodable, Sendable {
    /// The location: a path, or an address without its password.
    package let database: String
    /// The number of its newest migration.
    package let schema: String

    /// Whether a server has it open; otherwise a command has it open temporarily.
    package let serves: Bool

    /// Creates the description of a database.
    package init(path: String, schema: String, serves: Bool = true) {
        self.database = path
        self.schema = schema
        self.serves = serves
    }
}

extension DatabaseController {
    private static let answers = [
        APIAnswer.file(
            OperationGate.mediaType,
            "The messages of the operation, one JSON object per line, with `event` in each: `progress`, `finding`, "
                + "and finally `result` or `failure`."
        )
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/database",
            id: "getDatabase",
            tag: .server,
            access: .socket,
            summary: "Get the database",
            answers: [
                .ok(
                    .object(
                        .required("database", .string(), "The location: a path, or an address without its password."),
                        .required("schema", .string(), "The number of its newest migration."),
                        .required(
                            "serves",
                            .boolean,
                            "Whether a server has it open; otherwise a command has it open temporarily."
                        )
                    )
                )
            ]
        ),
        APIOperation(
            .post,
            "/v1/database/backups",
            id: "backUpDatabase",
            tag: .server,
            access: .socket,
            summary: "Back up the database",
            description:
                "Copies the database into one file on the server's machine, and checks the copy. The audit log "
                + "records who made it.",
            body: .json(
                .object(
                    .required("path", .string(), "The absolute path of the copy."),
                    .optional("replace", .boolean, "Whether to replace an existing file."),
                    .optional("reason", .string(length: 1...1000), "The reason, for the audit log.")
                )
            ),
            answers: Self.answers,
            problems: [.unreadableBody, .wrongFields("field_invalid", "path_not_absolute")],
            isRepeatable: false
        ),
        APIOperation(
            .post,
            "/v1/database/checks",
            id: "checkDatabase",
            tag: .server,
            access: .socket,
            summary: "Check the database",
            description: "Reads the whole database, and reports every problem.",
            answers: Self.answers,
            problems: [.unreadableBody, .wrongFields()],
            isRepeatable: false
        ),
        APIOperation(
            .post,
            "/v1/evidence/verifications",
            id: "verifyEvidence",
            tag: .server,
            access: .socket,
            summary: "Verify the evidence again",
            description:
                "Reassembles every signed object byte for byte, and verifies it with the same checks as at its "
                + "arrival.",
            body: .json(
                .object(
                    .optional(
                        "sinceMilliseconds",
                        .integer(),
                        "Only evidence that was recorded since this time, in milliseconds since 1970."
                    )
                ),
                isRequired: false
            ),
            answers: Self.answers,
            problems: [.unreadableBody, .wrongFields()],
            isRepeatable: false
        ),
        APIOperation(
            .post,
            "/v1/syncs",
            id: "syncWithApple",
            tag: .server,
            access: .socket,
            summary: "Sync with Apple",
            description:
                "Reads Apple's notification history for the app in the path, or for all apps, and asks Apple about "
                + "everything that is open.",
            body: .json(
                .object(
                    .optional("statusOnly", .boolean, "Whether to report only the progress, without asking Apple.")
                ),
                isRequired: false
            ),
            answers: Self.answers,
            problems: [.unreadableBody, .wrongFields()],
            isRepeatable: false
        ),
        APIOperation(
            .post,
            "/v1/figure-rebuilds",
            id: "rebuildFigures",
            tag: .server,
            access: .socket,
            summary: "Rebuild the figures",
            description:
                "Counts the figures of the app in the path, or of all apps, anew from the ledger, reports every "
                + "difference and corrects it.",
            answers: Self.answers,
            problems: [.unreadableBody, .wrongFields()],
            isRepeatable: false
        ),
    ]
}
