extension RuleVocabulary {
    /// The longest that a request may wait for a person: what Apple allows in Production, less what sending takes.
    package static let longestHold = Span.hours(11)

    /// What refund policies may speak of, and what they may answer.
    package static let refunds = Self(
        name: "refunds",
        terms: RefundEvidence.allCases.map(\.term),
        answers: [
            RuleAnswerForm("DECLINE", sentence: "Apple is asked not to refund"),
            RuleAnswerForm("GRANT_FULL", sentence: "Apple is asked to refund all"),
            RuleAnswerForm("GRANT_PRORATED", sentence: "Apple is asked to refund what was not consumed"),
            RuleAnswerForm("none", sentence: "Apple is told the facts and decides"),
            RuleAnswerForm(
                "hold",
                sentence: "a person decides",
                detail: .wait(longest: Self.longestHold, then: ["DECLINE", "GRANT_FULL", "GRANT_PRORATED", "none"])
            ),
        ],
        doubts: [
            RuleDoubt(
                answer: "DECLINE",
                term: RefundEvidence.deliveryState.rawValue,
                values: DeliveryState.allCases.filter(\.isOpen).map { .word($0.rawValue) },
                problem: "declines what the customer never got",
                remedy: "Answer GRANT_FULL: Apple is told that it was not delivered."
            )
        ]
    )
}
