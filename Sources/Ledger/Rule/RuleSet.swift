/// Ordered rules over named pieces of evidence; the first rule that matches gives the answer.
///
/// A set is a value without effects, so it can be explained, validated for rules that can never match, and back-tested
/// before it applies.
package struct RuleSet: Hashable, Sendable {
    /// The rules, in the order in which they are evaluated.
    package let rules: [Rule]
    /// The answer where no rule matches.
    package let otherwise: RuleAnswer
    /// The rates by which amounts of other currencies are compared; without a rate they do not match.
    package let rates: [RuleRate]

    /// Creates a set of these rules.
    package init(rules: [Rule] = [], otherwise: RuleAnswer, rates: [RuleRate] = []) {
        self.rules = rules
        self.otherwise = otherwise
        self.rates = rates
    }

    /// Returns the answer to the known evidence, with everything that led to it.
    ///
    /// Evidence without a value is unknown. No condition on it holds, and the decision names it.
    ///
    /// Evidence that a customer could withhold is treated differently: `names` lists it, and `words` lists the answers,
    /// the strictest first. A rule that misses only such evidence may match, so the stricter of its answer and the one
    /// that applies otherwise counts. A customer who withholds evidence therefore gets no better answer than with any
    /// value of it.
    package func decision(
        on evidence: [String: RuleValue],
        withholdable names: Set<String> = [],
        strictestFirst words: [String] = []
    ) -> RuleDecision {
        func isStricter(_ answer: RuleAnswer, than other: RuleAnswer) -> Bool {
            (words.firstIndex(of: answer.word) ?? words.count) < (words.firstIndex(of: other.word) ?? words.count)
        }
        var skipped: [RuleDecision.SkippedRule] = []
        var possible: RuleDecision?
        for (index, rule) in self.rules.enumerated() {
            var met: [RuleDecision.MatchedCondition] = []
            var mismatches: [RuleDecision.Mismatch] = []
            for condition in rule.conditions {
                switch self.judge(condition, evidence[condition.name]) {
                case .success(let conditionMet): met.append(conditionMet)
                case .failure(let mismatch): mismatches.append(mismatch)
                }
            }
            if mismatches.allSatisfy({ $0.why == .unknown && names.contains($0.condition.name) }) {
                let unknown = mismatches.map(\.condition.name)
                let matched = RuleDecision.MatchedRule(index: index, name: rule.name, met: met, unknown: unknown)
                let decision = RuleDecision(answer: rule.answer, matched: matched, skipped: skipped)
                if mismatches.isEmpty {
                    guard let possible, isStricter(possible.answer, than: rule.answer) else { return decision }
                    return possible
                }
                if possible.map({ isStricter(rule.answer, than: $0.answer) }) ?? true { possible = decision }
            }
            skipped.append(RuleDecision.SkippedRule(index: index, name: rule.name, mismatches: mismatches))
        }
        if let possible, isStricter(possible.answer, than: self.otherwise) { return possible }
        return RuleDecision(answer: self.otherwise, matched: nil, skipped: skipped)
    }

    /// The names of all evidence that the rules use.
    package var evidenceNames: Set<String> {
        self.rules.reduce(into: []) { $0.formUnion($1.conditions.map(\.name)) }
    }

    /// Returns the rate from one currency to another, if the set has one.
    func rate(from: String, to: String) -> RuleRate? {
        self.rates.first { $0.from.hasSameBytes(as: from) && $0.to.hasSameBytes(as: to) }
    }

    private func judge(
        _ condition: RuleCondition,
        _ value: RuleValue?
    ) -> Result<RuleDecision.MatchedCondition, RuleDecision.Mismatch> {
        func mismatch(
            _ why: RuleDecision.Mismatch.Reason
        ) -> Result<RuleDecision.MatchedCondition, RuleDecision.Mismatch> {
            .failure(RuleDecision.Mismatch(condition: condition, why: why))
        }
        guard let value else { return mismatch(.unknown) }
        var rates: [RuleRate] = []
        var strangeCurrency: String?
        /// Returns whether the value is within one limit; records a rate that was needed, or that there is none.
        func holds(_ limit: RuleValue, _ compare: (Int64, Int64) -> Bool) -> Bool {
            guard let bound = limit.number, let number = value.number else { return limit == value }
            guard limit.kind == value.kind else { return false }
            guard limit.unit != value.unit else { return compare(number, bound) }
            guard let rate = self.rate(from: value.unit.rawValue, to: limit.unit.rawValue) else {
                strangeCurrency = value.unit.rawValue
                return false
            }
            let isHeld = compare(rate.converted(number), bound)
            if isHeld, !rates.contains(rate) { rates.append(rate) }
            return isHeld
        }
        let isMet =
            switch condition.test {
            case .oneOf(let values): values.contains { holds($0, ==) }
            case .within(let bounds):
                bounds.allSatisfy { bound in holds(bound.limit) { bound.admits($0, limit: $1) } }
            }
        if isMet { return .success(RuleDecision.MatchedCondition(name: condition.name, value: value, rates: rates)) }
        if let strangeCurrency { return mismatch(.otherCurrency(value, strangeCurrency)) }
        return mismatch(.otherValue(value))
    }
}

/// An exchange rate of a set of rules, by which amounts of another currency can be compared.
///
/// The rules convert no amount without one, and the decision states each conversion with its rate.
package struct RuleRate: Hashable, Sendable {
    /// The currency that is converted.
    package let from: String
    /// The currency into which it is converted.
    package let to: String
    /// Millionths of one unit of `to` for one unit of `from`, more than zero.
    package let microunits: Int64
    /// The publisher of the rate.
    package let source: String
    /// The day for which it was published, as `2026-01-02`.
    package let day: String

    /// Creates a rate of these values.
    package init(from: String, to: String, microunits: Int64, source: String, day: String) {
        self.from = from
        self.to = to
        self.microunits = microunits
        self.source = source
        self.day = day
    }

    /// Returns an amount of `from` in milliunits as an amount of `to`, rounded half away from zero.
    ///
    /// An amount that is too large becomes the largest one, so that it remains on the same side of every bound.
    func converted(_ amountMilliunits: Int64) -> Int64 {
        let product = amountMilliunits.magnitude.multipliedFullWidth(by: self.microunits.magnitude)
        let divisor: UInt64 = 1_000_000
        guard product.high < divisor else { return amountMilliunits < 0 ? .min : .max }
        let (quotient, remainder) = divisor.dividingFullWidth(product)
        let rounded = quotient.addingReportingOverflow(remainder * 2 >= divisor ? 1 : 0)
        guard !rounded.overflow, let value = Int64(exactly: rounded.partialValue) else {
            return amountMilliunits < 0 ? .min : .max
        }
        return amountMilliunits < 0 ? -value : value
    }
}
