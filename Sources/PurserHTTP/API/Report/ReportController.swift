import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// What is answered about Apple's reports, to shops and to operators alike.
struct ReportController: Sendable {
    /// The longest name of a file in bytes.
    static let maximumName = 1024
    /// What a file is called that came without a name.
    private static let noName = "report"

    /// Keeps them.
    let reports: ReportService
    /// Bounds the memory for bodies.
    let limits: BodyLimits

    /// Takes in a file, and answers once it is on disk.
    func take(_ request: Request, app: AppName, by name: String) async throws -> Response {
        let file = try RequestQuery.text("name", in: request, upTo: Self.maximumName) ?? Self.noName
        let added = try await self.limits.withBody(of: request, upTo: ReportService.maximumByteCount) { body in
            let bytes = Array(body.readableBytesView)
            return try await Self.explained { () throws(ReportRefusal) in
                try await self.reports.add(bytes, named: file, to: app, origin: .file, by: ActOrigin(name: name))
            }
        }
        var json = JSONText()
        json.add("outcome", added.outcome.rawValue)
        json.add("supersedes", added.supersedes)
        json.add("report") { $0.describe(added.record) }
        return JSONResponse.written(json.bytes)
    }

    /// A page of reports, the last imported first.
    func list(_ request: Request, app: AppName) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: ReportService.maximumPageCount)
        let filter = try Self.filter(in: request)
        let before = try RequestQuery.cursor(in: request, atLeast: 1)
        let found = try await Self.explained { () throws(ReportRefusal) in
            try await self.reports.reports(of: app, matching: filter, before: before, limit: limit + 1)
        }
        let page = found.prefix(limit)
        var json = JSONText()
        json.add("reports", Array(page)) { json, record in json.describe(record) }
        json.add("next", found.count > limit ? page.last.map { String($0.number) } : nil)
        return JSONResponse.written(json.bytes)
    }

    /// One report.
    func show(_ number: Int64, app: AppName, _: Request) async throws -> Response {
        let record = try await self.record(number, app)
        var json = JSONText()
        json.describe(record)
        return JSONResponse.written(json.bytes)
    }

    /// The file of a report as it came.
    func file(_ number: Int64, app: AppName, _: Request) async throws -> Response {
        let record = try await self.record(number, app)
        let reports = self.reports
        let first = try await Self.explained { () throws(ReportRefusal) in
            try await reports.part(0, of: record, app: app)
        }
        let isPacked = first?.starts(with: [0x1F, 0x8B]) ?? false
        return Response(
            status: .ok,
            headers: [
                .contentType: isPacked ? "application/gzip" : "text/tab-separated-values",
                .contentDisposition: "attachment; filename=\"report-\(number).txt\(isPacked ? ".gz" : "")\"",
            ],
            body: .parts(from: 0) { count in
                defer { count += 1 }
                return count == 0 ? first : try await reports.part(count, of: record, app: app)
            }
        )
    }

    /// The report that a path names; 0, which none has, where it names none.
    static func number(in context: some RequestContext) -> Int64 {
        context.parameters.get("number").flatMap { Int64($0) } ?? 0
    }

    private func record(_ number: Int64, _ app: AppName) async throws -> ReportRecord {
        try await Self.explained { () throws(ReportRefusal) in try await self.reports.report(number, of: app) }
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
        guard first <= last else { throw RequestFields.invalid("to", "This must be no earlier than `from`.") }
        filter.begin = first...last
        return filter
    }

    private static func explained<Answer>(
        _ work: () async throws(ReportRefusal) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.report, work)
    }
}
