/// A rule: an answer for a request that meets all of its conditions.
package struct Rule: Hashable, Sendable {
    /// The name that decisions show; unique in its set.
    package let name: String
    /// The conditions, at most one for each piece of evidence, in the order of the file.
    package let conditions: [RuleCondition]
    /// The answer.
    package let answer: RuleAnswer

    /// Creates a rule of this name.
    package init(name: String, conditions: [RuleCondition], answer: RuleAnswer) {
        self.name = name
        self.conditions = conditions
        self.answer = answer
    }
}

/// A condition of a rule on one piece of evidence.
package struct RuleCondition: Hashable, Sendable {
    /// The test of a value.
    package enum Test: Hashable, Sendable {
        /// The value is one of these.
        case oneOf([RuleValue])
        /// The value is within all of these bounds, of which there is at least one.
        case within([Bound])
    }

    /// One bound.
    package struct Bound: Hashable, Sendable {
        /// The side of the limit on which a value has to be.
        package enum Side: String, Hashable, Sendable, CaseIterable {
            /// Less than the limit.
            case below
            /// More than the limit.
            case above
            /// The limit or more.
            case atLeast
            /// The limit or less.
            case atMost
        }

        /// The side.
        package let side: Side
        /// The limit.
        package let limit: RuleValue

        /// Creates a bound on a side of a limit.
        package init(_ side: Side, _ limit: RuleValue) {
            self.side = side
            self.limit = limit
        }

        /// Returns whether a number is on the right side of the limit.
        func admits(_ number: Int64, limit: Int64) -> Bool {
            switch self.side {
            case .below: number < limit
            case .above: number > limit
            case .atLeast: number >= limit
            case .atMost: number <= limit
            }
        }
    }

    /// The piece of evidence.
    package let name: String
    /// The test of its value.
    package let test: Test

    /// Creates a condition on a piece of evidence.
    package init(_ name: String, _ test: Test) {
        self.name = name
        self.test = test
    }
}

/// The answer of a rule.
package struct RuleAnswer: Hashable, Sendable {
    /// The part of an answer besides its word.
    package enum Detail: Hashable, Sendable {
        /// Nothing.
        case none
        /// The reason, as the author of the rule worded it.
        case reason(String)
        /// The time that an operator has to decide, and the word of the answer afterwards.
        case wait(Span, then: String)
    }

    /// The word, one of those that the vocabulary allows.
    package let word: String
    /// The part besides the word.
    package let detail: Detail

    /// Creates an answer of a word.
    package init(_ word: String, detail: Detail = .none) {
        self.word = word
        self.detail = detail
    }

    /// The reason of the answer, if it has one.
    package var reason: String? {
        guard case .reason(let reason) = self.detail else { return nil }
        return reason
    }
}
