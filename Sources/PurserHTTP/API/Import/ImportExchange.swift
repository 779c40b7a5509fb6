import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// What is answered about imports, to shops and to operators alike.
struct ImportExchange: Sendable {
    /// The most imports in one list.
    private static let maximumList = 200
    /// How many failures are read at once.
    private static let pageRows = 500

    /// What can be done.
    let imports: Imports

    /// Takes in a file and answers 202 once it is complete.
    func take(_ request: Request, app: AppName, by name: String) async throws -> Response {
        guard request.headers[.contentEncoding] == nil else { throw Problem.framework(.unsupportedMediaType) }
        let format = try Self.format(
            of: request,
            from: request.headers[.contentType].flatMap(ImportFormat.init(mediaType:))
        )
        let tellsEvents = try Self.tellsEvents(request)
        do {
            var reception = try await self.imports.begin(
                for: app,
                format: format,
                tellsEvents: tellsEvents,
                by: name
            )
            try await Self.pour(request, into: &reception)
            return try Self.answer(try await reception.finish(), status: .accepted)
        } catch let error as ImportError {
            throw Problem.importing(error)
        }
    }

    /// The newest imports.
    func list(_ request: Request, app: AppName) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumList)
        return try await Self.explained {
            try JSONResponse.encode(
                List(imports: try await self.imports.list(of: app, limit: limit).map { ImportBody($0) })
            )
        }
    }

    /// One import.
    func show(_ id: ImportJobID, app: AppName) async throws -> Response {
        try await Self.explained { try Self.answer(try await self.imports.job(id, of: app)) }
    }

    /// The rows that could not be imported, as a file that can be corrected and handed in again.
    func failures(_ id: ImportJobID, app: AppName, request: Request) async throws -> Response {
        let format = try Self.format(of: request, from: .jsonLines)
        _ = try await Self.explained { try await self.imports.job(id, of: app) }
        let imports = self.imports
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
    func retry(_ id: ImportJobID, app: AppName, by name: String) async throws -> Response {
        try await Self.explained {
            let retried = try await self.imports.retry(id, of: app, by: name)
            return try Self.answer(retried.value, nothing: retried.nothing)
        }
    }

    /// Breaks an import off.
    func cancel(_ id: ImportJobID, app: AppName, by name: String) async throws -> Response {
        try await Self.explained { try Self.answer(try await self.imports.cancel(id, of: app, by: name)) }
    }

    /// The import that a path names.
    static func id(in context: some RequestContext) -> ImportJobID {
        ImportJobID(context.parameters.get("import") ?? "")
    }

    private static func pour(_ request: Request, into reception: inout ImportReception) async throws {
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

    private static func tellsEvents(_ request: Request) throws -> Bool {
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
        nothing: NothingDone.Code? = nil
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
