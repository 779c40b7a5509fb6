import Hummingbird
import Ledger
import Notation
import PurserService

/// A controller for the figures of an app.
struct FigureController: Sendable {
    /// The service that reads figures.
    let service: FigureService

    /// Adds the routes under `/v1/figures`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/figures") { try await self.figures($0, of: $1.app) }
        group.get("/v1/figures/cohorts") { try await self.cohorts($0, of: $1.app) }
    }

    /// Returns the figures of spans of time.
    private func figures(_ request: Request, of app: ServedApp) async throws -> Response {
        let environment = try CustomerParameter.environment(in: request)
        let figures = try Self.list("figures", in: request) { name in Figure.allCases.first { $0.answerName == name } }
        let asked = FigureService.Request(
            environment: environment,
            first: try Self.day("from", in: request),
            last: try Self.day("to", in: request),
            unit: try Self.choice("by", in: request) ?? .day,
            product: try RequestQuery.text("product", in: request, upTo: 255).map { ProductID($0) },
            storefront: try RequestQuery.storefront(in: request),
            currency: try RequestQuery.currency(in: request),
            splits: Set(try Self.list("split", in: request) { FigureQuery.Split(rawValue: $0) }),
            hasStocks: figures.isEmpty || figures.contains(where: \.isStock)
        )
        let report = try await Problem.explaining(by: Problem.figures) { () throws(FigureError) in
            try await self.service.figures(of: app, asked)
        }
        var json = JSONText()
        json.add("environment", environment.rawValue)
        json.add("timeZone", report.timeZone)
        json.add("at", report.at.rfc3339)
        json.add("spans", report.spans) { json, span in
            json.add("from", span.from.rfc3339)
            json.add("to", span.to.rfc3339)
            json.add("rows", span.cells) { json, row in
                json.add("product", row.cell.product?.rawValue)
                json.add("storefront", row.cell.storefront)
                json.add("currency", row.cell.currency)
                json.add("figures", json: Self.text(row.values, figures.isEmpty ? Figure.allCases : figures))
            }
        }
        return JSONResponse.written(json.bytes)
    }

    /// Returns how many subscriptions reached each paid period.
    private func cohorts(_ request: Request, of app: ServedApp) async throws -> Response {
        let environment = try CustomerParameter.environment(in: request)
        let asked = FigureService.CohortRequest(
            environment: environment,
            first: try Self.month("from", in: request),
            last: try Self.month("to", in: request),
            product: try RequestQuery.text("product", in: request, upTo: 255).map { ProductID($0) }
        )
        let cohorts = try await Problem.explaining(by: Problem.figures) { () throws(FigureError) in
            try await self.service.cohorts(of: app, asked)
        }
        var json = JSONText()
        json.add("environment", environment.rawValue)
        json.add("cohorts", cohorts.rows) { json, cohort in
            json.add("product", cohort.product.rawValue)
            json.add("month", cohort.month)
            json.add("starts", cohort.starts)
            json.add("periods", json: Array("[\(cohort.periods.map(String.init).joined(separator: ","))]".utf8))
            json.add("completePeriods", cohort.time.map { Int64($0.complete) })
            json.add("revenue", cohort.values) { json, value in
                json.add("currency", value.currency)
                json.add("starts", value.starts)
                json.add("amountMilliunits", value.amountMilliunits)
            }
        }
        return JSONResponse.written(json.bytes)
    }

    /// Returns an object with the values that are not zero.
    private static func text(_ values: FigureValues, _ figures: [Figure]) -> [UInt8] {
        let members = figures.filter { values[$0] != 0 }.map { "\"\($0.answerName)\":\(values[$0])" }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    private static func day(_ name: String, in request: Request) throws -> CivilDay? {
        try RequestQuery.text(name, in: request, upTo: 32).map { text in
            guard let day = CivilDay(text: text) else {
                throw RequestFields.invalid(name, "This must be a day: 2026-03-01")
            }
            return day
        }
    }

    private static func month(_ name: String, in request: Request) throws -> Int64? {
        try RequestQuery.text(name, in: request, upTo: 32).map { text in
            guard let month = CohortMonths.month(text) else {
                throw RequestFields.invalid(name, "This must be a month: 2026-03")
            }
            return month
        }
    }

    private static func choice(_ name: String, in request: Request) throws -> FigureSpans.Unit? {
        try RequestQuery.text(name, in: request, upTo: 32).map { text in
            guard let unit = FigureSpans.Unit(rawValue: text) else {
                throw RequestFields.choice(name, text, known: FigureSpans.Unit.allCases.map(\.rawValue))
            }
            return unit
        }
    }

    /// Returns the values of a list; each must be known.
    private static func list<Value>(
        _ name: String,
        in request: Request,
        _ value: (String) -> Value?
    ) throws -> [Value] {
        let texts = try RequestQuery.text(name, in: request, upTo: 2048)?.split(separator: ",").map(String.init) ?? []
        return try texts.map { text in
            guard let known = value(text) else {
                let known =
                    name == "split" ? FigureQuery.Split.allCases.map(\.rawValue) : Figure.allCases.map(\.answerName)
                throw RequestFields.choice(name, text, known: known)
            }
            return known
        }
    }
}

extension Problem {
    /// Returns the problem document of an error about figures.
    static func figures(_ error: FigureError) -> Problem {
        switch error {
        case .spansInvalid, .monthsInvalid:
            Problem(.unprocessableContent, code: error.code, error.remedy, field: "to")
        case .tooMany, .tooManyCohorts: Problem(.unprocessableContent, code: error.code, error.remedy)
        case .storage(let error): Problem.storage(error)
        }
    }
}

extension Figure {
    /// The name in answers, with the unit of money.
    var answerName: String { self.isAmount ? "\(self.name)Milliunits" : self.name }
}
