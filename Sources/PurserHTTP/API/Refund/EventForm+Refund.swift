import Ledger

/// The schemas of refund cases in events and responses.
extension EventForm {
    /// A refund case.
    static let refund = APISchema.named("EventRefund", .record(Self.refundFields))

    /// A refund case with its environment, as lists contain it.
    static let listedRefund = APISchema.named(
        "Refund",
        .record([.required("environment", .environment)] + Self.refundFields + [.nothing])
    )

    /// A refund case with the facts of the last answer and the texts for support.
    static let shownRefund = APISchema.named(
        "ShownRefund",
        .record(
            [.required("environment", .environment)] + Self.refundFields + [
                .optional(
                    "evidence",
                    .array(of: Self.evidence),
                    "The facts that were known when the last answer was prepared."
                ),
                .optional("terms", Self.terms, "The refund rights under the terms of the storefront."),
                .optional("moneyExpected", Self.moneyExpected, "When the customer receives the refunded money."),
            ]
        )
    )

    private static let evidence = APISchema.named(
        "RefundEvidence",
        .object(
            .required("name", .string(), "The name that policies use."),
            .required("value", .string(), "The value in the notation of policies."),
            .optional(
                "from",
                .enumeration(EvidenceOrigin.allCases.map(\.rawValue)),
                "The source, for facts with several possible sources."
            )
        )
    )

    private static let terms = APISchema.named(
        "RefundTerms",
        .object(
            .required("storefront", .string()),
            .required("region", .string(), "`EU` for the European Union, otherwise the storefront."),
            .optional("unconditionalUntil", .instant, "Until when a refund needs no reason."),
            .required("conditionalUntil", .instant, "Until when the customer may request a refund with a reason."),
            .optional(
                "unconditionalEver",
                .integer(),
                "The total number of refunds without a reason for an Apple Account."
            ),
            .optional(
                "unconditionalPerYear",
                .integer(),
                "The number of refunds without a reason for an Apple Account within a year."
            ),
            .optional(
                "conditionalPerYear",
                .integer(),
                "The number of refunds with a reason for an Apple Account within a year."
            ),
            .optional(
                "unconditionalLeft",
                .integer(),
                "The number of refunds without a reason that the Apple Account had left at its last request, not "
                    + "counting that request."
            ),
            .optional("conditionalLeft", .integer(), "The number of refunds with a reason that it had left.")
        )
    )

    private static let moneyExpected = APISchema.named(
        "MoneyExpected",
        .object(
            .required("soon", .instant, "The latest time for a refund to a balance or a wallet."),
            .required("latest", .instant, "The latest time for a refund to a card or a bank account."),
            .required("hours", .integer()),
            .required("workingDaysFrom", .integer()),
            .required("workingDaysTo", .integer()),
            .required("sentences", .map(of: .string()), "Texts that support may use, by language.")
        )
    )

    private static let refundFields: [APIProperty] = [
        .required("id", .string(length: 1...512), "A permanent identifier."),
        .required("state", .enumeration(RefundStatus.allCases.map(\.rawValue))),
        .optional("customer", .string(), "The owner of the purchase."),
        .required("transaction", .transaction),
        .required("originalTransaction", .transaction),
        .required("product", .product),
        .required("purchasedAt", .instant),
        .optional(
            "price",
            .object(.required("amountMilliunits", .integer()), .required("currency", .string(length: 3...3)))
        ),
        .required("openedAt", .instant, "When Apple first sent anything about it."),
        .optional("decidedAt", .instant, "When Apple last decided."),
        .optional("decisionMilliseconds", .integer(), "The milliseconds from the request to the decision."),
        .optional("refundedMilliunits", .integer(), "The refunded share, in thousandths of a percent."),
        .required(
            "possibleChargeback",
            .boolean,
            "Whether Apple refunded it without a request to us, for example after a chargeback by a bank."
        ),
        .required("requests", .array(of: Self.refundRequest), "The requests from Apple, earliest first."),
    ]

    private static let refundRequest = APISchema.named(
        "RefundRequest",
        .object(
            .required("id", .string(), "The notification's UUID."),
            .required("number", .integer()),
            .optional("reason", .string(), "The customer's reason, from Apple."),
            .required("requestedAt", .instant),
            .required("deadline", .instant, "The deadline for our answer."),
            .optional("decidedAt", .instant, "When Apple decided."),
            .optional("answer", Self.refundAnswer, "Our answer and its state.")
        )
    )

    private static let refundAnswer = APISchema.named(
        "RefundAnswer",
        .object(
            .optional("decidedBy", .enumeration("policy", "override", "person")),
            .optional("policyVersion", .integer(), "The version of the policy; 0 if none was published."),
            .optional("rule", .string(), "The rule that matched; `otherwise` if none did."),
            .optional("person", .string()),
            .optional("trial", .integer(1...Int64.max), "The version under trial at that time, if any."),
            .optional(
                "arm",
                .enumeration(RefundExperiment.Arm.allCases.map(\.rawValue)),
                "The policy that the trial assigned to the case."
            ),
            .optional("heldUntil", .instant, "Until when an operator may decide."),
            .optional("preference", .enumeration("DECLINE", "GRANT_FULL", "GRANT_PRORATED", "none")),
            .optional("deliveryStatus", .string(), "Apple's `deliveryStatus`."),
            .optional("consumedMilliunits", .integer(), "The consumed share, in thousandths of a percent."),
            .optional("version", .integer(), "The version of Apple's API."),
            .optional("frozenAt", .instant, "When the answer was prepared; every attempt sends the same content."),
            .optional(
                "withheld",
                .enumeration(RefundReply.Refusal.allCases.map(\.rawValue)),
                "Why the server may not send anything."
            ),
            .required("attempts", .integer()),
            .optional("attemptedAt", .instant, "When the last attempt began."),
            .optional(
                "inDoubt",
                .boolean,
                "Whether Apple may have received an attempt of which the server has no response: the attempt is in "
                    + "progress, its node died, or its connection broke."
            ),
            .optional("failure", .object(.required("code", .string()), .required("at", .instant))),
            .optional(
                "receivedAt",
                .instant,
                "When Apple confirmed the receipt of the answer; this is not a decision yet."
            ),
            .required("late", .boolean),
            .required("missed", .boolean, "Whether Apple accepts no answer any more, and received none.")
        )
    )

    /// A share with its confidence interval.
    private static let estimate = APISchema.object(
        .required("milliunits", .integer(), "The share in thousandths of a percent."),
        .required("low", .integer(), "The lower end of its 95 percent interval."),
        .required("high", .integer(), "The upper end of its 95 percent interval.")
    )

    private static let amounts = APISchema.array(
        of: .object(.required("amountMilliunits", .integer()), .required("currency", .string(length: 3...3)))
    )

    /// The trial of a policy.
    static let trial = APISchema.named(
        "RefundTrial",
        .object(
            .required("version", .integer(1...Int64.max), "The version under trial."),
            .required(
                "shareMilliunits",
                .integer(1...99_999),
                "The share of cases that the trial assigns to it, in thousandths of a percent."
            ),
            .required("seed", .integer(), "The seed of the assignment."),
            .required(
                "minimumCases",
                .integer(),
                "The number of decided cases that each arm needs before the trial can show a difference."
            ),
            .required("maximumCases", .integer(), "The number of decided cases at which the trial ends."),
            .required(
                "state",
                .enumeration(["running"] + RefundTrial.Ending.allCases.map(\.rawValue)),
                "Whether it runs, or why it ended."
            ),
            .optional("endedAt", .instant),
            .optional("endedBy", .string()),
            .required(
                "arms",
                .array(
                    of: .object(
                        .required("arm", .enumeration(RefundExperiment.Arm.allCases.map(\.rawValue))),
                        .required("cases", .integer(), "The number of cases in this arm."),
                        .required("decided", .integer(), "The number of them that Apple has decided."),
                        .required("refunded", .integer(), "The number of decided cases with a full or partial refund."),
                        .required("declined", .integer(), "The number of decided cases without a refund."),
                        .required("asked", Self.amounts, "The amounts of the decided cases."),
                        .required("kept", Self.amounts, "The amounts that were not refunded."),
                        .optional("keptShare", Self.estimate, "The mean share of the price that was not refunded."),
                        .optional("declineRate", Self.estimate, "The share of decided cases without a refund.")
                    )
                )
            ),
            .optional(
                "gain",
                Self.estimate,
                "By how much the version under trial increases the share of the price that is kept."
            )
        )
    )
}
