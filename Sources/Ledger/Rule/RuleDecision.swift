/// The answer that a set of rules gives, and everything that led to it.
package struct RuleDecision: Hashable, Sendable {
    /// A condition that held.
    package struct MatchedCondition: Hashable, Sendable {
        /// The piece of evidence.
        package let name: String
        /// What it says.
        package let value: RuleValue
        /// The rates by which it was compared, where its currency was another.
        package let rates: [RuleRate]
    }

    /// A condition that did not hold.
    package struct Mismatch: Error, Hashable, Sendable {
        /// Why not.
        package enum Reason: Hashable, Sendable {
            /// Nothing is known of that evidence.
            case unknown
            /// It says something else.
            case otherValue(RuleValue)
            /// It is an amount of this other currency, for which the set names no rate.
            case otherCurrency(RuleValue, String)
        }

        /// The condition.
        package let condition: RuleCondition
        /// Why it did not hold.
        package let why: Reason
    }

    /// The rule that matched.
    package struct MatchedRule: Hashable, Sendable {
        /// Its place, counted from 0.
        package let index: Int
        /// Its name.
        package let name: String
        /// Its conditions with what the evidence says.
        package let met: [MatchedCondition]
        /// Its evidence that is unknown, in the order of the rule: it may match, and its answer is stricter than the
        /// one that counts otherwise.
        package let unknown: [String]
    }

    /// A rule that came first and did not match.
    package struct SkippedRule: Hashable, Sendable {
        /// Its place, counted from 0.
        package let index: Int
        /// Its name.
        package let name: String
        /// The conditions that did not hold, at least one.
        package let mismatches: [Mismatch]
    }

    /// The answer.
    package let answer: RuleAnswer
    /// The rule that gave it; `nil` for `otherwise`.
    package let matched: MatchedRule?
    /// The rules before it, each with what it lacked.
    package let skipped: [SkippedRule]

    /// The evidence that a rule asked for in vain, by ascending name.
    package var unknown: [String] {
        let names = self.skipped.flatMap(\.mismatches).filter { $0.why == .unknown }.map(\.condition.name)
        return Set(names).sorted()
    }
}
