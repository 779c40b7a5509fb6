/// What a rule answers.
package struct RuleAnswer: Hashable, Sendable {
    /// What an answer says besides its word.
    package enum Detail: Hashable, Sendable {
        /// Nothing.
        case none
        /// Why, in the words of whoever wrote the rule.
        case reason(String)
        /// How long a person may take, and which word is the answer afterwards.
        case wait(Span, then: String)
    }

    /// The word, one of those that the vocabulary allows.
    package let word: String
    /// What it says besides.
    package let detail: Detail

    /// An answer of a word.
    package init(_ word: String, detail: Detail = .none) {
        self.word = word
        self.detail = detail
    }

    /// The reason that the answer gives, if it gives one.
    package var reason: String? {
        guard case .reason(let reason) = self.detail else { return nil }
        return reason
    }
}
