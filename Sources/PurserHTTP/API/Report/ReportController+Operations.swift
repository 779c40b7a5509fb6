import Ledger
import PurserService

extension ReportController {
    private static let day = APISchema.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", format: "date")
    private static let number = APIParameter.path("number", .integer(1...Int64.max), "The report's `number`.")

    /// A report.
    private static let report = APISchema.named(
        "Report",
        .object(
            .required("number", .integer(1...Int64.max), "The number, in the order of import."),
            .required("kind", .enumeration(ReportKind.allCases.map(\.rawValue)), "Apple's `reportType`."),
            .required(
                "frequency",
                .enumeration(ReportPeriod.Length.allCases.map(\.rawValue)),
                "The length of its period; `FISCAL` is a month of Apple's fiscal year."
            ),
            .required(
                "period",
                .string(),
                "The period, as in Apple's `reportDate`: `2026-03-01`, `2026-03` or `2026`."
            ),
            .required("begin", Self.day, "The first day, in Pacific time."),
            .required("end", Self.day, "The last day."),
            .optional("region", .string(), "Apple's code of the finance region; for finance reports only."),
            .optional("vendor", .string(), "Apple's vendor number, if known."),
            .required("name", .string(), "The name of the file, or the address from which it was fetched."),
            .required("origin", .enumeration(ReportRecord.Origin.allCases.map(\.rawValue))),
            .required("rows", .integer()),
            .required("bytes", .integer(), "The size of its uncompressed text in bytes."),
            .required("unknownColumns", .array(of: .string()), "Columns that are stored but not read."),
            .required("digest", .string(), "The SHA-256 of its text, in hexadecimal digits."),
            .required("importedAt", .instant),
            .required("importedBy", .string(), "The name of the operator, the key or the schedule."),
            .optional("supersededBy", .integer(), "The number of the report that replaced it.")
        )
    )

    /// The errors of a file that is not stored.
    private static let refusals = APIProblem.status(
        422,
        codes: [
            "report_gzip_cut", "report_gzip_damaged", "report_gzip_trailing", "report_bomb", "report_too_large",
            "report_kind_unknown", "report_period_unknown", "report_periods_mixed", "report_region_unknown",
            "report_currencies_mixed", "report_unexpected", "report_vendor_wrong", "report_other_app",
            "report_name_invalid", "report_empty", "report_not_text", "report_no_header", "report_column_repeated",
            "report_too_many_columns", "report_too_many_rows", "report_column_missing", "report_line_too_long",
            "report_too_many_fields",
            "report_value_missing", "report_not_a_decimal", "report_not_a_date", "report_not_a_currency",
            "report_not_a_country", "report_row_cut", "report_number_too_large", "report_not_sale_or_return",
            "report_row_count_differs", "report_row_after_totals", "field_invalid",
        ]
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/reports",
            id: "importReport",
            tag: .reports,
            access: .admin,
            summary: "Import a report",
            description:
                "The file from Apple, compressed with gzip or not, at most 64 MB. The server reads every row before "
                + "it stores the report. The same text for the same period changes nothing; a different one "
                + "replaces the earlier report, which stays in the database.",
            parameters: [
                .query(
                    "name",
                    .string(length: 1...1024),
                    "Apple's name of the file, which contains what some reports do not, such as their day or region."
                )
            ],
            body: .file(["application/gzip", "text/tab-separated-values"], "The file, unchanged."),
            answers: [
                .ok(
                    .object(
                        .required(
                            "outcome",
                            .enumeration(AddedReport.Outcome.allCases.map(\.rawValue)),
                            "`known` changed nothing; `superseding` replaced another report."
                        ),
                        .optional("supersedes", .integer(), "The number of the report that it replaced."),
                        .required("report", Self.report)
                    ),
                    "The report, after the server committed it."
                )
            ],
            problems: [.status(400, "body_incomplete"), Self.refusals],
            isRepeatable: false
        ),
        APIOperation(
            .get,
            "/v1/reports",
            id: "listReports",
            tag: .reports,
            access: .read,
            summary: "List reports",
            parameters: [
                .query("kind", .enumeration(ReportKind.allCases.map(\.rawValue)), "Only reports of this kind."),
                .query("from", Self.day, "Only reports whose period begins on this day or later."),
                .query("to", Self.day, "Only reports whose period begins on this day or earlier."),
                .query("superseded", .boolean, "`true` includes reports that were replaced."),
                .limit(Int64(ReportService.maximumPageCount)), .cursor,
            ],
            answers: [
                .ok(
                    .object(
                        .required("reports", .array(of: Self.report)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of reports, newest import first."
                )
            ],
            problems: [.status(422, "field_wrong_type", "field_invalid", "cursor_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/reports/{number}",
            id: "getReport",
            tag: .reports,
            access: .read,
            summary: "Get a report",
            parameters: [Self.number],
            answers: [.ok(Self.report, "The report.")],
            problems: [.status(404, "report_unknown")]
        ),
        APIOperation(
            .get,
            "/v1/reports/{number}/file",
            id: "getReportFile",
            tag: .reports,
            access: .admin,
            summary: "Download a report",
            description:
                "The original file. Needs a key with the scope `admin`, because Apple's report contains the rows of "
                + "all apps of the vendor.",
            parameters: [Self.number],
            answers: [
                .file("application/gzip", "A report that was imported compressed."),
                .file("text/tab-separated-values", "A report that was imported as text."),
            ],
            problems: [.status(404, "report_unknown")]
        ),
    ]
}
