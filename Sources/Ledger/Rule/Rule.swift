/// One rule: an answer for whatever meets all of its conditions.
package struct Rule: Hashable, Sendable {
    /// Its name, by which verdicts speak of it; unique in its set.
    package let name: String
    /// The conditions, at most one for each piece of evidence, in the order of the file.
    package let conditions: [RuleCondition]
    /// The answer.
    package let answer: RuleAnswer

    /// A rule of this name.
    package init(name: String, conditions: [RuleCondition], answer: RuleAnswer) {
        self.name = name
        self.conditions = conditions
        self.answer = answer
    }
}
