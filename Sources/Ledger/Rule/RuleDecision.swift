/// The answer of a set of rules, and everything that led to it.
package struct RuleDecision: Hashable, Sendable {
    /// A condition that held.
    package struct MatchedCondition: Hashable, Sendable {
        /// The piece of evidence.
        package let name: String
        /// The value of the evidence.
        package let value: RuleValue
        /// The rates by which the value was compared, where its currency was another.
        package let rates: [RuleRate]
    }

    /// A condition that did not hold.
    package struct Mismatch: Error, Hashable, Sendable {
        /// The reason why the condition did not hold.
        package enum Reason: Hashable, Sendable {
            /// The evidence is unknown.
            case unknown
            /// The evidence has another value.
            case otherValue(RuleValue)
            /// The value is an amount of this other currency, for which the set has no rate.
            case otherCurrency(RuleValue, String)
        }

        /// The condition.
        package let condition: RuleCondition
        /// The reason why it did not hold.
        package let why: Reason
    }

    /// The rule that matched.
    package struct MatchedRule: Hashable, Sendable {
        /// The index of the rule, from 0.
        package let index: Int
        /// Its name.
        package let name: String
        /// The conditions with the values of the evidence.
        package let met: [MatchedCondition]
        /// The unknown evidence, in the order of the rule: the rule may match, and its answer is stricter than the one
        /// that applies otherwise.
        package let unknown: [String]
    }

    /// An earlier rule that did not match.
    package struct SkippedRule: Hashable, Sendable {
        /// The index of the rule, from 0.
        package let index: Int
        /// Its name.
        package let name: String
        /// The conditions that did not hold, at least one.
        package let mismatches: [Mismatch]
    }

    /// The answer.
    package let answer: RuleAnswer
    /// The rule that matched; `nil` for `otherwise`.
    package let matched: MatchedRule?
    /// The rules before it, each with the conditions that it missed.
    package let skipped: [SkippedRule]

    /// The unknown evidence that a rule required, sorted by name.
    package var unknown: [String] {
        let names = self.skipped.flatMap(\.mismatches).filter { $0.why == .unknown }.map(\.condition.name)
        return Set(names).sorted()
    }
}
