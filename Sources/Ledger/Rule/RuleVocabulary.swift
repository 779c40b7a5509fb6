/// What a set of rules may speak of, and what it may answer: given by whoever asks rules for a decision.
package struct RuleVocabulary: Hashable, Sendable {
    /// The name that a file chooses it by: `policy: orders`.
    package let name: String
    /// The evidence that rules may name, in the order in which it is listed for people.
    package let terms: [RuleTerm]
    /// The answers that rules may give.
    package let answers: [RuleAnswerForm]
    /// Answers that a reader of the rules is warned of.
    package let warnings: [RuleWarning]

    /// A vocabulary of these terms and answers.
    package init(name: String, terms: [RuleTerm], answers: [RuleAnswerForm], warnings: [RuleWarning] = []) {
        self.name = name
        self.terms = terms
        self.answers = answers
        self.warnings = warnings
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

/// A form of answer that a vocabulary allows.
package struct RuleAnswerForm: Hashable, Sendable {
    /// What may or must be said besides the word.
    package enum Detail: Hashable, Sendable {
        /// Nothing may.
        case none
        /// A reason may: `refuse, too many at once`.
        case reason
        /// A wait must, not longer than this, with one of these words for afterwards: `hold, 10min, then: none`.
        case wait(longest: Span, then: [String])
    }

    /// The word.
    package let word: String
    /// What it means, as the end of a sentence that begins with a condition: "the order is made".
    package let sentence: String
    /// What may or must be said besides.
    package let detail: Detail

    /// A form of answer.
    package init(_ word: String, sentence: String, detail: Detail = .none) {
        self.word = word
        self.sentence = sentence
        self.detail = detail
    }
}

/// An answer that hardly anybody means to give where evidence says certain things.
package struct RuleWarning: Hashable, Sendable {
    /// The word of the answer.
    package let answer: String
    /// The piece of evidence.
    package let term: String
    /// What it says then.
    package let values: [RuleValue]
    /// What is odd about it, as the end of a sentence that begins with the rule.
    package let problem: String
    /// What to do instead.
    package let remedy: String

    /// A doubt about an answer.
    package init(answer: String, term: String, values: [RuleValue], problem: String, remedy: String) {
        self.answer = answer
        self.term = term
        self.values = values
        self.problem = problem
        self.remedy = remedy
    }

    /// Whether a rule asks for that evidence by name and gives that answer, at once or after a wait.
    package func applies(to rule: Rule) -> Bool {
        let words: [String] =
            switch rule.answer.detail {
            case .wait(_, let then): [rule.answer.word, then]
            case .none, .reason: [rule.answer.word]
            }
        guard words.contains(self.answer) else { return false }
        return rule.conditions.contains { condition in
            guard condition.name == self.term, case .oneOf(let values) = condition.test else { return false }
            return values.contains(where: self.values.contains)
        }
    }
}
