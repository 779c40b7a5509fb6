import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// A controller that imports, lists and returns Apple's reports.
struct ReportController: Sendable {
    /// The maximum length of a file's name in bytes.
    static let maximumName = 1024
    /// The name of a file without a name.
    private static let noName = "report"

    /// The service that stores reports.
    let reports: ReportService
    /// The limits on the memory for bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/reports`.
    func add(to group: RouterGroup<AppContext>) {
        group.post("/v1/reports", use: self.create)
        group.get("/v1/reports", use: self.list)
        group.get("/v1/reports/:number", use: self.get)
        group.get("/v1/reports/:number/file", use: self.file)
    }

    @concurrent
    @Sendable private func create(_ request: Request, context: AppContext) async throws -> Response {
        let file = try RequestQuery.text("name", in: request, upTo: Self.maximumName) ?? Self.noName
        let added = try await self.limits.withBody(of: request, upTo: ReportService.maximumByteCount) { body in
            let bytes = Array(body.readableBytesView)
            return try await Self.explained { () throws(ReportRefusal) in
                try await self.reports.add(
                    bytes,
                    named: file,
                    to: context.app.name,
                    origin: .file,
                    by: context.origin()
                )
            }
        }
        var json = JSONText()
        json.add("outcome", added.outcome.rawValue)
        json.add("supersedes", added.supersedes)
        json.add("report") { $0.describe(added.record) }
        return JSONResponse.written(json.bytes)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: ReportService.maximumPageCount)
        let filter = try Self.filter(in: request)
        let before = try RequestQuery.cursor(in: request, atLeast: 1)
        let found = try await Self.explained { () throws(ReportRefusal) in
            try await self.reports.reports(of: context.app.name, matching: filter, before: before, limit: limit + 1)
        }
        let page = found.prefix(limit)
        var json = JSONText()
        json.add("reports", Array(page)) { json, record in json.describe(record) }
        json.add("next", found.count > limit ? page.last.map { String($0.number) } : nil)
        return JSONResponse.written(json.bytes)
    }

    @concurrent
    @Sendable private func get(_: Request, context: AppContext) async throws -> Response {
        let record = try await self.record(in: context)
        var json = JSONText()
        json.describe(record)
        return JSONResponse.written(json.bytes)
    }

    @concurrent
    @Sendable private func file(_: Request, context: AppContext) async throws -> Response {
        try await self.reports.file(of: try await self.record(in: context), app: context.app.name)
    }

    /// Returns the report in the path.
    private func record(in context: AppContext) async throws -> ReportRecord {
        let number = context.parameters.get("number").flatMap { Int64($0) } ?? 0
        return try await Self.explained { () throws(ReportRefusal) in
            try await self.reports.report(number, of: context.app.name)
        }
    }

    private static func filter(in request: Request) throws -> ReportFilter {
        var filter = ReportFilter(isCurrentOnly: !(try RequestQuery.flag("superseded", in: request)))
        if let word = try RequestQuery.text("kind", in: request, upTo: 64) {
            guard let kind = ReportKind(rawValue: word) else {
                throw RequestFields.choice("kind", word, known: ReportKind.allCases.map(\.rawValue))
            }
            filter.kind = kind
        }
        let from = try RequestQuery.day("from", in: request)
        let to = try RequestQuery.day("to", in: request)
        guard from != nil || to != nil else { return filter }
        let (first, last) = (CivilDay(number: from?.number ?? .min), CivilDay(number: to?.number ?? .max))
        guard first <= last else { throw RequestFields.invalid("to", "This must not be before `from`.") }
        filter.begin = first...last
        return filter
    }

    private static func explained<Answer>(
        _ work: () async throws(ReportRefusal) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.report, work)
    }
}

extension Problem {
    /// Returns the problem document of an error about a report.
    static func report(_ error: ReportRefusal) -> Self {
        switch error {
        case .appUnknown, .unknown: Self(.notFound, code: error.code, error.remedy)
        case .nameInvalid: Self(.unprocessableContent, code: error.code, error.remedy, field: "name")
        case .storage(let cause): Self.storage(cause)
        default: Self(.unprocessableContent, code: error.code, error.remedy)
        }
    }
}

extension JSONText {
    /// Adds the properties of a report.
    mutating func describe(_ report: ReportRecord) {
        let slot = report.slot
        self.add("number", report.number)
        self.add("kind", slot.kind.rawValue)
        self.add("frequency", slot.period.length.rawValue)
        self.add("period", slot.period.text)
        self.add("begin", slot.period.begin.text)
        self.add("end", slot.period.end.text)
        self.add("region", slot.region.isEmpty ? nil : slot.region)
        self.add("vendor", slot.vendor.isEmpty ? nil : slot.vendor)
        self.add("name", report.name)
        self.add("origin", report.origin.rawValue)
        self.add("rows", Int64(report.rowCount))
        self.add("bytes", Int64(report.byteCount))
        self.add("unknownColumns", report.unknownColumns)
        self.add("digest", report.digest.hexadecimal)
        self.add("importedAt", report.importedAt)
        self.add("importedBy", report.importedBy)
        self.add("supersededBy", report.supersededBy)
    }
}

extension ReportService {
    /// Returns a report as Apple sent it; its first part is read before the response begins, so that a refusal is a
    /// response of its own.
    func file(of record: ReportRecord, app: AppName) async throws -> Response {
        let first = try await Problem.explaining(by: Problem.report) { () async throws(ReportRefusal) in
            try await self.part(0, of: record, app: app)
        }
        let isPacked = first?.starts(with: [0x1F, 0x8B]) ?? false
        return Response(
            status: .ok,
            headers: [
                .contentType: isPacked ? "application/gzip" : "text/tab-separated-values",
                .contentDisposition: "attachment; filename=\"report-\(record.number).txt\(isPacked ? ".gz" : "")\"",
            ],
            body: .parts(from: 0) { count in
                defer { count += 1 }
                return count == 0 ? first : try await self.part(count, of: record, app: app)
            }
        )
    }
}
