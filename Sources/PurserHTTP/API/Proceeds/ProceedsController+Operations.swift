import Ledger
import PurserService

extension ProceedsController {
    private static let day = APISchema.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
    private static let month = APISchema.string(pattern: "^[0-9]{4}-[0-9]{2}$")

    private static let amounts = APISchema.array(of: .money)

    /// The totals of a storefront, or of all storefronts with the same currencies.
    private static let sum = APISchema.named(
        "ProceedsSum",
        .object(
            .optional(
                "storefront",
                .string(length: 2...2),
                "ISO 3166-1 alpha-2; absent in totals of several storefronts."
            ),
            .required("currency", .string(), "The customers' currency."),
            .required("proceedsCurrency", .string(), "The currency in which Apple pays."),
            .required("soldUnitsThousandths", .integer()),
            .required("soldMilliunits", .integer(), "The amount that customers paid, with taxes."),
            .required("refundedUnitsThousandths", .integer()),
            .required("refundedMilliunits", .integer(), "The amount refunded to customers."),
            .required("refundCostMilliunits", .integer(), "The reduction of proceeds by refunds."),
            .required("proceedsMilliunits", .integer(), "The proceeds after refunds."),
            .optional(
                "takenPerMille",
                .integer(),
                "The share of the price of sales that Apple and taxes took, in tenths of a percent; absent if Apple "
                    + "pays in another currency."
            ),
            .required("offerUnitsThousandths", .integer(), "The units sold with an offer, in thousandths."),
            .required(
                "offerCostMilliunits",
                .integer(),
                "The difference between the catalog's prices and the paid ones."
            ),
            .required(
                "offerCostUnknownThousandths",
                .integer(),
                "The units sold with an offer for which the catalog has no price, in thousandths."
            )
        )
    )

    private static let sums: [APIProperty] = [
        .required("netProceeds", Self.amounts, "The proceeds after refunds, by currency."),
        .required("currencies", .array(of: Self.sum), "The totals by both currencies."),
        .required("storefronts", .array(of: Self.sum), "The totals by storefront and both currencies."),
    ]

    private static let rule = APISchema.named(
        "ProceedsRule",
        .object(
            .optional("storefront", .string(length: 2...2)),
            .required("unitsThousandths", .integer(), "The units to which the rule was applied, in thousandths."),
            .required("rule", .string(), "The formula with its rates."),
            .required("program", .enumeration(ProceedsEstimate.Program.allCases.map(\.rawValue))),
            .required("commissionPerMille", .integer()),
            .required("commissionSource", .string()),
            .required(
                "commissionAuthority",
                .enumeration(CommissionTable.Authority.allCases.map(\.rawValue)),
                "Who states the commission."
            ),
            .required(
                "commissionStatus",
                .enumeration(CommissionTable.Status.allCases.map(\.rawValue)),
                "Whether Apple confirmed the commission; if it is `unknown`, the usual rate is assumed."
            ),
            .required(
                "platformAssumed",
                .boolean,
                "Whether the commission depends on the platform, and iOS was assumed."
            ),
            .required("settled", .boolean, "Whether the sources determine the commission."),
            .optional("taxPerMille", .integer(), "The tax; absent if it is unknown and none was deducted."),
            .optional("taxSource", .string()),
            .optional("taxOnProceedsPerMille", .integer()),
            .optional("taxOnProceedsSource", .string())
        )
    )

    private static let members: [APIProperty] = [
        .required("from", Self.day),
        .required("to", Self.day),
        .required(
            "reported",
            .record(
                [
                    .required("days", .integer(), "The number of days with a report."),
                    .optional("firstReport", .integer(), "The lowest number of a report."),
                    .optional("lastReport", .integer(), "The highest number of a report."),
                    .required("reports", .integer(), "The number of reports."),
                ] + Self.sums
            ),
            "The totals of the sales reports."
        ),
        .optional(
            "estimated",
            .record(
                [
                    .required("days", .array(of: Self.day), "The days without a report."),
                    .required(
                        "toleranceMilliunits",
                        .integer(),
                        "The tolerance of the comparison with a report for each unit."
                    ),
                    .required("leftOut", .integer(), "The number of sales with unknown amounts, which are excluded."),
                ] + Self.sums + [.required("rules", .array(of: Self.rule), "The rules of the computation.")]
            ),
            "An estimate for the past days without a report; absent if every day has one."
        ),
    ]

    private static let report = APISchema.named(
        "Proceeds",
        .record(
            Self.members + [
                .optional(
                    "converted",
                    .object(
                        .required("currency", .string()),
                        .required("reportedMilliunits", .integer()),
                        .required("estimatedMilliunits", .integer()),
                        .required("rates", .array(of: .string()), "The rates of the request.")
                    ),
                    "The proceeds after refunds, converted with the rates of the request."
                )
            ]
        )
    )

    private static let monthClose = APISchema.named(
        "MonthClose",
        .object(
            .required("app", .string()),
            .required("month", Self.month),
            .required("madeAt", .instant),
            .required(
                "openPoints",
                .array(
                    of: .object(
                        .required("point", .enumeration(MonthClose.OpenPoint.Name.allCases.map(\.rawValue))),
                        .optional("count", .integer()),
                        .optional("storefronts", .array(of: .string())),
                        .optional("unitsThousandths", .integer())
                    )
                ),
                "The reasons why the month cannot be closed."
            ),
            .required("proceeds", .record(Self.members)),
            .optional(
                "finance",
                .object(
                    .required(
                        "basis",
                        .enumeration("detail", "fiscalMonth"),
                        "`detail`: by dates of sale; `fiscalMonth`: by fiscal month."
                    ),
                    .optional("fiscalMonth", Self.month, "Apple's fiscal month."),
                    .required("from", Self.day),
                    .required("to", Self.day),
                    .required("daysWithoutReport", .integer(), "The number of these days without a sales report."),
                    .required(
                        "currencies",
                        .array(
                            of: .object(
                                .required("currency", .string()),
                                .required("salesMilliunits", .integer(), "The total of the sales reports."),
                                .required("settledMilliunits", .integer(), "The total of the finance reports."),
                                .required("inTransitMilliunits", .integer(), "The amount that is not settled.")
                            )
                        )
                    )
                ),
                "The finance reports compared with the sales reports; absent without finance reports."
            ),
            .required(
                "days",
                .object(
                    .required("matched", .integer()),
                    .required("explained", .integer()),
                    .required(
                        "accepted",
                        .array(
                            of: .object(
                                .required("day", Self.day),
                                .required("by", .string()),
                                .required("reason", .string()),
                                .required("at", .instant)
                            )
                        )
                    ),
                    .required("unexplained", .array(of: Self.day)),
                    .required("notCompared", .array(of: Self.day))
                )
            ),
            .optional(
                "deferred",
                Self.amounts,
                "The payments for service after the month, if the request asks for them."
            )
        )
    )

    private static let ofMonth = APIParameter.query("month", Self.month, "The month, in Pacific time.")
    private static let smallBusinessFrom = APIParameter.query(
        "smallBusinessFrom",
        Self.day,
        "Since when the developer is in the Small Business Program, for the estimate; the configured day by default."
    )
    private static let deferred = APIParameter.query(
        "deferred",
        .boolean,
        "`true` includes the payments for service after the month, for which the server reads the reports of a year."
    )
    private static let period: [APIParameter] = [
        Self.ofMonth,
        .query("from", Self.day, "The first day, instead of a month."),
        .query("to", Self.day, "The last day; at most \(ProceedsPeriod.maximumDays) days."),
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/reports/proceeds",
            id: "getProceeds",
            tag: .reports,
            access: .read,
            summary: "Get proceeds",
            description:
                "Sales, the share of Apple and taxes, and proceeds, by storefront and currency. From the stored sales "
                + "reports; for days without one, an estimate that states its rules. Amounts of different "
                + "currencies are added only with rates from the request.",
            parameters: Self.period + [
                Self.smallBusinessFrom,
                .query("into", .string(length: 3...3), "The currency to convert into."),
                .query("rate", .string(), "Rates with day and source, separated by commas: `EUR=1.08@2026-03-31:ECB`."),
            ],
            answers: [.ok(Self.report, "The totals.")],
            problems: [
                .status(
                    422,
                    "field_missing",
                    "field_wrong_type",
                    "field_invalid",
                    "proceeds_days_invalid",
                    "proceeds_estimate_too_large",
                    "proceeds_rate_missing"
                ),
                .status(500, "proceeds_report_unreadable"),
            ]
        ),
        APIOperation(
            .get,
            "/v1/reports/close",
            id: "getMonthClose",
            tag: .reports,
            access: .read,
            summary: "Get the close of a month",
            parameters: [Self.ofMonth, Self.smallBusinessFrom, Self.deferred],
            answers: [.ok(Self.monthClose, "The close: proceeds, finance reports, missing days and open points.")],
            problems: [
                .status(422, "field_missing", "field_wrong_type", "field_invalid", "proceeds_estimate_too_large"),
                .status(500, "proceeds_report_unreadable"),
            ]
        ),
        APIOperation(
            .get,
            "/v1/reports/exports/{form}",
            id: "exportReports",
            tag: .reports,
            access: .read,
            summary: "Export sales and bookkeeping data",
            description:
                "`csv`, `jsonl` and `bill` contain the rows of the sales reports, `journal` entries for bookkeeping, "
                + "and `close` is a page for printing. A file without its final part is incomplete.",
            parameters: [
                .path(
                    "form",
                    .enumeration(ProceedsService.Form.allCases.map(\.rawValue)),
                    "The format of the file."
                )
            ] + Self.period + [
                Self.smallBusinessFrom, Self.deferred,
                .query("accounts", .string(), "The names of the journal's accounts: `revenue:4400,receivable:1200`."),
                .query("language", .enumeration(PageLanguage.allCases.map(\.rawValue)), "The language of the close."),
            ],
            answers: [
                .file("text/csv", "Rows or entries, after a header line."),
                .file("application/x-ndjson", "One row per line."),
                .file("application/vnd.purser.bill+json", "A JSON array with the 28 keys of each row."),
                .file("text/html", "The close of a month."),
            ],
            problems: [
                .status(404, "proceeds_reports_missing"),
                .status(
                    422,
                    "field_missing",
                    "field_wrong_type",
                    "field_invalid",
                    "proceeds_days_invalid",
                    "proceeds_estimate_too_large"
                ),
                .status(500, "proceeds_report_unreadable"),
            ]
        ),
    ]
}
