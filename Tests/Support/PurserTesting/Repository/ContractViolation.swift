/// What a repository did that the contract forbids, or did not do that it demands.
package struct ContractViolation: Error, CustomStringConvertible {
    /// What was expected, in a sentence.
    package let sentence: String
    /// Where it was expected.
    package let line: UInt

    /// A violation of what this sentence demands.
    package init(_ sentence: String, line: UInt) {
        self.sentence = sentence
        self.line = line
    }

    /// The sentence and the place.
    package var description: String { "\(self.sentence) (line \(self.line))" }
}
