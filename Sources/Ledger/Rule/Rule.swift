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

/// What a rule asks of one piece of evidence.
package struct RuleCondition: Hashable, Sendable {
    /// How a value is judged.
    package enum Test: Hashable, Sendable {
        /// It is one of these.
        case oneOf([RuleValue])
        /// It keeps all of these bounds, at least one.
        case within([Bound])
    }

    /// One bound.
    package struct Bound: Hashable, Sendable {
        /// On which side of the limit a value has to be.
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

        /// A bound on a side of a limit.
        package init(_ side: Side, _ limit: RuleValue) {
            self.side = side
            self.limit = limit
        }

        /// Whether a number is on the right side of the limit.
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
    /// How its value is judged.
    package let test: Test

    /// A condition on a piece of evidence.
    package init(_ name: String, _ test: Test) {
        self.name = name
        self.test = test
    }
}

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
