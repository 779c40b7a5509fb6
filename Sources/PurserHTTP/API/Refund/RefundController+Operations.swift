import Ledger

extension RefundController {
    private static let id = APIParameter.path("refund", .string(length: 1...512), "The refund's `id`.")
    private static let customer = APIParameter.path("customer", .customer, "The customer's id in the shop.")
    private static let reason = APIProperty.optional(
        "reason",
        .string(length: 1...1000),
        "The reason, for the audit log."
    )
    private static let answer = APIProperty.required(
        "answer",
        .enumeration(Self.answers),
        "The decision that the answer asks Apple for; `none` sends the facts without a preference."
    )
    private static let fieldProblems: [APIProblem] = [
        .unreadableBody, .status(422, "field_unknown", "field_missing", "field_wrong_type", "field_invalid"),
    ]

    private static let override = APISchema.named(
        "RefundOverride",
        .object(
            .required("customer", .string()),
            .optional("answer", .enumeration(Self.answers), "The answer; absent if the policy decides."),
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
            summary: "List refunds",
            description:
                "Refund cases in the order in which the server learned of them, each with our answer and Apple's "
                + "decision. `held` lists the cases that wait for an operator.",
            parameters: [
                .query("state", .enumeration(RefundStatus.allCases.map(\.rawValue)), "Only cases with this status."),
                .query("customer", .customer, "Only cases of this customer."),
                .query(
                    "order",
                    .enumeration(["oldest", "newest"]),
                    "`newest` lists the last case that the server learned of first; `oldest` is the default."
                ),
                .limit(Int64(Self.maximumPage)), .cursor,
            ],
            answers: [
                .ok(
                    .object(
                        .required("refunds", .array(of: EventForm.listedRefund)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of refund cases."
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
            summary: "Get a refund",
            parameters: [Self.id],
            answers: [
                .ok(
                    EventForm.shownRefund,
                    "The refund case, with the facts of the last answer and texts that support may use."
                )
            ],
            problems: [.status(404, "refund_not_found")]
        ),
        APIOperation(
            .post,
            "/v1/refunds/{refund}/answer",
            id: "answerRefund",
            tag: .refunds,
            access: .write,
            summary: "Answer a refund request",
            description:
                "Overrides the policy for the pending request. The server sends the answer as soon as it may; it "
                + "replaces values that Apple does not accept with the nearest ones.",
            parameters: [Self.id],
            body: .json(.object(Self.answer, Self.reason)),
            answers: [.ok(EventForm.listedRefund, "The refund case, after the server committed the change.")],
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
            summary: "Export past refund requests",
            description:
                "For dry runs without the server. In the order in which the cases were opened. Each request contains "
                + "the facts that policies use, our answer, Apple's decision and the price, and nothing that "
                + "identifies a customer. `purser refunds export` writes them as lines.",
            parameters: [
                .query("since", .instant, "Only cases that were opened at this time or later."),
                .query("until", .instant, "Only cases that were opened before this time."),
                .limit(Int64(Self.maximumExport)), .cursor,
            ],
            answers: [
                .ok(
                    .object(
                        .required("cases", .integer(), "The number of cases that the requests of this page belong to."),
                        .required(
                            "requests",
                            .array(of: .openObject),
                            "The requests, each in the form of a line of the file."
                        ),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of requests; it may be empty although it has a `next`."
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
            summary: "Get a customer's refund override",
            parameters: [Self.customer],
            answers: [.ok(Self.override, "The override; `answer` is absent if none is set.")],
            problems: [.status(422, "field_invalid")]
        ),
        APIOperation(
            .put,
            "/v1/refund-overrides/{customer}",
            id: "setRefundOverride",
            tag: .refunds,
            access: .write,
            summary: "Set a customer's refund override",
            parameters: [Self.customer],
            body: .json(
                .object(Self.answer, .required("reason", .string(length: 1...1000), "The reason, for the audit log."))
            ),
            answers: [.ok(Self.override, "The override.")],
            problems: Self.fieldProblems
        ),
        APIOperation(
            .delete,
            "/v1/refund-overrides/{customer}",
            id: "deleteRefundOverride",
            tag: .refunds,
            access: .write,
            summary: "Delete a customer's refund override",
            parameters: [
                Self.customer, .query("reason", .string(length: 1...1000), "The reason, for the audit log."),
            ],
            answers: [.ok(Self.override, "No override is set; the policy decides again.")],
            problems: [.status(422, "field_invalid")]
        ),
    ]
}
