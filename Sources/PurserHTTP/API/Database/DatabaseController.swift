import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Runs what is about the database as a whole, for operators on the server's machine.
///
/// The answers are streams of JSON objects, one a line: `progress`, `finding`, and at the end `result` or `failure`.
struct DatabaseController: Sendable {
    /// The largest body in bytes: a path and a reason.
    private static let maximumBody = 64 * 1024

    /// Copies, checks and heals the database.
    let operations: Operations
    /// The database.
    let database: DatabaseName
    /// Lets one operation run at a time.
    let gate: OperationGate
    /// Limits the bodies.
    let limits: BodyLimits

    /// Adds the routes.
    func add(to group: RouterGroup<CallerContext>) {
        group.get("/v1/database", use: self.get)
        group.post("/v1/database/backups", use: self.backup)
        group.post("/v1/database/checks", use: self.check)
        group.post("/v1/evidence/verifications", use: self.verify)
        group.post("/v1/syncs", use: self.sync)
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
                "Send the whole path: the server has another working folder than you.",
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

    private func body(of request: Request, fields: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: fields)
        }
    }
}

/// The database that a server has open.
package struct DatabaseName: Encodable, Sendable {
    /// Where it is: a path, or an address without its password.
    package let database: String
    /// The number of its newest migration.
    package let schema: String

    /// Whether a server has it open, and not a command for a moment.
    package let serves: Bool

    /// A database of this name.
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
            "What the operation reports, one JSON object a line, with `event` in each: `progress`, `finding`, and last "
                + "`result` or `failure`."
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
            summary: "Get the name of the database",
            answers: [
                .ok(
                    .object(
                        .required("database", .string(), "Where it is."),
                        .required("schema", .string(), "The number of its newest migration."),
                        .required("serves", .boolean, "Whether a server has it open, and not a command for a moment.")
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
                "Copies the database into one file on the server's machine, and checks the copy. The audit log names "
                + "who made it.",
            body: .json(
                .object(
                    .required("path", .string(), "The whole path of the copy."),
                    .optional("replace", .boolean, "Whether a file that is there is replaced."),
                    .optional("reason", .string(length: 1...1000), "Why, for the audit log.")
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
            description: "Reads all of the database, and reports everything that is wrong with it.",
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
            description: "Puts every signed object together again, byte for byte, and verifies it as on the first day.",
            body: .json(
                .object(
                    .optional(
                        "sinceMilliseconds",
                        .integer(),
                        "Only what was recorded since, in milliseconds since 1970."
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
            summary: "Ask Apple for what is missing",
            description:
                "Reads Apple's notification history of the app in the path, or of all, and asks Apple what is open.",
            body: .json(
                .object(
                    .optional("statusOnly", .boolean, "Whether only the progress is reported, and Apple is not asked.")
                ),
                isRequired: false
            ),
            answers: Self.answers,
            problems: [.unreadableBody, .wrongFields()],
            isRepeatable: false
        ),
    ]
}
