import Ledger

extension RefundController {
    private static let id = APIParameter.path("refund", .string(length: 1...512), "The refund's `id`.")
    private static let customer = APIParameter.path("customer", .customer, "The customer's id in the shop.")
    private static let reason = APIProperty.optional("reason", .string(length: 1...1000), "Why, for the audit log.")
    private static let answer = APIProperty.required(
        "answer",
        .enumeration(Self.answers),
        "What Apple is asked for; `none` tells the facts and leaves it to Apple."
    )
    private static let fieldProblems: [APIProblem] = [
        .unreadableBody, .status(422, "field_unknown", "field_missing", "field_wrong_type", "field_invalid"),
    ]

    private static let override = APISchema.named(
        "RefundOverride",
        .object(
            .required("customer", .string()),
            .optional("answer", .enumeration(Self.answers), "Nothing where the policy counts."),
            .optional("setAt", .instant),
            .optional("setBy", .string()),
            .optional("reason", .string()),
            .nothing
        )
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] =
        Self.cases + Self.reportedRefunds + Self.exports + Self.reports + Self.overrides

    private static let cases: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/refunds",
            id: "listRefunds",
            tag: .refunds,
            access: .read,
            summary: "Who wants his money back, what Apple was told, and what it decided",
            description: "In the order in which they became known. `held` are those that wait for a person.",
            parameters: [
                .query("state", .enumeration(RefundStatus.allCases.map(\.rawValue)), "Only what stands so."),
                .query("customer", .customer, "Only those of this customer."),
                .limit(Int64(Self.maximumPage)), .cursor,
            ],
            answers: [
                .ok(
                    .object(
                        .required("refunds", .array(of: EventForm.listedRefund)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of them."
                )
            ],
            problems: [.status(422, "field_wrong_type", "field_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/refunds/{refund}",
            id: "getRefund",
            tag: .refunds,
            access: .read,
            summary: "One refund, with what was known, and what support may quote",
            parameters: [Self.id],
            answers: [.ok(EventForm.shownRefund, "As it is now.")],
            problems: [.status(404, "refund_not_found")]
        ),
        APIOperation(
            .post,
            "/v1/refunds/{refund}/answer",
            id: "answerRefund",
            tag: .refunds,
            access: .write,
            summary: "Decide what Apple is told about the request that waits",
            description:
                "In the place of the policy. It is sent as soon as it may be; what Apple does not take is changed to "
                + "what comes nearest.",
            parameters: [Self.id],
            body: .json(.object(Self.answer, Self.reason)),
            answers: [.ok(EventForm.listedRefund, "As it is now, on disk.")],
            problems: Self.fieldProblems + [
                .status(404, "refund_not_found"), .status(409, "refund_not_open", "refund_withheld"),
            ]
        ),
    ]

    private static let exports: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/refund-export",
            id: "exportRefunds",
            tag: .refunds,
            access: .read,
            summary: "Export the requests of the past, for dry runs without the server",
            description:
                "In the order in which their cases were opened. Each is what policies may ask about it, what Apple was told, "
                + "what it decided, and the price; no person is named in it. `purser refunds export` writes them as lines.",
            parameters: [
                .query("since", .instant, "Only cases that were opened then or later."),
                .query("until", .instant, "Only cases that were opened before."),
                .limit(Int64(Self.maximumExport)), .cursor,
            ],
            answers: [
                .ok(
                    .object(
                        .required("cases", .integer(), "How many cases the requests of this page are of."),
                        .required("requests", .array(of: .openObject), "The requests, each as a line of the file."),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of them; one with a `next` may have no requests."
                )
            ],
            problems: [.status(422, "field_wrong_type", "field_invalid")]
        )
    ]

    private static let overrides: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/refund-overrides/{customer}",
            id: "getRefundOverride",
            tag: .refunds,
            access: .read,
            summary: "What Apple is told about all refunds of a customer, whatever the policy says",
            parameters: [Self.customer],
            answers: [.ok(Self.override, "What is set; without `answer` nothing is.")],
            problems: [.status(422, "field_invalid")]
        ),
        APIOperation(
            .put,
            "/v1/refund-overrides/{customer}",
            id: "setRefundOverride",
            tag: .refunds,
            access: .write,
            summary: "Set what Apple is told about all refunds of a customer",
            parameters: [Self.customer],
            body: .json(
                .object(Self.answer, .required("reason", .string(length: 1...1000), "Why, for the audit log."))
            ),
            answers: [.ok(Self.override, "What is set.")],
            problems: Self.fieldProblems
        ),
        APIOperation(
            .delete,
            "/v1/refund-overrides/{customer}",
            id: "deleteRefundOverride",
            tag: .refunds,
            access: .write,
            summary: "Let the policy count again for a customer",
            parameters: [
                Self.customer, .query("reason", .string(length: 1...1000), "Why, for the audit log."),
            ],
            answers: [.ok(Self.override, "Nothing is set.")],
            problems: [.status(422, "field_invalid")]
        ),
    ]
}
