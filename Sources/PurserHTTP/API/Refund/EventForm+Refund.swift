import Ledger

/// Refund cases as events and answers carry them.
extension EventForm {
    /// A case.
    static let refund = APISchema.named("EventRefund", .record(Self.refundFields))

    /// A case with its environment, as lists carry it.
    static let listedRefund = APISchema.named(
        "Refund",
        .record([.required("environment", .environment)] + Self.refundFields + [.nothing])
    )

    /// A case as it is shown alone, with what was known and what support may quote.
    static let shownRefund = APISchema.named(
        "ShownRefund",
        .record(
            [.required("environment", .environment)] + Self.refundFields + [
                .optional("evidence", .array(of: Self.evidence), "What was known at the last answer."),
                .optional("terms", Self.terms, "What the terms of the storefront promise."),
                .optional("moneyExpected", Self.moneyExpected, "When the money is there that went back."),
            ]
        )
    )

    private static let evidence = APISchema.named(
        "RefundEvidence",
        .object(
            .required("name", .string(), "As policies call it."),
            .required("value", .string(), "As policies write it."),
            .optional(
                "from",
                .enumeration(EvidenceOrigin.allCases.map(\.rawValue)),
                "Where it comes from, of what may come from several places."
            )
        )
    )

    private static let terms = APISchema.named(
        "RefundTerms",
        .object(
            .required("storefront", .string()),
            .required("region", .string(), "`EU` for the European Union, else the storefront."),
            .optional("unconditionalUntil", .instant, "Until when a refund needs no reason."),
            .required("conditionalUntil", .instant, "Until when one with a reason may be asked for."),
            .optional("unconditionalEver", .integer(), "How many of the former an Apple Account has in all."),
            .optional("unconditionalPerYear", .integer(), "How many of the former an Apple Account has within a year."),
            .optional("conditionalPerYear", .integer(), "How many of the latter."),
            .optional(
                "unconditionalLeft",
                .integer(),
                "How many of the former its Apple Account had left when it asked last, this one not counted."
            ),
            .optional("conditionalLeft", .integer(), "How many of the latter.")
        )
    )

    private static let moneyExpected = APISchema.named(
        "MoneyExpected",
        .object(
            .required("soon", .instant, "Into a balance or a wallet: at the latest then."),
            .required("latest", .instant, "To a card or a bank: at the latest then."),
            .required("hours", .integer()),
            .required("workingDaysFrom", .integer()),
            .required("workingDaysTo", .integer()),
            .required("sentences", .map(of: .string()), "What support may say, by language.")
        )
    )

    private static let refundFields: [APIProperty] = [
        .required("id", .string(length: 1...512), "Its name, the same for good."),
        .required("state", .enumeration(RefundStatus.allCases.map(\.rawValue))),
        .optional("customer", .string(), "Whose purchase it is."),
        .required("transaction", .transaction),
        .required("originalTransaction", .transaction),
        .required("product", .product),
        .required("purchasedAt", .instant),
        .optional(
            "price",
            .object(.required("amountMilliunits", .integer()), .required("currency", .string(length: 3...3)))
        ),
        .required("openedAt", .instant, "When Apple said anything about it first."),
        .optional("decidedAt", .instant, "When Apple decided last."),
        .optional("decisionMilliseconds", .integer(), "From the request to the decision."),
        .optional("refundedMilliunits", .integer(), "How much went back, in thousandths of a percent."),
        .required(
            "possibleChargeback",
            .boolean,
            "Whether money went back that Apple had not asked about, as it does when a bank takes it."
        ),
        .required("requests", .array(of: Self.refundRequest), "What Apple asked, first request first."),
    ]

    private static let refundRequest = APISchema.named(
        "RefundRequest",
        .object(
            .required("id", .string(), "The notification's UUID."),
            .required("number", .integer()),
            .optional("reason", .string(), "The customer's reason, in Apple's word."),
            .required("requestedAt", .instant),
            .required("deadline", .instant, "Until when an answer is in time."),
            .optional("decidedAt", .instant, "When Apple decided."),
            .optional("answer", Self.refundAnswer, "What became of answering.")
        )
    )

    private static let refundAnswer = APISchema.named(
        "RefundAnswer",
        .object(
            .optional("decidedBy", .enumeration("policy", "override", "person")),
            .optional("policyVersion", .integer(), "0 where no policy was published."),
            .optional("rule", .string(), "The rule that matched; none is `otherwise`."),
            .optional("person", .string()),
            .optional("trial", .integer(1...Int64.max), "The version that was tried then, where one was."),
            .optional(
                "arm",
                .enumeration(RefundExperiment.Arm.allCases.map(\.rawValue)),
                "Which policy it met in the trial."
            ),
            .optional("heldUntil", .instant, "Until when a person may decide."),
            .optional("preference", .enumeration("DECLINE", "GRANT_FULL", "GRANT_PRORATED", "none")),
            .optional("deliveryStatus", .string(), "Apple's `deliveryStatus`."),
            .optional("consumedMilliunits", .integer(), "How much was consumed, in thousandths of a percent."),
            .optional("version", .integer(), "The version of Apple's call."),
            .optional("frozenAt", .instant, "When it was put together; it is the same in each attempt."),
            .optional(
                "withheld",
                .enumeration(RefundReply.Refusal.allCases.map(\.rawValue)),
                "Why nothing may be told."
            ),
            .required("attempts", .integer()),
            .optional("attemptedAt", .instant, "When the last attempt began."),
            .optional(
                "inDoubt",
                .boolean,
                "Whether an attempt may have been received without anybody having noted it: one that is under way, one "
                    + "whose node died, one whose connection broke."
            ),
            .optional("failure", .object(.required("code", .string()), .required("at", .instant))),
            .optional("receivedAt", .instant, "When Apple said that it had received it; that is not yet a decision."),
            .required("late", .boolean),
            .required("missed", .boolean, "Whether nobody listens any more, and nothing was received.")
        )
    )

    /// A share with the interval around it.
    private static let estimate = APISchema.object(
        .required("milliunits", .integer(), "In thousandths of a percent."),
        .required("low", .integer(), "The lower end of its interval: nineteen in twenty lie within it."),
        .required("high", .integer(), "The upper end.")
    )

    private static let amounts = APISchema.array(
        of: .object(.required("amountMilliunits", .integer()), .required("currency", .string(length: 3...3)))
    )

    /// The trial of a policy.
    static let trial = APISchema.named(
        "RefundTrial",
        .object(
            .required("version", .integer(1...Int64.max), "The version that is tried."),
            .required(
                "shareMilliunits",
                .integer(1...99_999),
                "The share of cases that meets it, in thousandths of a percent."
            ),
            .required("seed", .integer(), "What divides the cases."),
            .required("minimumCases", .integer(), "How many decided cases each arm needs before one can be better."),
            .required("maximumCases", .integer(), "At how many decided cases it is over."),
            .required(
                "state",
                .enumeration(["running"] + RefundTrial.Ending.allCases.map(\.rawValue)),
                "Whether it runs, or why not."
            ),
            .optional("endedAt", .instant),
            .optional("endedBy", .string()),
            .required(
                "arms",
                .array(
                    of: .object(
                        .required("arm", .enumeration(RefundExperiment.Arm.allCases.map(\.rawValue))),
                        .required("cases", .integer(), "How many met it."),
                        .required("decided", .integer(), "How many of them Apple has decided."),
                        .required("refunded", .integer(), "How many of these it refunded, wholly or in part."),
                        .required("declined", .integer(), "How many of these cost nothing."),
                        .required("asked", Self.amounts, "What the decided ones were about."),
                        .required("kept", Self.amounts, "What was kept of it."),
                        .optional("keptShare", Self.estimate, "The mean share of the price that was kept."),
                        .optional("declineRate", Self.estimate, "The share of decided cases that cost nothing.")
                    )
                )
            ),
            .optional("gain", Self.estimate, "By how much more of the price the version that is tried keeps.")
        )
    )
}
