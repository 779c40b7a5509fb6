import Ledger

extension RefundPolicyController {
    private static let reason = APIProperty.optional("reason", .string(length: 1...1000), "Why, for the audit log.")
    private static let text = APIProperty.required(
        "policy",
        .string(length: 1...Self.maximumPolicy),
        "The policy as its file says it."
    )
    private static let fieldProblems: [APIProblem] = [
        .unreadableBody, .status(422, "field_unknown", "field_missing", "field_wrong_type", "field_invalid"),
    ]

    private static let policy = APISchema.named(
        "RefundPolicy",
        .object(
            .required("version", .integer(1...Int64.max)),
            .required("publishedAt", .instant),
            .required("publishedBy", .string()),
            .optional("reason", .string()),
            .required("policy", .string(), "The policy as its file says it."),
            .optional("trial", EventForm.trial, "What has come of its trial, where it is or was only tried."),
            .optional(
                "warnings",
                .array(of: .string()),
                "As it is published: rules that can never match, answers hardly anybody means, products that the "
                    + "catalog does not have."
            ),
            .nothing
        )
    )

    private static let version = APIParameter.path("version", .integer(1...Int64.max), "The policy's `version`.")

    private static let trial = APIProperty.optional(
        "trial",
        .object(
            .required(
                "shareMilliunits",
                .integer(1...99_999),
                "The share of cases that meets it, in thousandths of a percent: 20000 is one in five."
            ),
            .optional("seed", .integer(0...Int64.max), "What divides the cases; else the policy's own number."),
            .optional(
                "minimumCases",
                .integer(RefundExperiment.fewest...RefundExperiment.mostOfAll),
                "How many decided cases each arm needs before one can be better; 100 unless told."
            ),
            .optional(
                "maximumCases",
                .integer(RefundExperiment.fewest...RefundExperiment.mostOfAll),
                "At how many decided cases of both arms it is over; 10000 unless told, at least twice `minimumCases`."
            )
        ),
        "Try it on a share of the cases only; the policy in force stays so for the others."
    )

    private static let run = APISchema.named(
        "RefundDryRun",
        .object(
            .required("requests", .integer(), "How many requests were looked at."),
            .required("different", .integer(), "How many of them would have been told otherwise."),
            .required(
                "answers",
                .array(
                    of: .object(
                        .required("answer", .enumeration(RefundDryRun.Answer.allCases.map(\.rawValue))),
                        .required("requests", .integer()),
                        .required("declined", .integer(), "How many of them Apple declined."),
                        .required("refunded", .integer(), "How many of them Apple refunded."),
                        .required("different", .integer(), "How many of them were told otherwise."),
                        .required("paid", .array(of: RefundController.amount), "What customers had paid for them."),
                        .required("paidBack", .array(of: RefundController.amount), "What of it Apple paid back.")
                    )
                )
            ),
            .required(
                "rules",
                .array(of: .object(.required("rule", .string()), .required("requests", .integer()))),
                "How many requests each rule decides."
            ),
            .required(
                "differences",
                .array(
                    of: .object(
                        .required("request", .string()),
                        .required("answer", .string()),
                        .required("rule", .string()),
                        .required("sent", .string()),
                        .optional("outcome", .enumeration("refunded", "declined")),
                        .optional("refundedMilliunits", .integer())
                    )
                ),
                "The first that would have been told otherwise."
            )
        )
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/refund-policies",
            id: "listRefundPolicies",
            tag: .refunds,
            access: .read,
            summary: "The refund policies that were published, newest first",
            parameters: [.limit(Int64(Self.maximumPage)), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("policies", .array(of: Self.policy)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of them; the first without a `trial` counts."
                )
            ],
            problems: [.status(422, "field_wrong_type", "field_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/refund-policies",
            id: "publishRefundPolicy",
            tag: .refunds,
            access: .admin,
            summary: "Publish a refund policy",
            description:
                "It counts for every request that is decided from now on, and ends the trial that runs. Try it first: "
                + "`dry-run` against the past, or with a `trial` on a share of the cases.",
            body: .json(.object(Self.text, Self.reason, Self.trial)),
            answers: [.ok(Self.policy, "It counts, or is tried.")],
            problems: Self.fieldProblems + [
                .status(409, "refund_policy_superseded", "refund_trial_running"),
                .status(422, "refund_policy_invalid", "refund_trial_invalid"),
            ]
        ),
        APIOperation(
            .get,
            "/v1/refund-policies/{version}",
            id: "getRefundPolicy",
            tag: .refunds,
            access: .read,
            summary: "One refund policy, and what has come of its trial",
            parameters: [Self.version],
            answers: [.ok(Self.policy, "As it is now.")],
            problems: [.status(404, "refund_policy_not_found")]
        ),
        APIOperation(
            .post,
            "/v1/refund-policies/{version}/end-trial",
            id: "endRefundTrial",
            tag: .refunds,
            access: .admin,
            summary: "End the trial of a refund policy",
            description: "The policy in force counts for all again. To try it once more, publish it again.",
            parameters: [Self.version],
            body: .json(.object(Self.reason)),
            answers: [.ok(Self.policy, "It is tried no more.")],
            problems: Self.fieldProblems + [
                .status(404, "refund_policy_not_found"), .status(409, "refund_trial_not_running"),
            ]
        ),
        APIOperation(
            .post,
            "/v1/refund-policies/dry-run",
            id: "backTestRefundPolicy",
            tag: .refunds,
            access: .write,
            summary: "What a policy would have told Apple about the requests of the past",
            description:
                "Beside what was told, what Apple decided and the money on each side. Nobody knows what Apple would have "
                + "decided otherwise. It reads every case since then, and ends when whoever asked hangs up; nothing is "
                + "changed, but only a key that may write may ask for so much.",
            body: .json(
                .object(Self.text, .optional("since", .instant, "Only of refunds that were opened since then."))
            ),
            answers: [.ok(Self.run, "What it would have done.")],
            problems: Self.fieldProblems + [
                .status(422, "refund_policy_invalid"), .status(503, "refund_reading_canceled"),
            ]
        ),
    ]
}
