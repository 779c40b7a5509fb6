import Ledger
import PurserService

extension ReconciliationController {
    private static let day = APISchema.string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", format: "date")
    private static let digest = APISchema.string(pattern: "^[0-9a-f]{64}$")
    private static let pathDay = APIParameter.path("day", Self.day, "The day in Pacific time.")
    private static let languages = APISchema.enumeration(PageLanguage.allCases.map(\.rawValue))
    private static let count = APISchema.integer(0...Int64.max)
    private static let amounts = APISchema.array(of: .money)
    private static let outcome = APISchema.enumeration(ReconciledDay.Outcome.allCases.map(\.rawValue))

    private static let acceptance = APISchema.named(
        "ReconciliationAcceptance",
        .object(
            .required("by", .string(), "The operator or key that accepted it."),
            .required("reason", .string(), "Why."),
            .required("at", .instant),
            .required("digest", Self.digest, "The digest of the accepted result.")
        )
    )

    /// The properties of a day in every response.
    private static let stateProperties: [APIProperty] = [
        .required("day", Self.day, "The day in Pacific time."),
        .required(
            "state",
            .enumeration(DayState.Phase.allCases.map(\.rawValue)),
            "`open`: there is no report yet, or a difference is unexplained."
        ),
        .required(
            "report",
            .enumeration("reported", "notYet", "notImported", "gone", "unreadable"),
            "Whether there is a report for the comparison; a report of a day without sales counts."
        ),
        .optional("outcome", Self.outcome, "The result of the last comparison; absent before there is a report."),
        .optional("digest", Self.digest, "The digest of the result; send it to accept the day."),
        .optional("comparedAt", .instant, "When the day was last compared."),
        .optional("reopened", .boolean, "Whether a correction arrived after the day was accepted."),
        .optional("acceptance", Self.acceptance, "The last acceptance, even if it is no longer valid."),
    ]

    private static let sums: [APIProperty] = [
        .optional("matchedGroups", Self.count, "The number of groups that agree exactly."),
        .optional("explained", Self.count, "The number of differences that a matching rule explains."),
        .optional("unexplained", Self.count, "The number of unexplained differences."),
        .optional("oursUnitsThousandths", .integer(), "The units in the ledger, sales less refunds, in thousandths."),
        .optional("theirsUnitsThousandths", .integer(), "The units in the report, sales less refunds, in thousandths."),
    ]

    private static let state = APISchema.named(
        "ReconciliationState",
        .record(
            Self.stateProperties + Self.sums + [
                .optional(
                    "healing",
                    .enumeration(ReconciliationResult.Healing.allCases.map(\.rawValue)),
                    "Whether the server asked Apple for what the ledger lacks: now, earlier, or not."
                ),
                .optional("ours", Self.side, "The ledger's side; with `details`."),
                .optional("theirs", Self.side, "The report's side; with `details`."),
                .optional("differences", .array(of: Self.difference), "The differences, each once; with `details`."),
                .optional(
                    "unreadable",
                    .string(),
                    "The number of a report that cannot be read, and the error; with `details`."
                ),
                .nothing,
            ]
        )
    )

    private static let overviewProperties: [APIProperty] = [
        .required("from", Self.day, "The first day."),
        .required("to", Self.day, "The last day."),
        .required(
            "summary",
            .record(
                [.required("days", Self.count)]
                    + DayState.Phase.allCases.map { .required($0.rawValue, Self.count) }
                    + [
                        .required(
                            "withoutReport",
                            Self.count,
                            "The number of days without a report for the comparison."
                        )
                    ]
            ),
            "The number of days in each state."
        ),
        .required("days", .array(of: Self.state), "The days in ascending order."),
    ]

    private static let side = APISchema.named(
        "ReconciliationSide",
        .object(
            .required("unitsThousandths", .integer(), "Sales less refunds, in thousandths."),
            .required("price", Self.amounts, "The prices that customers paid, less refunds, by currency."),
            .required("proceeds", Self.amounts, "Proceeds less refunds; only reports contain them."),
            .required(
                "excluded",
                .array(
                    of: .object(
                        .required("reason", .enumeration(SaleExclusion.allCases.map(\.rawValue))),
                        .required("count", Self.count)
                    )
                ),
                "The number of transactions, or of units of a report, without amounts, by reason."
            )
        )
    )

    private static let group = APISchema.named(
        "ReconciliationGroup",
        .object(
            .required("day", Self.day),
            .required("product", .string()),
            .optional("storefront", .string(), "Two letters; absent if the ledger does not know it."),
            .optional("currency", .string(), "The currency; absent if the price is unknown."),
            .optional("unitPriceMilliunits", .integer(), "The price of one unit."),
            .required("direction", .enumeration("sale", "refund")),
            .required("period", .enumeration("none", "new", "renewal"), "`none`: not an auto-renewable subscription.")
        )
    )

    private static let sum = APISchema.named(
        "ReconciliationSum",
        .object(
            .required("unitsThousandths", .integer()),
            .required("priceMilliunits", .integer(), "In the group's currency."),
            .required("count", Self.count, "The number of transactions or rows."),
            .required("proceeds", Self.amounts),
            .optional("group", Self.group, "The group; absent if this side has none.")
        )
    )

    private static let cause = APISchema.enumeration(SaleDifference.Cause.allCases.map(\.rawValue))

    private static let difference = APISchema.named(
        "ReconciliationDifference",
        .object(
            .required("day", Self.day),
            .required("group", Self.group, "The report's group, or the ledger's if the report has none."),
            .required("outcome", .enumeration("explained", "unexplained")),
            .optional(
                "explanation",
                .enumeration(SaleDifference.Explanation.allCases.map(\.rawValue)),
                "The matching rule that explains it."
            ),
            .required("cause", Self.cause, "The most likely cause."),
            .required("causes", .array(of: Self.cause), "All possible causes, if the totals do not determine one."),
            .required("ambiguous", .boolean, "Whether there are several possible causes."),
            .required(
                "unitsThousandths",
                Self.count,
                "The number of units in the difference; 0 if only amounts differ."
            ),
            .required("ours", Self.sum, "The ledger's totals of the group."),
            .required("theirs", Self.sum, "The report's totals of the group."),
            .required(
                "transactions",
                .array(of: .transaction),
                "The transactions in the ledger behind the difference."
            ),
            .required("furtherTransactions", Self.count, "The number of further transactions."),
            .required("step", .enumeration(ReconciliationForm.stepNames), "The next step."),
            .required("found", .string(), "A description of both sides."),
            .required("why", .string(), "A description of the cause."),
            .required("next", .string(), "A description of the next step.")
        )
    )

    private static let result: [APIProperty] = [
        .optional("matchedGroups", Self.count), .optional("ours", Self.side), .optional("theirs", Self.side),
        .optional("differences", .array(of: Self.difference)),
    ]

    private static let line = APISchema.named(
        "SettlementLine",
        .object(
            .required("product", .string()),
            .optional("storefront", .string(), "The storefront; absent if the ledger does not know it."),
            .required("direction", .enumeration("sale", "refund")),
            .required("state", .enumeration(SettledMonth.State.allCases.map(\.rawValue))),
            .required("soldThousandths", Self.count, "The units sold or refunded in the month, in thousandths."),
            .required("carriedInThousandths", Self.count, "The units in transit from earlier months, in thousandths."),
            .required("settledThousandths", Self.count, "The units that Apple settled, in thousandths."),
            .required(
                "neverSettledThousandths",
                Self.count,
                "The units that count as never settled, because two later months have passed, in thousandths."
            ),
            .required(
                "carriedOutThousandths",
                Self.count,
                "The units in transit at the end of the month, in thousandths."
            ),
            .required("share", Self.amounts, "The amount that Apple pays for them, by currency."),
            .required(
                "differences",
                .array(
                    of: .object(
                        .required("cause", .enumeration(SettlementDifference.Cause.allCases.map(\.rawValue))),
                        .required("explained", .boolean),
                        .required("unitsThousandths", Self.count),
                        .required("shareMilliunits", .integer()),
                        .optional("soldIn", Self.month, "The fiscal month of the sale."),
                        .optional("currency", .string())
                    )
                )
            )
        )
    )
    private static let month = APISchema.string(pattern: "^[0-9]{4}-[0-9]{2}$")

    private static let settlement = APISchema.named(
        "Settlement",
        .object(
            .required("month", Self.month, "The fiscal month."),
            .required("from", Self.day, "Its first day."),
            .required("to", Self.day, "Its last day."),
            .required("state", .enumeration(SettledMonth.State.allCases.map(\.rawValue))),
            .required(
                "owed",
                .array(
                    of: .object(
                        .required("currency", .string()),
                        .required("salesMilliunits", .integer()),
                        .required("refundsMilliunits", .integer()),
                        .required("totalMilliunits", .integer())
                    )
                ),
                "The amount that Apple owes for the month, by currency."
            ),
            .required(
                "inTransitUnitsThousandths",
                Self.count,
                "The units that were sold and are not settled yet, in thousandths."
            ),
            .required("unexplained", Self.count, "The number of unexplained differences."),
            .required("otherProductRows", Self.count, "The number of rows about products that the app does not have."),
            .required(
                "tooLargeRows",
                Self.count,
                "The number of excluded rows: those with more than ten million units, or with impossible amounts."
            ),
            .required(
                "unreadableReports",
                .array(of: Self.count),
                "The numbers of daily sales reports that cannot be read and are not compared."
            ),
            .required("lines", .array(of: Self.line), "The totals by product and storefront.")
        )
    )

    private static let dayProblems: [APIProblem] = [
        .status(404, "app_unknown", "reconciliation_report_missing"), .status(422, "field_invalid"),
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/reconciliations",
            id: "listReconciliations",
            tag: .reconciliations,
            access: .read,
            summary: "List reconciled days",
            description:
                "Returns the state of each day and compares nothing; see `reconcileDays`. At most "
                + "\(ReconciliationService.maximumDays) days.",
            parameters: [
                .query("from", Self.day, "The first day; by default 30 days before the last."),
                .query("to", Self.day, "The last day; yesterday by default."),
            ],
            answers: [.ok(.named("Reconciliations", .record(Self.overviewProperties)), "The days.")],
            problems: [.status(422, "field_invalid", "reconciliation_days_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/reconciliations",
            id: "reconcileDays",
            tag: .reconciliations,
            access: .write,
            summary: "Reconcile days with Apple's sales reports",
            description:
                "Comparisons of one app run one after another. Weekly, monthly and yearly reports are compared as a "
                + "whole if none of their days has a daily report, and skipped otherwise.",
            body: .json(
                .named(
                    "ReconciliationRequest",
                    .object(
                        .optional(
                            "from",
                            Self.day,
                            "The first day; without `from` and `to`, the 31 days before today."
                        ),
                        .optional("to", Self.day, "The last day; at most 400 days in total."),
                        .optional("heal", .boolean, "Whether the server asks Apple for what the ledger lacks."),
                        .optional("details", .boolean, "Whether each day includes both sides and its differences."),
                        .optional("language", Self.languages, "The language of texts; English by default.")
                    )
                ),
                isRequired: false
            ),
            answers: [
                .ok(
                    .named(
                        "ComparedDays",
                        .record(
                            Self.overviewProperties + [
                                .required("unexplained", Self.count, "The number of unexplained differences."),
                                .required(
                                    "ofAllApps",
                                    .boolean,
                                    "Whether rows of all apps were compared because the app's SKU is not configured."
                                ),
                                .required(
                                    "longer",
                                    .array(
                                        of: .record(
                                            [
                                                .required("from", Self.day), .required("to", Self.day),
                                                .required("report", Self.count, "The report's number."),
                                                .required("compared", .boolean, "`false`: it was skipped."),
                                                .optional("outcome", Self.outcome),
                                            ] + Self.result
                                        )
                                    ),
                                    "The weekly, monthly and yearly reports."
                                ),
                            ]
                        )
                    ),
                    "The days after the comparison."
                )
            ],
            problems: [.unreadableBody, .wrongFields("field_invalid", "reconciliation_days_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/reconciliations/{day}",
            id: "getReconciliation",
            tag: .reconciliations,
            access: .read,
            summary: "Get the reconciliation of a day",
            description:
                "Compares the day again, stores its state, and returns all details. Where the weeks around the day have "
                + "more than \(ReconciliationService.pageSales) sales, it returns the last comparison instead, if the "
                + "server has it in memory.",
            parameters: [
                Self.pathDay,
                .query("language", Self.languages, "The language of texts; English by default."),
            ],
            answers: [
                .ok(.named("Reconciliation", .record(Self.stateProperties + Self.result)), "The day.")
            ],
            problems: Self.dayProblems
        ),
        APIOperation(
            .get,
            "/v1/reconciliations/months/{month}",
            id: "getSettlement",
            tag: .reconciliations,
            access: .read,
            summary: "Get the settlement of a fiscal month",
            description:
                "Compares the month's settlement with the sales. It uses the detailed finance report, otherwise the "
                + "report of all regions, otherwise those of the single regions. Units that were sold but not "
                + "settled are in transit until a later month settles them.",
            parameters: [.path("month", Self.month, "The month of Apple's fiscal year.")],
            answers: [.ok(Self.settlement, "The month.")],
            problems: [
                .status(404, "app_unknown", "reconciliation_finance_missing"),
                .status(409, "reconciliation_report_unreadable"), .status(422, "field_invalid"),
            ]
        ),
        APIOperation(
            .post,
            "/v1/reconciliations/{day}/acceptance",
            id: "acceptDay",
            tag: .reconciliations,
            access: .write,
            summary: "Accept a day",
            description:
                "The acceptance is valid for the result with this digest: a later correction reopens the day. The "
                + "audit log records who accepted it and why.",
            parameters: [Self.pathDay],
            body: .json(
                .named(
                    "ReconciliationAcceptanceRequest",
                    .object(
                        .required("digest", Self.digest, "The digest of the result to accept."),
                        .required("reason", .string(length: 1...ReconciliationService.maximumReason), "Why.")
                    )
                )
            ),
            answers: [.ok(Self.state, "The day.")],
            problems: [
                .unreadableBody, .status(404, "app_unknown", "reconciliation_report_missing"),
                .status(409, "reconciliation_day_changed"),
                .wrongFields("field_invalid", "reconciliation_reason_missing"),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/reconciliations/{day}/acceptance",
            id: "withdrawDayAcceptance",
            tag: .reconciliations,
            access: .write,
            summary: "Revoke the acceptance of a day",
            parameters: [
                Self.pathDay,
                .query(
                    "reason",
                    .string(length: 1...ReconciliationService.maximumReason),
                    "The reason, for the audit log."
                ),
            ],
            answers: [.ok(Self.state, "The day.")],
            problems: [.status(422, "field_invalid")]
        ),
    ]
}
