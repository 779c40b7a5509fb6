import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// A controller that fetches Apple's reports from App Store Connect, and returns the state of the scheduled fetches.
struct ReportFetchController: Sendable {
    /// The maximum size of a body in bytes: a kind, two days and a reason.
    private static let maximumBody = 4096

    /// The fetches of each app.
    let fetches: [AppName: ReportFetch]
    /// The gate that lets one long operation run at a time.
    let gate: OperationGate
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/reports/schedule", use: self.schedule)
        group.post("/v1/report-fetches", use: self.fetch)
    }

    @concurrent
    @Sendable private func schedule(_: Request, context: AppContext) async throws -> Response {
        let fetch = try self.fetch(of: context.app.name)
        let statuses = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
            try await fetch.status()
        }
        var json = JSONText()
        json.add("kinds", statuses) { json, status in Self.describe(status, in: &json) }
        return JSONResponse.written(json.bytes)
    }

    @concurrent
    @Sendable private func fetch(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(
                json: Array(body.readableBytesView),
                fields: ["kind", "from", "to", "fiscalMonth", "reason"]
            )
        }
        let selection = try Self.selection(fields)
        let origin = context.origin(reason: try fields.text("reason", upTo: 1000))
        let fetch = try self.fetch(of: context.app.name)
        return self.gate.stream { report in await fetch.fetch(selection, by: origin, report: report) }
    }

    private func fetch(of app: AppName) throws -> ReportFetch {
        guard let fetch = self.fetches[app] else {
            let refusal = ReportFetchRefusal.notConfigured(app)
            throw Problem(.conflict, code: refusal.code, refusal.remedy)
        }
        return fetch
    }

    private static func selection(_ fields: RequestFields) throws -> ReportSelection {
        let kind = try fields.text("kind", upTo: 64).map { word in
            guard let kind = ReportKind(rawValue: word) else {
                throw RequestFields.choice("kind", word, known: ReportKind.allCases.map(\.rawValue))
            }
            return kind
        }
        let selection = ReportSelection(kind, try Self.periods(fields))
        if let kind, let isFinance = selection.isFinance, kind.isFinance != isFinance {
            throw RequestFields.invalid(
                "kind",
                isFinance
                    ? "Only FINANCIAL and FINANCE_DETAIL reports have fiscal months."
                    : "Finance reports have fiscal months, not days."
            )
        }
        return selection
    }

    private static func periods(_ fields: RequestFields) throws -> ReportSelection.Periods {
        if let text = try fields.text("fiscalMonth", upTo: 64) {
            guard let month = FiscalMonth(text: text) else {
                throw RequestFields.invalid("fiscalMonth", "Use a month in the form 2026-03.")
            }
            return .fiscalMonth(month)
        }
        guard try fields.text("from", upTo: 64) != nil || fields.text("to", upTo: 64) != nil else { return .due }
        let (from, to) = (try Self.day("from", fields), try Self.day("to", fields))
        guard from <= to, to - from < ReportSelection.mostDays else {
            throw RequestFields.invalid(
                "to",
                "This must be from 0 to \(ReportSelection.mostDays - 1) days after `from`."
            )
        }
        return .days(from...to)
    }

    private static func day(_ name: String, _ fields: RequestFields) throws -> CivilDay {
        CivilDay(number: try RequestFields.day(try fields.required(name, upTo: 64), field: name).number)
    }

    private static func describe(_ status: ReportFetchStatus, in json: inout JSONText) {
        json.add("kind", status.kind.rawValue)
        json.add("newestPeriod", status.newest?.slot.period.text)
        json.add("newestReport", status.newest?.number)
        json.add("importedAt", status.newest?.importedAt)
        json.add("nextAt", status.next)
        json.add("pausedUntil", status.pausedUntil)
        guard let backoff = status.backoff else { return }
        json.add("failure") { json in
            json.add("code", backoff.failure.code)
            json.add("detail", backoff.failure.detail)
            json.add("at", backoff.at)
        }
    }
}

extension ReportFetchController {
    private static let day = APISchema.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", format: "date")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/reports/schedule",
            id: "getReportSchedule",
            tag: .reports,
            access: .read,
            summary:
                "Get the state of report fetches",
            description:
                "The newest report, the next fetch and the last failure of each kind, with the app's own key for App "
                + "Store Connect. Failures are those of the process that responds, until a later success; in a "
                + "cluster, the leader fetches.",
            answers: [.ok(.object(.required("kinds", .array(of: Self.kind))), "One element for each kind of report.")],
            problems: [.status(409, "connect_not_configured")]
        ),
        APIOperation(
            .post,
            "/v1/report-fetches",
            id: "fetchReports",
            tag: .reports,
            access: .admin,
            summary: "Fetch reports from App Store Connect",
            description:
                "Fetches the reports that are due according to the schedule, or those of the periods in `from` and "
                + "`to` or `fiscalMonth`. Only one long operation runs at a time (`operation_running`).",
            body: .json(
                .object(
                    .optional("kind", .enumeration(ReportKind.allCases.map(\.rawValue)), "Only reports of this kind."),
                    .optional("from", Self.day, "The first day, in Pacific time; with `to`."),
                    .optional("to", Self.day, "The last day, at most a year later."),
                    .optional("fiscalMonth", .string(), "A month of Apple's fiscal year, `2026-05`: finance reports."),
                    .optional("reason", .string(length: 1...1000), "The reason, for the audit log.")
                ),
                isRequired: false
            ),
            answers: [
                .file(
                    OperationGate.mediaType,
                    "The messages of the fetch, one JSON object per line, with `event` in each: `progress`, `line` "
                        + "for each report, and finally `result` or `failure`."
                )
            ],
            problems: [.unreadableBody, .wrongFields("field_invalid"), .status(409, "connect_not_configured")],
            isRepeatable: false
        ),
    ]

    private static let kind = APISchema.named(
        "ReportFetchStatus",
        .object(
            .required("kind", .enumeration(ReportKind.allCases.map(\.rawValue)), "Apple's `reportType`."),
            .optional("newestPeriod", .string(), "The newest period with a stored report, in Apple's form."),
            .optional("newestReport", .integer(), "The `number` of that report."),
            .optional("importedAt", .instant, "When it was imported."),
            .optional("nextAt", .instant, "When the server next asks App Store Connect for a report of this kind."),
            .optional("pausedUntil", .instant, "Until when the server does not ask, because of a failure."),
            .optional(
                "failure",
                .object(
                    .required("code", .string(), "The code of the error."),
                    .required(
                        "detail",
                        .string(),
                        "What went wrong and how to correct it, with Apple's message if there was one."
                    ),
                    .required("at", .instant, "When it last occurred.")
                ),
                "The last failure, until a later success."
            )
        )
    )
}
