import Ledger

extension RefundPolicyController {
    private static let reason = APIProperty.optional(
        "reason",
        .string(length: 1...1000),
        "The reason, for the audit log."
    )
    private static let text = APIProperty.required(
        "policy",
        .string(length: 1...Self.maximumPolicy),
        "The text of the policy."
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
            .required("policy", .string(), "The text of the policy."),
            .optional("trial", EventForm.trial, "The result of its trial, if the version was published with one."),
            .optional(
                "warnings",
                .array(of: .string()),
                "Warnings about the published policy: rules that can never match, answers that are rarely intended, "
                    + "products that the catalog does not contain."
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
                "The share of cases to assign to it, in thousandths of a percent: 20000 is one in five."
            ),
            .optional(
                "seed",
                .integer(0...Int64.max),
                "The seed of the assignment; the policy's own number by default."
            ),
            .optional(
                "minimumCases",
                .integer(RefundExperiment.fewest...RefundExperiment.mostOfAll),
                "The number of decided cases that each arm needs before the trial can show a difference; 100 by "
                    + "default."
            ),
            .optional(
                "maximumCases",
                .integer(RefundExperiment.fewest...RefundExperiment.mostOfAll),
                "The number of decided cases of both arms at which the trial ends; 10000 by default, at least twice "
                    + "`minimumCases`."
            )
        ),
        "Runs the policy as a trial on a share of the cases; the current policy decides the others."
    )

    private static let run = APISchema.named(
        "RefundDryRun",
        .object(
            .required("requests", .integer(), "The number of requests."),
            .required("different", .integer(), "The number of requests with a different answer under this policy."),
            .required(
                "answers",
                .array(
                    of: .object(
                        .required("answer", .enumeration(RefundDryRun.Answer.allCases.map(\.rawValue))),
                        .required("requests", .integer()),
                        .required("declined", .integer(), "The number of them that Apple declined."),
                        .required("refunded", .integer(), "The number of them that Apple refunded."),
                        .required("different", .integer(), "The number of them with a different answer."),
                        .required(
                            "paid",
                            .array(of: RefundController.amount),
                            "The amounts that customers paid for them."
                        ),
                        .required("paidBack", .array(of: RefundController.amount), "The refunded amounts.")
                    )
                )
            ),
            .required(
                "rules",
                .array(of: .object(.required("rule", .string()), .required("requests", .integer()))),
                "The number of requests that each rule decides."
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
                "The first requests with a different answer."
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
            summary: "List refund policies",
            parameters: [.limit(Int64(Self.maximumPage)), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("policies", .array(of: Self.policy)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of policies, newest first; the first one without a `trial` is in force."
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
                "The policy applies to every request that is decided from now on, and ends a running trial. Test it "
                + "before: with `dry-run` against past requests, or with a `trial` on a share of the cases.",
            body: .json(.object(Self.text, Self.reason, Self.trial)),
            answers: [.ok(Self.policy, "The policy, which is now in force or under trial.")],
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
            summary: "Get a refund policy",
            parameters: [Self.version],
            answers: [.ok(Self.policy, "The policy, with the result of its trial.")],
            problems: [.status(404, "refund_policy_not_found")]
        ),
        APIOperation(
            .post,
            "/v1/refund-policies/{version}/end-trial",
            id: "endRefundTrial",
            tag: .refunds,
            access: .admin,
            summary: "End the trial of a refund policy",
            description:
                "The policy in force then decides all cases again. To repeat the trial, publish the policy again.",
            parameters: [Self.version],
            body: .json(.object(Self.reason)),
            answers: [.ok(Self.policy, "The policy, whose trial has ended.")],
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
            summary: "Test a policy against past requests",
            description:
                "Compares the policy's answers with those that were sent, with Apple's decisions and the amounts. "
                + "What Apple would have decided otherwise is unknown. The server reads every case of the "
                + "period, and stops when the client closes the connection. The request changes nothing, but "
                + "needs a key with the scope `write` because of its cost.",
            body: .json(
                .object(Self.text, .optional("since", .instant, "Only refunds that were opened at this time or later."))
            ),
            answers: [.ok(Self.run, "The result of the dry run.")],
            problems: Self.fieldProblems + [
                .status(422, "refund_policy_invalid"), .status(503, "refund_reading_canceled"),
            ]
        ),
    ]
}
