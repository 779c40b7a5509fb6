import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller that imports a shop's earlier purchases and returns the progress.
struct ImportController: Sendable {
    /// The maximum number of imports in a list.
    private static let maximumList = 200
    /// The number of failures that are read at once.
    private static let pageRows = 500

    /// The service that starts, retries and cancels imports.
    let imports: ImportService

    /// Adds the routes under `/v1/imports`.
    func add(to group: RouterGroup<AppContext>) {
        group.post("/v1/imports", use: self.create)
        group.get("/v1/imports", use: self.list)
        group.get("/v1/imports/:import", use: self.get)
        group.get("/v1/imports/:import/failures", use: self.failures)
        group.post("/v1/imports/:import/retry", use: self.retry)
        group.post("/v1/imports/:import/cancel", use: self.cancel)
    }

    /// Receives a file and responds with 202 once it is complete.
    @concurrent
    @Sendable private func create(_ request: Request, context: AppContext) async throws -> Response {
        guard request.headers[.contentEncoding] == nil else { throw Problem.framework(.unsupportedMediaType) }
        let format = try Self.format(
            of: request,
            from: request.headers[.contentType].flatMap(ImportFormat.init(mediaType:))
        )
        let publishesEvents = try Self.publishesEvents(request)
        do {
            var reception = try await self.imports.begin(
                for: context.app.name,
                format: format,
                publishesEvents: publishesEvents,
                by: context.caller.name
            )
            try await Self.pour(request, into: &reception)
            return try Self.answer(try await reception.finish(), status: .accepted)
        } catch let error as ImportError {
            throw Problem.importing(error)
        }
    }

    /// Returns the newest imports.
    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumList)
        return try await Self.explained {
            try JSONResponse.encode(
                List(imports: try await self.imports.list(of: context.app.name, limit: limit).map { ImportBody($0) })
            )
        }
    }

    /// Returns one import.
    @concurrent
    @Sendable private func get(_: Request, context: AppContext) async throws -> Response {
        try await Self.explained {
            try Self.answer(try await self.imports.job(Self.id(in: context), of: context.app.name))
        }
    }

    /// Returns the rows that could not be imported, as a file that can be corrected and submitted again.
    @concurrent
    @Sendable private func failures(_ request: Request, context: AppContext) async throws -> Response {
        let format = try Self.format(of: request, from: .jsonLines)
        _ = try await Self.explained { try await self.imports.job(Self.id(in: context), of: context.app.name) }
        let (imports, id, app) = (self.imports, Self.id(in: context), context.app.name)
        let body = ResponseBody { writer in
            if format == .csv { try await writer.write(ByteBuffer(string: ImportFailureLine.csvHeader)) }
            var position = ImportRow.Position.beginning
            while true {
                let rows = try await imports.failures(of: id, in: app, after: position, limit: Self.pageRows)
                guard let last = rows.last else { break }
                position = last.position
                var buffer = ByteBuffer()
                for row in rows {
                    let line = ImportFailureLine(row)
                    if format == .csv { buffer.writeString(line.csv) } else { buffer.writeBytes(line.json) }
                }
                try await writer.write(buffer)
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: format.mediaType], body: body)
    }

    /// Retries failed rows.
    @concurrent
    @Sendable private func retry(_: Request, context: AppContext) async throws -> Response {
        try await Self.explained {
            let retried = try await self.imports.retry(
                Self.id(in: context),
                of: context.app.name,
                by: context.caller.name
            )
            return try Self.answer(retried.value, nothing: retried.nothing)
        }
    }

    /// Cancels an import.
    @concurrent
    @Sendable private func cancel(_: Request, context: AppContext) async throws -> Response {
        try await Self.explained {
            try Self.answer(
                try await self.imports.cancel(Self.id(in: context), of: context.app.name, by: context.caller.name)
            )
        }
    }

    /// The import in the path.
    private static func id(in context: AppContext) -> ImportJobID {
        ImportJobID(context.parameters.get("import") ?? "")
    }

    private static func pour(_ request: Request, into reception: inout ImportUpload) async throws {
        do {
            for try await part in request.body { try await reception.take(part.readableBytesView) }
        } catch let error as ImportError {
            throw error
        } catch {
            // The client closed the connection, which is not an error of the server; it keeps what has arrived.
            try await reception.breakOff()
        }
    }

    private static func format(of request: Request, from type: ImportFormat?) throws -> ImportFormat {
        if let text = request.uri.queryParameters.get("format") {
            guard let format = ImportFormat(rawValue: text) else {
                throw Problem(
                    .unprocessableContent,
                    code: "import_format_unknown",
                    "Use csv or jsonl.",
                    field: "format"
                )
            }
            return format
        }
        guard let type else {
            throw Problem(
                .unsupportedMediaType,
                code: "import_format_unknown",
                "State the format of the file: Content-Type text/csv or application/x-ndjson, or ?format=csv or jsonl."
            )
        }
        return type
    }

    private static func publishesEvents(_ request: Request) throws -> Bool {
        switch request.uri.queryParameters.get("events") {
        case nil, "on": return true
        case "off": return false
        default:
            throw RequestFields.wrongType("events", "Use on or off.")
        }
    }

    private static func answer(
        _ job: ImportJob,
        status: HTTPResponse.Status = .ok,
        nothing: NoChange.Code? = nil
    ) throws -> Response {
        try JSONResponse.encode(ImportBody(job, nothing: nothing), status: status)
    }

    private static func explained<Answer>(_ work: () async throws -> Answer) async throws -> Answer {
        do {
            return try await work()
        } catch let error as ImportError {
            throw Problem.importing(error)
        }
    }

    private struct List: Encodable {
        let imports: [ImportBody]
    }
}

extension Problem {
    /// Returns the problem document of an error about an import.
    static func importing(_ error: ImportError) -> Self {
        switch error {
        case .keyMissing: Self(.conflict, code: error.code, error.detail)
        case .appUnknown, .unknown: Self(.notFound, code: error.code, error.detail)
        case .wrongState: Self(.conflict, code: error.code, error.detail)
        case .file: Self(.unprocessableContent, code: error.code, error.detail)
        case .interrupted: Self(.badRequest, code: error.code, error.detail)
        case .storage(let cause): Self.storage(cause)
        }
    }
}

extension ImportController {
    private static let one = APIParameter.path("import", .string(), "The import's `id`.")
    private static let format = APIParameter.query("format", .enumeration("csv", "jsonl"), "The format of the file.")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/imports",
            id: "createImport",
            tag: .imports,
            access: .admin,
            summary: "Import purchases",
            description:
                "A file of any size, in CSV or JSON lines; `docs/operating/import.md` describes its columns. The "
                + "server responds once the file is complete, and then begins to import it.",
            parameters: [
                Self.format,
                .query("events", .enumeration("on", "off"), "`off` publishes no events for the imported purchases."),
            ],
            body: .file(["text/csv", "application/x-ndjson"], "The file."),
            answers: [.json(202, ImportBody.schema, "The import, whose file is complete.")],
            problems: [
                .status(400, "import_interrupted"),
                .status(409, "appstore_not_configured"),
                .status(415, "import_format_unknown", "content_encoding_unsupported"),
                .status(422, "import_format_unknown", "field_wrong_type"),
            ],
            isRepeatable: false
        ),
        APIOperation(
            .get,
            "/v1/imports",
            id: "listImports",
            tag: .imports,
            access: .read,
            summary: "List imports",
            parameters: [.limit(Int64(Self.maximumList))],
            answers: [
                .ok(.object(.required("imports", .array(of: ImportBody.schema))), "The newest imports, newest first.")
            ],
            problems: [.status(422, "field_wrong_type")]
        ),
        APIOperation(
            .get,
            "/v1/imports/{import}",
            id: "getImport",
            tag: .imports,
            access: .read,
            summary: "Get an import",
            parameters: [Self.one],
            answers: [.ok(ImportBody.schema, "The import.")],
            problems: [.status(404, "import_unknown")]
        ),
        APIOperation(
            .get,
            "/v1/imports/{import}/failures",
            id: "getImportFailures",
            tag: .imports,
            access: .read,
            summary: "Download the failed rows of an import",
            parameters: [Self.one, Self.format],
            answers: [
                .file("application/x-ndjson", "One row per line."),
                .file("text/csv", "One row per line, after a header line."),
            ],
            problems: [.status(404, "import_unknown"), .status(422, "import_format_unknown")]
        ),
        APIOperation(
            .post,
            "/v1/imports/{import}/retry",
            id: "retryImport",
            tag: .imports,
            access: .admin,
            summary: "Retry the failed rows of an import",
            parameters: [Self.one],
            answers: [.ok(ImportBody.schema, "The import.")],
            problems: [.status(404, "import_unknown"), .status(409, "import_state", "appstore_not_configured")]
        ),
        APIOperation(
            .post,
            "/v1/imports/{import}/cancel",
            id: "cancelImport",
            tag: .imports,
            access: .admin,
            summary: "Cancel an import",
            parameters: [Self.one],
            answers: [.ok(ImportBody.schema, "The import.")],
            problems: [.status(404, "import_unknown"), .status(409, "import_state")]
        ),
    ]
}
