import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// Fetches Apple's reports from App Store Connect, and says how the fetching by the schedule goes.
struct ReportFetchController: Sendable {
    /// The largest body in bytes: a kind, two days and a reason.
    private static let maximumBody = 4096

    /// What fetches the reports of each app.
    let fetches: [AppName: ReportFetch]
    /// Lets one long operation run at a time.
    let gate: OperationGate
    /// Limits the bodies.
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
                    ? "Only FINANCIAL and FINANCE_DETAIL are made for fiscal months."
                    : "Finance reports are made for fiscal months, not for days."
            )
        }
        return selection
    }

    private static func periods(_ fields: RequestFields) throws -> ReportSelection.Periods {
        if let text = try fields.text("fiscalMonth", upTo: 64) {
            guard let month = FiscalMonth(text: text) else {
                throw RequestFields.invalid("fiscalMonth", "Write a month as 2026-03.")
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
                "How the fetching of Apple's reports goes: the newest of each kind, the next, the last failure",
            description:
                "Of the app's own key for App Store Connect. Failures are those that the answering process met and that "
                + "no later success has made good; of several nodes, the leader fetches.",
            answers: [.ok(.object(.required("kinds", .array(of: Self.kind))), "One element for each kind.")],
            problems: [.status(409, "connect_not_configured")]
        ),
        APIOperation(
            .post,
            "/v1/report-fetches",
            id: "fetchReports",
            tag: .reports,
            access: .admin,
            summary: "Fetch reports from App Store Connect now",
            description:
                "Those that are due by the schedule, or where `from` and `to` or `fiscalMonth` are given those of these "
                + "periods. One long operation runs at a time (`operation_running`).",
            body: .json(
                .object(
                    .optional("kind", .enumeration(ReportKind.allCases.map(\.rawValue)), "Only reports of this kind."),
                    .optional("from", Self.day, "The first day, in Pacific time; with `to`."),
                    .optional("to", Self.day, "The last day, at most a year later."),
                    .optional("fiscalMonth", .string(), "A month of Apple's fiscal year, `2026-05`: finance reports."),
                    .optional("reason", .string(length: 1...1000), "For the audit log.")
                ),
                isRequired: false
            ),
            answers: [
                .file(
                    OperationGate.mediaType,
                    "What is fetched, one JSON object a line, with `event` in each: `progress`, `line` for each report, and "
                        + "last `result` or `failure`."
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
            .optional("newestPeriod", .string(), "The newest period of which a report is kept, as Apple names it."),
            .optional("newestReport", .integer(), "The `number` of that report."),
            .optional("importedAt", .instant, "When it came."),
            .optional("nextAt", .instant, "When App Store Connect is asked for a report of the kind next."),
            .optional("pausedUntil", .instant, "Until when it is not asked, because of a failure."),
            .optional(
                "failure",
                .object(
                    .required("code", .string(), "The code of the error."),
                    .required("detail", .string(), "What is wrong and what helps; Apple's words, where it said any."),
                    .required("at", .instant, "When it happened last.")
                ),
                "The last failure, while nothing has made it good."
            )
        )
    )
}
