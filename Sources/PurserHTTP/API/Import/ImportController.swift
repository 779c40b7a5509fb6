import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Takes in the purchases that a shop had before, and shows how they are imported.
struct ImportController: Sendable {
    /// The most imports in one list.
    private static let maximumList = 200
    /// How many failures are read at once.
    private static let pageRows = 500

    /// Starts, retries and cancels.
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

    /// Takes in a file and answers 202 once it is complete.
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

    /// The newest imports.
    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumList)
        return try await Self.explained {
            try JSONResponse.encode(
                List(imports: try await self.imports.list(of: context.app.name, limit: limit).map { ImportBody($0) })
            )
        }
    }

    /// One import.
    @concurrent
    @Sendable private func get(_: Request, context: AppContext) async throws -> Response {
        try await Self.explained {
            try Self.answer(try await self.imports.job(Self.id(in: context), of: context.app.name))
        }
    }

    /// The rows that could not be imported, as a file that can be corrected and submitted again.
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

    /// Tries again what failed.
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

    /// Breaks an import off.
    @concurrent
    @Sendable private func cancel(_: Request, context: AppContext) async throws -> Response {
        try await Self.explained {
            try Self.answer(
                try await self.imports.cancel(Self.id(in: context), of: context.app.name, by: context.caller.name)
            )
        }
    }

    /// The import that a path names.
    private static func id(in context: AppContext) -> ImportJobID {
        ImportJobID(context.parameters.get("import") ?? "")
    }

    private static func pour(_ request: Request, into reception: inout ImportUpload) async throws {
        do {
            for try await part in request.body { try await reception.take(part.readableBytesView) }
        } catch let error as ImportError {
            throw error
        } catch {
            // A client that breaks off is no fault of ours; what it sent is kept as far as it came.
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
                "Say what the file is: Content-Type text/csv or application/x-ndjson, or ?format=csv or jsonl."
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
    /// What is answered when an import cannot be started, looked at or changed.
    fileprivate static func importing(_ error: ImportError) -> Self {
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
            summary: "Submit the file of an import",
            description: "A file of any size, in CSV or JSON lines; `docs/operating/import.md` has its columns. The "
                + "answer comes once the file is complete, and the work begins.",
            parameters: [
                Self.format,
                .query("events", .enumeration("on", "off"), "`off` tells nothing of what it brings."),
            ],
            body: .file(["text/csv", "application/x-ndjson"], "The file as it is."),
            answers: [.json(202, ImportBody.schema, "The file is complete; the work begins.")],
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
            summary: "The newest imports, newest first",
            parameters: [.limit(Int64(Self.maximumList))],
            answers: [.ok(.object(.required("imports", .array(of: ImportBody.schema))), "The newest imports.")],
            problems: [.status(422, "field_wrong_type")]
        ),
        APIOperation(
            .get,
            "/v1/imports/{import}",
            id: "getImport",
            tag: .imports,
            access: .read,
            summary: "How far an import has come",
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
            summary: "What could not be imported, as a file that can be submitted again",
            parameters: [Self.one, Self.format],
            answers: [
                .file("application/x-ndjson", "A row a line."),
                .file("text/csv", "A row a line, after a line of names."),
            ],
            problems: [.status(404, "import_unknown"), .status(422, "import_format_unknown")]
        ),
        APIOperation(
            .post,
            "/v1/imports/{import}/retry",
            id: "retryImport",
            tag: .imports,
            access: .admin,
            summary: "Ask again for what failed; goes on after a pause",
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
            summary: "Break an import off; what it brought stays",
            parameters: [Self.one],
            answers: [.ok(ImportBody.schema, "The import.")],
            problems: [.status(404, "import_unknown"), .status(409, "import_state")]
        ),
    ]
}
