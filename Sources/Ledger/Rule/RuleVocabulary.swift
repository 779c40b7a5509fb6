/// What a set of rules may speak of, and what it may answer: given by whoever asks rules for a decision.
package struct RuleVocabulary: Hashable, Sendable {
    /// The name that a file chooses it by: `policy: orders`.
    package let name: String
    /// The evidence that rules may name, in the order in which it is listed for people.
    package let terms: [RuleTerm]
    /// The answers that rules may give.
    package let answers: [RuleAnswerForm]
    /// Answers that a reader of the rules is warned of.
    package let doubts: [RuleDoubt]

    /// A vocabulary of these terms and answers.
    package init(name: String, terms: [RuleTerm], answers: [RuleAnswerForm], doubts: [RuleDoubt] = []) {
        self.name = name
        self.terms = terms
        self.answers = answers
        self.doubts = doubts
    }

    /// The piece of evidence of this name.
    package func term(_ name: String) -> RuleTerm? {
        self.terms.first { $0.name == name }
    }

    /// The form of the answers of this word.
    package func answer(_ word: String) -> RuleAnswerForm? {
        self.answers.first { $0.word == word }
    }
}
