import Ledger

extension RefundController {
    /// An amount of money.
    static let amount = APISchema.object(
        .required("amountMilliunits", .integer()),
        .required("currency", .string(length: 3...3))
    )

    private static let amounts = APISchema.array(of: Self.amount)

    /// The sums over cases.
    private static let sum: [APIProperty] = [
        .required("cases", .integer()),
        .required("open", .integer(), "How many Apple has not decided."),
        .required("refunded", .integer(), "How many Apple refunded, wholly or in part."),
        .required("declined", .integer(), "How many Apple declined."),
        .required("reversed", .integer(), "How many refunds Apple took back."),
        .required("revoked", .integer(), "How many ended with a family."),
        .required("paid", Self.amounts, "What customers had paid for those that are decided."),
        .required("paidBack", Self.amounts, "What of it Apple paid back."),
        .required("kept", Self.amounts, "What of it was kept."),
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
                    .required("asked", .integer(), "How often Apple asked."),
                    .required("inTime", .integer(), "How often it had an answer before its deadline."),
                    .required("late", .integer(), "How often after it."),
                    .required("missed", .integer(), "How often it had none while it listened."),
                    .required("doubtful", .integer(), "How often nobody knows whether it had one while it listened."),
                    .required(
                        "superseded",
                        .integer(),
                        "How often it asked anew or decided before there was an answer."
                    ),
                    .required("open", .integer(), "How many wait for their answer."),
                    .required(
                        "withheld",
                        .array(
                            of: .object(
                                .required("reason", .enumeration(RefundReply.Refusal.allCases.map(\.rawValue))),
                                .required("requests", .integer())
                            )
                        ),
                        "How often nothing might be told, by the reason."
                    )
                )
            ),
            .required("asked", .record(Self.sum), "The cases that Apple asked about."),
            .required("unasked", .record(Self.sum), "Those that it never asked about."),
            .required("unconsented", .record(Self.sum), "Those that were told nothing for want of consent."),
            .required(
                "reported",
                .record(ReportedRefund.State.allCases.map { .required($0.rawValue, .integer()) }),
                "How many refunds were reported that Apple did not sign, by what has become of them."
            ),
            .required(
                "answers",
                Self.rows(.required("answer", .enumeration(RefundReport.Answer.allCases.map(\.rawValue)))),
                "By what Apple was told last: `none` is the facts, `nothing` is nothing."
            ),
            .required("products", Self.rows(.required("product", .string())), "By product, the most cases first."),
            .required(
                "storefronts",
                Self.rows(.optional("storefront", .string(), "Absent where none is known.")),
                "By storefront, the most cases first."
            )
        )
    )

    /// The report as the OpenAPI document describes it.
    static let reports: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/refund-report",
            id: "getRefundReport",
            tag: .refunds,
            access: .read,
            summary: "How requests for refunds were answered, what Apple decided, and the money on each side",
            description:
                "Over the cases that were opened in a time, by what Apple was told, by product and by storefront. It reads "
                + "each of them, and ends when whoever asked hangs up.",
            parameters: [
                .environment, .query("since", .instant, "Only cases that were opened then or later."),
                .query("until", .instant, "Only cases that were opened before."),
            ],
            answers: [.ok(Self.report, "The sums.")],
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
                    "`refundReported` while it stands, `refunded` once Apple signed it, `undone` once Apple signed the "
                        + "purchase later without a revocation, `purchaseUnknown` until the purchase is known."
                ),
                .optional("customer", .string(), "Whose purchase it is; absent for nobody's."),
                .required("transaction", .transaction),
                .required("originalTransaction", .transaction),
                .required("product", .product),
            ] + EventForm.report
        )
    )

    /// The list of reported refunds as the OpenAPI document describes it.
    static let reportedRefunds: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/reported-refunds",
            id: "listReportedRefunds",
            tag: .refunds,
            access: .read,
            summary: "The refunds that version 1 notifications reported and that Apple did not sign",
            description: "In the order in which their transactions were reported first, each with what became of it.",
            parameters: [.limit(Int64(Self.maximumPage)), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("reports", .array(of: Self.reported)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of them."
                )
            ],
            problems: [.status(422, "field_wrong_type", "field_invalid")]
        )
    ]
}
