import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// A controller that reports proceeds and exports files for bookkeeping.
struct ProceedsController: Sendable {
    /// The service that computes proceeds.
    let service: ProceedsService

    /// Adds the routes under `/v1/reports`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/reports/proceeds") { try await self.proceeds(ProceedsRequest($0, $1)) }
        group.get("/v1/reports/close") { try await self.close(ProceedsRequest($0, $1)) }
        group.get("/v1/reports/exports/:form") { try await self.export(ProceedsRequest($0, $1)) }
    }

    /// Returns the proceeds of days, from reports and an estimate.
    private func proceeds(_ call: ProceedsRequest) async throws -> Response {
        let (period, terms, conversion) = (try call.period, try self.terms(call), try call.conversion)
        return try await Self.explained { () throws(ProceedsError) in
            let report = try await self.service.proceeds(of: call.app, in: period, by: terms)
            var json = JSONText()
            json.describe(report)
            if let (into, rates) = conversion {
                let reported = try report.reported.converted(into: into, by: rates)
                let estimated = try report.estimate.statement.converted(into: into, by: rates)
                json.add("converted") { json in
                    json.add("currency", into)
                    json.add("reportedMilliunits", reported)
                    json.add("estimatedMilliunits", estimated)
                    json.add("rates", rates.map(\.spelling))
                }
            }
            return JSONResponse.written(json.bytes)
        }
    }

    private func close(_ call: ProceedsRequest) async throws -> Response {
        let close = try await self.monthClose(call)
        var json = JSONText()
        json.describe(close)
        return JSONResponse.written(json.bytes)
    }

    private func export(_ call: ProceedsRequest) async throws -> Response {
        guard let form = ProceedsService.Form(rawValue: call.form) else {
            throw RequestFields.choice("form", call.form, known: ProceedsService.Form.allCases.map(\.rawValue))
        }
        let service = self.service
        let app = call.app
        switch form {
        case .close:
            let language = try call.language
            let page = MonthClosePage(try await self.monthClose(call), in: language)
            return Self.file(form, ResponseBody(byteBuffer: ByteBuffer(string: page.html)))
        case .journal:
            let (period, terms, names) = (try call.period, try self.terms(call), try call.accounts)
            let file = try await Self.explained { () throws(ProceedsError) in
                try await service.journalFile(of: app, in: period, by: terms, names: names)
            }
            return Self.file(form, .parts(from: file) { try await $0.next() })
        case .csv, .jsonl, .bill:
            let period = try call.period
            let file = try await Self.explained { () throws(ProceedsError) in
                try await service.salesFile(as: form, of: app, in: period)
            }
            return Self.file(form, .parts(from: file) { try await $0.next() })
        }
    }

    private func terms(_ call: ProceedsRequest) throws -> ProceedsTerms {
        self.service.terms(of: call.app, smallBusinessFrom: try call.smallBusinessFrom)
    }

    private func monthClose(_ call: ProceedsRequest) async throws -> MonthClose {
        let (month, terms, wantsDeferred) = (try call.month, try self.terms(call), try call.wantsDeferred)
        return try await Self.explained { () throws(ProceedsError) in
            try await self.service.close(month, of: call.app, by: terms, wantsDeferred: wantsDeferred)
        }
    }

    /// Returns a response with a file, streamed without holding it in memory.
    private static func file(_ form: ProceedsService.Form, _ body: ResponseBody) -> Response {
        var headers: HTTPFields = [.contentType: form.mediaType, .cacheControl: "no-store"]
        if form == .close {
            headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'"
            headers[.xContentTypeOptions] = "nosniff"
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Performs an action and turns the service's errors into problem documents.
    private static func explained<Answer>(
        _ work: () async throws(ProceedsError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.proceeds, work)
    }
}

extension Problem {
    /// Returns the problem document of an error about proceeds.
    static func proceeds(_ error: ProceedsError) -> Problem {
        switch error {
        case .appUnknown, .reportsMissing: Problem(.notFound, code: error.code, error.remedy)
        case .daysInvalid, .estimateTooLarge:
            Problem(.unprocessableContent, code: error.code, error.remedy, field: "to")
        case .rateMissing: Problem(.unprocessableContent, code: error.code, error.remedy, field: "rate")
        case .reportUnreadable: Problem(.internalServerError, code: error.code, error.remedy)
        case .storage(let cause): .storage(cause)
        }
    }
}
