import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller that compares days with Apple's reports and records acceptances.
struct ReconciliationController {
    /// The maximum size of a body in bytes: two days, or a digest and a reason.
    private static let maximumBody = 16 * 1024

    /// The service that compares.
    let service: ReconciliationService
    /// The limits on bodies.
    let limits: BodyLimits

    private let form = ReconciliationForm()

    /// Creates a controller of this service.
    init(service: ReconciliationService, limits: BodyLimits) {
        self.service = service
        self.limits = limits
    }

    /// Adds the routes under `/v1/reconciliations`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/reconciliations", use: self.list)
        group.post("/v1/reconciliations", use: self.compare)
        group.get("/v1/reconciliations/:day", use: self.get)
        group.get("/v1/reconciliations/months/:month", use: self.settle)
        group.post("/v1/reconciliations/:day/acceptance", use: self.accept)
        group.delete("/v1/reconciliations/:day/acceptance", use: self.withdraw)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let usual = self.service.usualDays
        let to = try RequestQuery.day("to", in: request) ?? usual.upperBound
        let from = try RequestQuery.day("from", in: request) ?? to + (usual.lowerBound - usual.upperBound)
        let overview = try await Self.explained { () throws(ReconciliationError) in
            try await self.service.overview(of: context.app.name, days: Self.span(from, to))
        }
        return JSONResponse.value(.object(self.form.overview(overview)))
    }

    @concurrent
    @Sendable private func compare(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.fields(request, ["from", "to", "heal", "details", "language"])
        let isUsual = fields["from"] == nil && fields["to"] == nil
        let days = isUsual ? self.service.usualDays : try Self.span(fields)
        let isHealing = try fields.flag("heal")
        let isDetailed = try fields.flag("details")
        let form = Self.form(in: try Self.language(fields))
        let result = try await Self.explained { () throws(ReconciliationError) in
            try await self.service.reconcile(
                context.app.name,
                days: days,
                heals: isHealing,
                by: RequestOrigin(name: context.name)
            )
        }
        return JSONResponse.value(.object(form.compared(result, isDetailed: isDetailed)))
    }

    @concurrent
    @Sendable private func get(_ request: Request, context: AppContext) async throws -> Response {
        let day = try Self.day(in: context)
        let form = Self.form(in: try RequestQuery.language(in: request))
        let app = context.app.name
        let (found, state) = try await Self.explained { () throws(ReconciliationError) in
            let page = try await self.service.page(of: day, in: app)
            if let found = page.found { return (found, page.state) }
            guard page.isTooLarge, page.gap == nil else { throw .reportMissing(day) }
            // No comparison of the day is in memory.
            let result = try await self.service.reconcile(app, days: day...day, comparesLonger: false)
            guard let found = result.day(day) else { throw .reportMissing(day) }
            return (found, result.state(day))
        }
        return JSONResponse.value(.object(form.day(found, state)))
    }

    @concurrent
    @Sendable private func settle(_: Request, context: AppContext) async throws -> Response {
        guard let month = FiscalMonth(text: context.parameters.get("month") ?? "") else {
            throw RequestFields.invalid("month", "Use a month of Apple's fiscal year in the form 2026-06.")
        }
        let span = try await Self.explained { () throws(ReconciliationError) in
            try await self.service.settle(month, of: context.app.name)
        }
        return JSONResponse.value(.object(span.members))
    }

    @concurrent
    @Sendable private func accept(_ request: Request, context: AppContext) async throws -> Response {
        let day = try Self.day(in: context)
        let fields = try await self.fields(request, ["digest", "reason"])
        guard let digest = EvidenceDigest(hexadecimal: try fields.required("digest", upTo: 64)) else {
            throw RequestFields.invalid("digest", "Send the digest from the comparison of the day.")
        }
        let reason = try fields.required("reason", upTo: ReconciliationService.maximumReason)
        return try await self.answer { () throws(ReconciliationError) in
            try await self.service.accept(
                day,
                digest: digest,
                of: context.app.name,
                by: RequestOrigin(name: context.name, reason: reason)
            )
        }
    }

    @concurrent
    @Sendable private func withdraw(_ request: Request, context: AppContext) async throws -> Response {
        let day = try Self.day(in: context)
        let reason = try RequestQuery.text("reason", in: request, upTo: ReconciliationService.maximumReason)
        return try await self.answer { () throws(ReconciliationError) in
            try await self.service.withdrawAcceptance(
                of: day,
                in: context.app.name,
                by: RequestOrigin(name: context.name, reason: reason)
            )
        }
    }

    private func answer(
        _ work: () async throws(ReconciliationError) -> ActionResult<DayState>
    ) async throws -> Response {
        let done = try await Self.explained(work)
        let nothing = done.nothing.map { [JSONMember(key: "nothing", value: .string($0.rawValue))] } ?? []
        return JSONResponse.value(.object(self.form.state(done.value, nil) + nothing))
    }

    private func fields(_ request: Request, _ names: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: names)
        }
    }

    private static func form(in language: PageLanguage) -> ReconciliationForm {
        ReconciliationForm(ReconciliationMessages(isChinese: language == .simplifiedChinese))
    }

    private static func language(_ fields: RequestFields) throws -> PageLanguage {
        guard let word = try fields.text("language", upTo: 64) else { return .english }
        guard let language = PageLanguage(rawValue: word) else {
            throw RequestFields.choice("language", word, known: PageLanguage.allCases.map(\.rawValue))
        }
        return language
    }

    private static func span(_ fields: RequestFields) throws -> ClosedRange<PacificDay> {
        let from = try RequestFields.day(fields.required("from", upTo: 10), field: "from")
        let to = try RequestFields.day(fields.required("to", upTo: 10), field: "to")
        do throws(ReconciliationError) {
            return try Self.span(from, to)
        } catch {
            throw Problem.reconciliation(error)
        }
    }

    private static func span(
        _ from: PacificDay,
        _ to: PacificDay
    ) throws(ReconciliationError) -> ClosedRange<PacificDay> {
        guard from <= to else { throw .spanInvalid }
        return from...to
    }

    private static func day(in context: AppContext) throws -> PacificDay {
        try RequestFields.day(context.parameters.get("day") ?? "", field: "day")
    }

    private static func explained<Answer>(
        _ work: () async throws(ReconciliationError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.reconciliation, work)
    }
}

extension Problem {
    /// Returns the problem document of an error about reconciliation.
    static func reconciliation(_ error: ReconciliationError) -> Problem {
        switch error {
        case .appUnknown, .reportMissing, .financeReportMissing: Problem(.notFound, code: error.code, error.remedy)
        case .reportUnreadable: Problem(.conflict, code: error.code, error.remedy)
        case .spanInvalid: Problem(.unprocessableContent, code: error.code, error.remedy, field: "to")
        case .dayChanged: Problem(.conflict, code: error.code, error.remedy)
        case .reasonMissing: Problem(.unprocessableContent, code: error.code, error.remedy, field: "reason")
        case .storage(let cause): .storage(cause)
        }
    }
}
