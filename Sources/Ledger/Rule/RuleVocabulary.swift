/// The evidence that a set of rules may use, and the answers that it may give; each use of rules has its own.
package struct RuleVocabulary: Hashable, Sendable {
    /// The name by which a file selects it: `policy: orders`.
    package let name: String
    /// The evidence that rules may use, in the order in which it is listed.
    package let terms: [RuleTerm]
    /// The answers that rules may give.
    package let answers: [RuleAnswerForm]
    /// Warnings about answers.
    package let warnings: [RuleWarning]

    /// Creates a vocabulary of these terms and answers.
    package init(name: String, terms: [RuleTerm], answers: [RuleAnswerForm], warnings: [RuleWarning] = []) {
        self.name = name
        self.terms = terms
        self.answers = answers
        self.warnings = warnings
    }

    /// Returns the piece of evidence of this name.
    package func term(_ name: String) -> RuleTerm? {
        self.terms.first { $0.name == name }
    }

    /// Returns the form of the answers of this word.
    package func answer(_ word: String) -> RuleAnswerForm? {
        self.answers.first { $0.word == word }
    }
}

/// A form of answer that a vocabulary allows.
package struct RuleAnswerForm: Hashable, Sendable {
    /// The part of an answer besides the word.
    package enum Detail: Hashable, Sendable {
        /// No further part is allowed.
        case none
        /// A reason is allowed: `refuse, too many at once`.
        case reason
        /// A wait is required, not longer than this, with one of these words for afterwards: `hold, 10min, then: none`.
        case wait(longest: Span, then: [String])
    }

    /// The word.
    package let word: String
    /// The meaning, as the end of a sentence that begins with a condition: "the order is made".
    package let sentence: String
    /// The allowed or required part besides the word.
    package let detail: Detail

    /// Creates a form of answer.
    package init(_ word: String, sentence: String, detail: Detail = .none) {
        self.word = word
        self.sentence = sentence
        self.detail = detail
    }
}

/// A warning about an answer that is probably a mistake where evidence has certain values.
package struct RuleWarning: Hashable, Sendable {
    /// The word of the answer.
    package let answer: String
    /// The piece of evidence.
    package let term: String
    /// The values of the evidence.
    package let values: [RuleValue]
    /// The problem, as the end of a sentence that begins with the rule.
    package let problem: String
    /// The remedy.
    package let remedy: String

    /// Creates a warning about an answer.
    package init(answer: String, term: String, values: [RuleValue], problem: String, remedy: String) {
        self.answer = answer
        self.term = term
        self.values = values
        self.problem = problem
        self.remedy = remedy
    }

    /// Returns whether a rule has a condition on that evidence and gives that answer, at once or after a wait.
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
