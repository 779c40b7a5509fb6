import Ledger

extension RefundController {
    /// An amount of money.
    static let amount = APISchema.object(
        .required("amountMilliunits", .integer()),
        .required("currency", .string(length: 3...3))
    )

    private static let amounts = APISchema.array(of: Self.amount)

    /// The totals over cases.
    private static let sum: [APIProperty] = [
        .required("cases", .integer()),
        .required("open", .integer(), "The number of cases that Apple has not decided."),
        .required("refunded", .integer(), "The number of cases with a full or partial refund."),
        .required("declined", .integer(), "The number of cases that Apple declined."),
        .required("reversed", .integer(), "The number of refunds that Apple reversed."),
        .required("revoked", .integer(), "The number of cases in which family sharing ended."),
        .required("paid", Self.amounts, "The amounts that customers paid in the decided cases."),
        .required("paidBack", Self.amounts, "The refunded amounts."),
        .required("kept", Self.amounts, "The amounts that were not refunded."),
    ]

    private static func rows(_ property: APIProperty) -> APISchema {
        .array(of: .record([property] + Self.sum))
    }

    private static let report = APISchema.named(
        "RefundReport",
        .object(
            .optional("since", .instant),
            .optional("until", .instant),
            .required("environment", .environment),
            .required(
                "requests",
                .object(
                    .required("asked", .integer(), "The number of requests from Apple."),
                    .required("inTime", .integer(), "The number of requests that were answered before the deadline."),
                    .required("late", .integer(), "The number of requests that were answered after the deadline."),
                    .required(
                        "missed",
                        .integer(),
                        "The number of requests that got no answer while Apple accepted one."
                    ),
                    .required(
                        "doubtful",
                        .integer(),
                        "The number of requests for which it is unknown whether Apple received an answer in time."
                    ),
                    .required(
                        "superseded",
                        .integer(),
                        "The number of requests that a new request or a decision superseded before an answer."
                    ),
                    .required("open", .integer(), "The number of requests that wait for an answer."),
                    .required(
                        "withheld",
                        .array(
                            of: .object(
                                .required("reason", .enumeration(RefundReply.Refusal.allCases.map(\.rawValue))),
                                .required("requests", .integer())
                            )
                        ),
                        "The number of requests for which no answer was allowed, by the reason."
                    )
                )
            ),
            .required("asked", .record(Self.sum), "The cases with a request from Apple."),
            .required("unasked", .record(Self.sum), "The cases without a request from Apple."),
            .required("unconsented", .record(Self.sum), "The cases without an answer because there was no consent."),
            .required(
                "reported",
                .record(ReportedRefund.State.allCases.map { .required($0.rawValue, .integer()) }),
                "The number of reported refunds that Apple did not sign, by their state."
            ),
            .required(
                "answers",
                Self.rows(.required("answer", .enumeration(RefundReport.Answer.allCases.map(\.rawValue)))),
                "By our last answer: `none` for facts without a preference, `nothing` for no answer."
            ),
            .required(
                "products",
                Self.rows(.required("product", .string())),
                "By product, those with the most cases first."
            ),
            .required(
                "storefronts",
                Self.rows(.optional("storefront", .string(), "The storefront; absent if unknown.")),
                "By storefront, those with the most cases first."
            )
        )
    )

    /// The OpenAPI description of the report.
    static let reports: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/refund-report",
            id: "getRefundReport",
            tag: .refunds,
            access: .read,
            summary: "Report on refund requests",
            description:
                "Our answers, Apple's decisions and the amounts, over the cases that were opened within a period, by "
                + "answer, by product and by storefront. The server reads each case, and stops when the client "
                + "closes the connection.",
            parameters: [
                .environment, .query("since", .instant, "Only cases that were opened at this time or later."),
                .query("until", .instant, "Only cases that were opened before this time."),
            ],
            answers: [.ok(Self.report, "The report.")],
            problems: [
                .status(422, "environment_invalid", "field_wrong_type", "field_invalid"),
                .status(503, "refund_reading_canceled"),
            ]
        )
    ]

    private static let reported = APISchema.named(
        "ListedReportedRefund",
        .record(
            [
                .required("environment", .environment),
                .required(
                    "state",
                    .enumeration(ReportedRefund.State.allCases.map(\.rawValue)),
                    "`refundReported` while only the report exists, `refunded` after Apple signed the refund, "
                        + "`undone` after Apple later signed the purchase without a revocation, `purchaseUnknown` "
                        + "until the purchase is known."
                ),
                .optional("customer", .string(), "The owner of the purchase; absent if there is none."),
                .required("transaction", .transaction),
                .required("originalTransaction", .transaction),
                .required("product", .product),
            ] + EventForm.report
        )
    )

    /// The OpenAPI description of the list of reported refunds.
    static let reportedRefunds: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/reported-refunds",
            id: "listReportedRefunds",
            tag: .refunds,
            access: .read,
            summary: "List reported refunds",
            description:
                "Refunds that version 1 notifications reported and that Apple did not sign, in the order of the first "
                + "report, each with its state.",
            parameters: [.limit(Int64(Self.maximumPage)), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("reports", .array(of: Self.reported)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of reported refunds."
                )
            ],
            problems: [.status(422, "field_wrong_type", "field_invalid")]
        )
    ]
}
