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
            .required("by", .string(), "Who: an operator or a key."),
            .required("reason", .string(), "Why."),
            .required("at", .instant),
            .required("digest", Self.digest, "The digest of what was accepted.")
        )
    )

    /// What every answer says of a day.
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
            "Whether there is a report to compare with; a day without sales is `reported`."
        ),
        .optional("outcome", Self.outcome, "What the last comparison found; absent before there is a report."),
        .optional("digest", Self.digest, "Names what was found; an acceptance of the day sends it."),
        .optional("comparedAt", .instant, "When the day was compared last."),
        .optional("reopened", .boolean, "Whether a correction came after the day was accepted."),
        .optional("acceptance", Self.acceptance, "The last acceptance, whether it still holds or not."),
    ]

    private static let sums: [APIProperty] = [
        .optional("matchedGroups", Self.count, "How many groups agree exactly."),
        .optional("explained", Self.count, "How many differences a step of the matching rules explains."),
        .optional("unexplained", Self.count, "How many differences nothing explains."),
        .optional("oursUnitsThousandths", .integer(), "What the ledger sold less refunds, in thousandths."),
        .optional("theirsUnitsThousandths", .integer(), "The same of the report."),
    ]

    private static let state = APISchema.named(
        "ReconciliationState",
        .record(
            Self.stateProperties + Self.sums + [
                .optional(
                    "healing",
                    .enumeration(ReconciliationResult.Healing.allCases.map(\.rawValue)),
                    "Whether Apple was asked for what the ledger lacks: now, before about the same, or not."
                ),
                .optional("ours", Self.side, "What the ledger has; with `details`."),
                .optional("theirs", Self.side, "What the report has; with `details`."),
                .optional("differences", .array(of: Self.difference), "With `details`, each once."),
                .optional(
                    "unreadable",
                    .string(),
                    "With `details`: the number of a report that cannot be read, and why."
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
                    + [.required("withoutReport", Self.count, "How many have nothing to compare them with.")]
            ),
            "How many days are in each state."
        ),
        .required("days", .array(of: Self.state), "The days, ascending."),
    ]

    private static let side = APISchema.named(
        "ReconciliationSide",
        .object(
            .required("unitsThousandths", .integer(), "Sales less refunds, in thousandths."),
            .required("price", Self.amounts, "What customers paid less refunds, by currency."),
            .required("proceeds", Self.amounts, "Proceeds less refunds; only reports state them."),
            .required(
                "excluded",
                .array(
                    of: .object(
                        .required("reason", .enumeration(SaleExclusion.allCases.map(\.rawValue))),
                        .required("count", Self.count)
                    )
                ),
                "How many transactions or rows have no money, by reason."
            )
        )
    )

    private static let group = APISchema.named(
        "ReconciliationGroup",
        .object(
            .required("day", Self.day),
            .required("product", .string()),
            .optional("storefront", .string(), "Two letters; absent where the ledger does not know it."),
            .optional("currency", .string(), "Absent where the price is not known."),
            .optional("unitPriceMilliunits", .integer(), "The price of one."),
            .required("direction", .enumeration("sale", "refund")),
            .required("period", .enumeration("none", "new", "renewal"), "`none`: not a renewable subscription.")
        )
    )

    private static let sum = APISchema.named(
        "ReconciliationSum",
        .object(
            .required("unitsThousandths", .integer()),
            .required("priceMilliunits", .integer(), "In the group's currency."),
            .required("count", Self.count, "How many transactions or rows."),
            .required("proceeds", Self.amounts),
            .optional("group", Self.group, "Absent where this side has nothing of the kind.")
        )
    )

    private static let cause = APISchema.enumeration(SaleDifference.Cause.allCases.map(\.rawValue))

    private static let difference = APISchema.named(
        "ReconciliationDifference",
        .object(
            .required("day", Self.day),
            .required("group", Self.group, "The report's group, or the ledger's where the report has none."),
            .required("outcome", .enumeration("explained", "unexplained")),
            .optional(
                "explanation",
                .enumeration(SaleDifference.Explanation.allCases.map(\.rawValue)),
                "The step of the matching rules that explains it."
            ),
            .required("cause", Self.cause, "The likeliest cause."),
            .required("causes", .array(of: Self.cause), "All that it may be where sums cannot tell."),
            .required("ambiguous", .boolean, "Whether there are several."),
            .required("unitsThousandths", Self.count, "How many units differ; 0 where only amounts do."),
            .required("ours", Self.sum, "All that the ledger has of the group."),
            .required("theirs", Self.sum, "All that the report has of the group."),
            .required("transactions", .array(of: .transaction), "Transactions of the ledger behind it."),
            .required("furtherTransactions", Self.count, "How many more there are."),
            .required("step", .enumeration(ReconciliationForm.stepNames), "What to do."),
            .required("found", .string(), "What both sides have, in words."),
            .required("why", .string(), "The cause in words."),
            .required("next", .string(), "What to do, in words.")
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
            .optional("storefront", .string(), "Absent where the ledger does not know it."),
            .required("direction", .enumeration("sale", "refund")),
            .required("state", .enumeration(SettledMonth.State.allCases.map(\.rawValue))),
            .required("soldThousandths", Self.count, "What was sold or refunded in the month."),
            .required("carriedInThousandths", Self.count, "What was in transit from the months before."),
            .required("settledThousandths", Self.count, "What Apple settled."),
            .required("neverSettledThousandths", Self.count, "What is given up, because two later months passed."),
            .required("carriedOutThousandths", Self.count, "What is in transit at the month's end."),
            .required("share", Self.amounts, "What Apple pays for it, by currency."),
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
                "What Apple owes for the month, by currency."
            ),
            .required("inTransitUnitsThousandths", Self.count, "What was sold and is not settled yet."),
            .required("unexplained", Self.count, "How many differences nothing explains."),
            .required("otherProductRows", Self.count, "How many rows are about products that this app does not have."),
            .required(
                "tooLargeRows",
                Self.count,
                "How many rows state more than ten million units, or amounts that no sale has, and are left out."
            ),
            .required(
                "unreadableReports",
                .array(of: Self.count),
                "The numbers of daily sales reports that cannot be read, so that what they state is not compared."
            ),
            .required("lines", .array(of: Self.line), "Product by product, in each storefront.")
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
            summary: "How far days are compared with Apple's sales reports",
            description: "Nothing is compared; see `reconcileDays`. At most \(ReconciliationService.maximumDays) days.",
            parameters: [
                .query("from", Self.day, "The first day; 30 days before the last where it is left out."),
                .query("to", Self.day, "The last day; yesterday where it is left out."),
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
            summary: "Compare days with Apple's sales reports now",
            description:
                "Comparisons of one app wait for each other. Reports of weeks, months and years are compared at "
                + "their own length where none of their days has a report of its own, and passed over elsewhere.",
            body: .json(
                .named(
                    "ReconciliationRequest",
                    .object(
                        .optional("from", Self.day, "The first day; without `to` too, the 31 days before today."),
                        .optional("to", Self.day, "The last day, at most 400 days in all."),
                        .optional("heal", .boolean, "Whether Apple is asked for what the ledger lacks."),
                        .optional("details", .boolean, "Whether each day has both sides and its differences."),
                        .optional("language", Self.languages, "The language of sentences; English if it is not there.")
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
                                .required("unexplained", Self.count, "How many differences nothing explains."),
                                .required(
                                    "ofAllApps",
                                    .boolean,
                                    "Whether rows of all apps were compared, because the app's SKU is not configured."
                                ),
                                .required(
                                    "longer",
                                    .array(
                                        of: .record(
                                            [
                                                .required("from", Self.day), .required("to", Self.day),
                                                .required("report", Self.count, "The report's number."),
                                                .required("compared", .boolean, "`false`: it was passed over."),
                                                .optional("outcome", Self.outcome),
                                            ] + Self.result
                                        )
                                    ),
                                    "The reports of weeks, months and years."
                                ),
                            ]
                        )
                    ),
                    "The days after it."
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
            summary: "Everything that the comparison of a day finds",
            description: "The day is compared anew, and its state is kept.",
            parameters: [
                Self.pathDay,
                .query("language", Self.languages, "The language of sentences; English if it is not there."),
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
            summary: "What Apple settled in a fiscal month, against what was sold",
            description: "From the detailed finance report, or else that of all regions, or else those of each region. "
                + "What is sold and not settled is in transit until a later month settles it.",
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
            summary: "Accept a day as it is",
            description:
                "It holds for exactly what the digest names: a later correction opens the day again. The audit "
                + "log names who accepted it and why.",
            parameters: [Self.pathDay],
            body: .json(
                .named(
                    "ReconciliationAcceptanceRequest",
                    .object(
                        .required("digest", Self.digest, "The day's digest, as it was seen."),
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
            summary: "Take the acceptance of a day back",
            parameters: [
                Self.pathDay,
                .query("reason", .string(length: 1...ReconciliationService.maximumReason), "Why, for the audit log."),
            ],
            answers: [.ok(Self.state, "The day.")],
            problems: [.status(422, "field_invalid")]
        ),
    ]
}
