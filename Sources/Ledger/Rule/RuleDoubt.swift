/// An answer that hardly anybody means to give where evidence says certain things.
package struct RuleDoubt: Hashable, Sendable {
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
