import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The commands that an operator gives to the running server.
struct OperatorRoutes {
    /// The largest body in bytes: a path and a reason.
    private static let maximumBody = 64 * 1024
    /// The most entries of the audit log in one answer.
    private static let maximumEntries = 500

    /// The names in the query of routes that no shop's operation is like.
    static let queries = [
        "/operator/v1/audit": ["cursor", "limit"],
        "/operator/v1/refund-export": ["app", "since", "until", "cursor", "limit"],
    ]

    /// What is asked and done.
    let parts: OperatorRouter.Parts

    /// Adds the routes.
    func add(to router: Router<OperatorContext>) {
        router.get("/operator/v1/status", use: self.status)
        router.get("/operator/v1/audit", use: self.audit)
        router.post("/operator/v1/backups", use: self.backup)
        router.post("/operator/v1/checks", use: self.check)
        router.post("/operator/v1/evidence-verifications", use: self.verifyEvidence)
        router.post("/operator/v1/syncs", use: self.sync)
        if let work = self.parts.customers { router.post("/operator/v1/customer-tasks", use: self.tasks(of: work)) }
        if let work = self.parts.store { router.post("/operator/v1/store-tasks", use: self.tasks(of: work)) }
        if let work = self.parts.grants { router.post("/operator/v1/grant-tasks", use: self.tasks(of: work)) }
        if let work = self.parts.wallets { router.post("/operator/v1/wallet-tasks", use: self.tasks(of: work)) }
        if let work = self.parts.orders { router.post("/operator/v1/order-tasks", use: self.tasks(of: work)) }
        let fetching = ReportFetchOperations(fetches: self.parts.reportFetches)
        router.post("/operator/v1/report-fetch-tasks", use: self.tasks(of: fetching))
        if let work = self.parts.reconciliation {
            router.post("/operator/v1/reconciliation-tasks", use: self.tasks(of: work))
        }
        if let work = self.parts.movingOver {
            router.post("/operator/v1/moving-over-tasks", use: self.tasks(of: work))
        }
    }

    @concurrent
    @Sendable private func status(_: Request, context _: OperatorContext) async throws -> Response {
        try JSONResponse.encode(Status(database: self.parts.databasePath, schema: self.parts.schema))
    }

    @concurrent
    @Sendable private func audit(_ request: Request, context _: OperatorContext) async throws -> Response {
        let cursor = try Self.number("cursor", in: request) ?? 0
        let limit = min(Self.maximumEntries, Int(try Self.number("limit", in: request) ?? 100))
        let entries = try await self.parts.repository.auditEntries(after: cursor, limit: limit)
        return try JSONResponse.encode(Entries(entries: entries.map(AuditEntryBody.init)))
    }

    @concurrent
    @Sendable private func backup(_ request: Request, context: OperatorContext) async throws -> Response {
        let body = try await self.body(of: request, fields: ["path", "replace", "reason"])
        let path = try body.requiredText("path")
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
        let name = context.name
        let operations = self.parts.operations
        return self.stream { report in
            await operations.backup(to: path, replacing: isReplacing, by: name, reason: reason, report: report)
        }
    }

    @concurrent
    @Sendable private func check(_ request: Request, context _: OperatorContext) async throws -> Response {
        _ = try await self.body(of: request, fields: [])
        let operations = self.parts.operations
        return self.stream { report in await operations.check(report: report) }
    }

    @concurrent
    @Sendable private func verifyEvidence(_ request: Request, context _: OperatorContext) async throws -> Response {
        let body = try await self.body(of: request, fields: ["sinceMilliseconds"])
        let since = try body.integer("sinceMilliseconds").map(Instant.init(milliseconds:))
        let operations = self.parts.operations
        return self.stream { report in await operations.verifyEvidence(since: since, report: report) }
    }

    @concurrent
    @Sendable private func sync(_ request: Request, context _: OperatorContext) async throws -> Response {
        let body = try await self.body(of: request, fields: ["app", "statusOnly"])
        let app = try body.text("app").map { AppName($0) }
        let isStatusOnly = try body.flag("statusOnly")
        let operations = self.parts.operations
        return self.stream { report in await operations.sync(app: app, isStatusOnly: isStatusOnly, report: report) }
    }

    /// What reads and does one kind of task.
    private func tasks<Work: OperatorWork>(
        of work: Work
    ) -> @Sendable (Request, OperatorContext) async throws -> Response {
        { request, context in
            let names = Work.Task.fieldNames
            let body = try await self.body(of: request, fields: names + ["preview", "reason"])
            let fields = TaskFields(try body.texts(of: names))
            let task: Work.Task
            do throws(TaskMistake) {
                task = try Work.Task(fields)
            } catch {
                throw RequestFields.wrongType(error.field, error.detail)
            }
            let isPreview = try body.flag("preview")
            let reason = try body.text("reason")
            let name = context.name
            return self.stream { report in
                await work.run(task, isPreview: isPreview, by: name, reason: reason, report: report)
            }
        }
    }

    private func body(of request: Request, fields: [String]) async throws -> OperatorRequest {
        try await self.parts.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try OperatorRequest(json: Array(body.readableBytesView), fields: fields)
        }
    }

    private static func number(_ name: String, in request: Request) throws -> Int64? {
        guard let text = request.uri.queryParameters[name[...]] else { return nil }
        guard let number = Int64(text), number >= 0 else {
            throw RequestFields.wrongType(name, "This must be a whole number.")
        }
        return number
    }

    /// Answers with what a piece of work says while it runs, one JSON object a line; it ends with the connection.
    private func stream(
        _ work: @escaping @Sendable (@escaping Operations.Report) async -> Void
    ) -> Response {
        let gate = self.parts.gate
        let body = ResponseBody { writer in
            let (events, task) = gate.begin(work)
            var failure: (any Error)?
            do {
                for await event in events {
                    try await writer.write(ByteBuffer(bytes: event.json + [UInt8(ascii: "\n")]))
                }
            } catch {
                // Nobody listens any more, so nothing more is to be done.
                failure = error
            }
            if let task { await gate.end(task) }
            if let failure { throw failure }
            // Last, so that whoever reads the end can begin the next piece of work.
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/x-ndjson"], body: body)
    }

    private struct Status: Encodable {
        let database: String
        let schema: String
    }

    private struct Entries: Encodable {
        let entries: [AuditEntryBody]
    }
}
