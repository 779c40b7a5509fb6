package import Ledger

extension RuleFile {
    /// The rules as sentences in English, in their order, and the answer where none matches.
    package var sentences: [String] {
        self.rules.rules.enumerated().map { index, rule in
            let conditions = rule.conditions.map { self.vocabulary.sentence($0) }.joined(separator: " and ")
            return "\(index + 1). \(rule.name): when \(conditions), \(self.vocabulary.sentence(rule.answer))."
        } + ["Otherwise \(self.vocabulary.sentence(self.rules.otherwise))."]
            + self.rules.rates.map { "\($0.sentence)." }
    }
}

extension RuleVocabulary {
    /// Returns a condition as a part of a sentence: "the age of the order is below 14 days".
    func sentence(_ condition: RuleCondition) -> String {
        let phrase = self.term(condition.name)?.phrase ?? condition.name
        switch condition.test {
        case .oneOf(let values) where values.allSatisfy(\.isFlag):
            let isBoth = Set(values).count > 1
            return isBoth ? "it is known whether \(phrase)" : self.statement(condition.name, values[0])
        case .oneOf(let values):
            return "\(phrase) is \(Self.list(values.map(\.spelling), "or"))"
        case .within(let bounds):
            let parts = bounds.map { bound in
                switch bound.side {
                case .below: "below \(bound.limit.spelling)"
                case .above: "above \(bound.limit.spelling)"
                case .atLeast: "at least \(bound.limit.spelling)"
                case .atMost: "at most \(bound.limit.spelling)"
                }
            }
            return "\(phrase) is \(Self.list(parts, "and"))"
        }
    }

    /// Returns an answer as the end of a sentence: "the order is refused: too many at once".
    func sentence(_ answer: RuleAnswer) -> String {
        let meaning = self.answer(answer.word)?.sentence ?? "the answer is \(answer.word)"
        switch answer.detail {
        case .none: return meaning
        case .reason(let reason): return "\(meaning): \(reason)"
        case .wait(let span, let then):
            return "\(meaning) for \(span.inWords), and then \(self.answer(then)?.sentence ?? "the answer is \(then)")"
        }
    }

    /// Returns the explanation of a decision, one sentence each: the matching rule, its evidence, and why earlier rules
    /// did not match.
    package func explanation(of decision: RuleDecision) -> [String] {
        var sentences: [String] = []
        if let matched = decision.matched {
            let met = matched.met.map { met in
                ([self.statement(met.name, met.value)] + met.rates.map { "compared at \($0.sentence)" })
                    .joined(separator: ", ")
            }
            let parts = (met + matched.unknown.map { self.unknown($0) }).joined(separator: "; ")
            let isCertain = matched.unknown.isEmpty
            sentences.append(
                "Rule \(matched.index + 1), \(matched.name), \(isCertain ? "matched" : "may match"): \(parts). "
                    + (isCertain ? "So" : "The stricter answer counts, so") + " \(self.sentence(decision.answer))."
            )
        } else {
            sentences.append("No rule matched. So \(self.sentence(decision.answer)).")
        }
        for rule in decision.skipped {
            let mismatches = rule.mismatches.map { self.sentence($0) }.joined(separator: "; ")
            sentences.append("Rule \(rule.index + 1), \(rule.name), did not: \(mismatches).")
        }
        return sentences
    }

    private func sentence(_ mismatch: RuleDecision.Mismatch) -> String {
        let phrase = self.term(mismatch.condition.name)?.phrase ?? mismatch.condition.name
        switch mismatch.why {
        case .unknown: return self.unknown(mismatch.condition.name)
        case .otherValue(let value): return self.statement(mismatch.condition.name, value)
        case .otherCurrency(let value, let currency):
            return "\(phrase) is \(value.spelling), and the rules name no rate for \(currency)"
        }
    }

    private func unknown(_ name: String) -> String {
        let term = self.term(name)
        let phrase = term?.phrase ?? name
        return term?.kind == .flag ? "it is unknown whether \(phrase) (\(name))" : "\(phrase) is unknown (\(name))"
    }

    /// Returns a piece of evidence as a sentence: "the quantity is 3", "the customer is blocked".
    private func statement(_ name: String, _ value: RuleValue) -> String {
        let phrase = self.term(name)?.phrase ?? name
        guard case .flag(let flag) = value else { return "\(phrase) is \(value.spelling)" }
        return flag ? phrase : "it is not so that \(phrase)"
    }

    private static func list(_ parts: [String], _ word: String) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " \(word) " + last
    }
}

extension RuleRate {
    /// The rate as a sentence: "USD 1 is CNY 7.12 (ECB, 2026-01-02)".
    var sentence: String {
        "\(self.from) 1 is \(self.to) \(DecimalText.rate(self.microunits)) (\(self.source), \(self.day))"
    }
}
