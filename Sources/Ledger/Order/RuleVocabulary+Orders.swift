extension RuleVocabulary {
    /// What guards of orders may speak of, and what they may answer.
    package static let orders = Self(
        name: "orders",
        terms: OrderEvidence.allCases.map(\.term),
        answers: [
            RuleAnswerForm("allow", sentence: "the order is made"),
            RuleAnswerForm("flag", sentence: "the order is made and flagged", detail: .reason),
            RuleAnswerForm("refuse", sentence: "the order is refused", detail: .reason),
        ]
    )

    /// The answers of guards, the strictest first.
    package static let orderAnswersByStrictness = ["refuse", "flag", "allow"]
}
