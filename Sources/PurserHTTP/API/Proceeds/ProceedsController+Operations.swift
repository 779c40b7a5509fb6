import Ledger
import PurserService

extension ProceedsController {
    private static let day = APISchema.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
    private static let month = APISchema.string(pattern: "^[0-9]{4}-[0-9]{2}$")

    private static let amounts = APISchema.array(of: .money)

    /// The sums of a storefront, or of all with the same currencies.
    private static let sum = APISchema.named(
        "ProceedsSum",
        .object(
            .optional("storefront", .string(length: 2...2), "ISO 3166-1 alpha-2; absent where all are meant."),
            .required("currency", .string(), "What customers pay in."),
            .required("proceedsCurrency", .string(), "What Apple pays in."),
            .required("soldUnitsThousandths", .integer()),
            .required("soldMilliunits", .integer(), "What customers paid, with taxes."),
            .required("refundedUnitsThousandths", .integer()),
            .required("refundedMilliunits", .integer(), "What customers got back."),
            .required("refundCostMilliunits", .integer(), "What refunds took of the proceeds."),
            .required("proceedsMilliunits", .integer(), "What remains after refunds."),
            .optional(
                "takenPerMille",
                .integer(),
                "What Apple and taxes took of the price of sales, in tenths of a percent; absent where Apple pays in "
                    + "another currency."
            ),
            .required("offerUnitsThousandths", .integer(), "How many were sold by an offer."),
            .required("offerCostMilliunits", .integer(), "By how much the catalog's prices are above what was paid."),
            .required("offerCostUnknownThousandths", .integer(), "How many of them the catalog has no price for.")
        )
    )

    private static let sums: [APIProperty] = [
        .required("netProceeds", Self.amounts, "What remains after refunds, by currency."),
        .required("currencies", .array(of: Self.sum), "By both currencies."),
        .required("storefronts", .array(of: Self.sum), "By storefront and both currencies."),
    ]

    private static let rule = APISchema.named(
        "ProceedsRule",
        .object(
            .optional("storefront", .string(length: 2...2)),
            .required("unitsThousandths", .integer(), "How many units it was applied to."),
            .required("rule", .string(), "The formula with its rates."),
            .required("program", .enumeration(ProceedsEstimate.Program.allCases.map(\.rawValue))),
            .required("commissionPerMille", .integer()),
            .required("commissionSource", .string()),
            .required("settled", .boolean, "Whether sources settle the commission."),
            .optional("taxPerMille", .integer(), "Absent where no tax is known; none was deducted then."),
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
                    .required("days", .integer(), "How many days reports tell about."),
                    .optional("firstReport", .integer(), "The least number of a report."),
                    .optional("lastReport", .integer(), "The greatest number of a report."),
                    .required("reports", .integer(), "How many reports there are."),
                ] + Self.sums
            ),
            "What the sales reports state."
        ),
        .optional(
            "estimated",
            .record(
                [
                    .required("days", .array(of: Self.day), "The days without a report."),
                    .required(
                        "toleranceMilliunits",
                        .integer(),
                        "By how much a report may differ for each unit."
                    ),
                    .required("leftOut", .integer(), "How many sales are left out, as their amounts are unknown."),
                ] + Self.sums + [.required("rules", .array(of: Self.rule), "By which it was computed.")]
            ),
            "An estimate of the days that are over and have no report; absent where every day has one."
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
                        .required("rates", .array(of: .string()), "As they were given.")
                    ),
                    "What remains after refunds, converted by the rates of the request."
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
                "What keeps the month from being closed."
            ),
            .required("proceeds", .record(Self.members)),
            .optional(
                "finance",
                .object(
                    .required("basis", .enumeration("detail", "fiscalMonth"), "By dates of sale, or by fiscal month."),
                    .optional("fiscalMonth", Self.month, "Apple's fiscal month."),
                    .required("from", Self.day),
                    .required("to", Self.day),
                    .required("daysWithoutReport", .integer(), "How many of these days have no sales report."),
                    .required(
                        "currencies",
                        .array(
                            of: .object(
                                .required("currency", .string()),
                                .required("salesMilliunits", .integer(), "By the sales reports."),
                                .required("settledMilliunits", .integer(), "By the finance reports."),
                                .required("inTransitMilliunits", .integer(), "What is not settled.")
                            )
                        )
                    )
                ),
                "The finance reports against the sales reports; absent where none is kept."
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
                "What was paid for service after the month, where the request asks for it."
            )
        )
    )

    private static let ofMonth = APIParameter.query("month", Self.month, "The month, in Pacific time.")
    private static let smallBusinessFrom = APIParameter.query(
        "smallBusinessFrom",
        Self.day,
        "Since when the developer is in the Small Business Program, for the estimate; as configured if it is not there."
    )
    private static let deferred = APIParameter.query(
        "deferred",
        .boolean,
        "`true` states in the close what was paid for service after the month: the reports of a year are read."
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
            summary: "What was sold, what Apple and taxes took, and what remains, by storefront and currency",
            description:
                "From the sales reports that are kept; of days without one an estimate, which names its rules. Amounts "
                + "of different currencies are added only where the request gives rates.",
            parameters: Self.period + [
                Self.smallBusinessFrom,
                .query("into", .string(length: 3...3), "The currency to convert into."),
                .query("rate", .string(), "Rates with day and source, by commas: `EUR=1.08@2026-03-31:ECB`."),
            ],
            answers: [.ok(Self.report, "The sums.")],
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
            summary: "The close of a month: proceeds, finance reports, days and what is still open",
            parameters: [Self.ofMonth, Self.smallBusinessFrom, Self.deferred],
            answers: [.ok(Self.monthClose, "The close.")],
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
            summary: "Sales and bookkeeping as files: CSV, lines of JSON, a bill, a journal, or the month's close",
            description:
                "`csv`, `jsonl` and `bill` have the rows of the sales reports, `journal` entries for bookkeeping, and "
                + "`close` is a page that can be printed. A file that ends without its last part is incomplete.",
            parameters: [
                .path(
                    "form",
                    .enumeration(ProceedsService.Form.allCases.map(\.rawValue)),
                    "What the file is."
                )
            ] + Self.period + [
                Self.smallBusinessFrom, Self.deferred,
                .query("accounts", .string(), "Names of accounts for the journal: `revenue:4400,receivable:1200`."),
                .query("language", .enumeration(PageLanguage.allCases.map(\.rawValue)), "The language of the close."),
            ],
            answers: [
                .file("text/csv", "Rows or entries, after a line of names."),
                .file("application/x-ndjson", "A row a line."),
                .file("application/vnd.purser.bill+json", "A bill: a JSON array with the 28 keys of each row."),
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
