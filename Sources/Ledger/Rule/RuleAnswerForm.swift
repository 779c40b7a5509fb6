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
