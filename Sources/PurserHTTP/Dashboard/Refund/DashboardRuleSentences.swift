package import Ledger
package import PurserService

/// The rules of refund policies as sentences in the language of a page.
///
/// The English ones are those of the services, which commands print too. For another language they are composed of the
/// same values, with the phrases of the language.
package struct DashboardRuleSentences: Sendable {
    /// The phrases of the language; `nil` for English.
    private let phrases: [String: String]?
    /// The evidence and the answers that policies may use.
    private let vocabulary = RuleVocabulary.refunds

    /// Creates the sentences in a language.
    package init(_ language: PageLanguage) {
        self.phrases = DashboardFiles.shared.translations[.rules]?[language]
    }

    /// Returns the rules of a file in their order, one sentence each, the answer where none matches, and the rates.
    package func rules(of file: RuleFile) -> [String] {
        guard self.phrases != nil else { return file.sentences }
        var sentences = file.rules.rules.enumerated().map { index, rule in
            let conditions = rule.conditions.map { self.condition($0) }.joined(separator: self.say("rule.and"))
            return self.say("rule.when", "\(index + 1)", rule.name, conditions, self.answer(rule.answer))
        }
        sentences.append(self.say("rule.otherwise", self.answer(file.rules.otherwise)))
        return sentences + file.rules.rates.map { self.say("rule.sentence", self.rate($0)) }
    }

    /// Returns the explanation of a decision, one sentence each: the matching rule, its evidence, and why earlier rules
    /// did not match.
    package func explanation(of decision: RuleDecision) -> [String] {
        guard self.phrases != nil else { return self.vocabulary.explanation(of: decision) }
        let answer = self.answer(decision.answer)
        var sentences: [String] = []
        if let matched = decision.matched {
            let met = matched.met.map { met in
                let rates = met.rates.map { self.say("rule.compared", self.rate($0)) }
                return ([self.statement(met.name, met.value)] + rates).joined(separator: self.say("rule.comma"))
            }
            let parts = (met + matched.unknown.map { self.unknown($0) }).joined(separator: self.say("rule.semicolon"))
            let (number, name) = ("\(matched.index + 1)", matched.name)
            sentences.append(
                matched.unknown.isEmpty
                    ? self.say("rule.matched", number, name, parts, answer)
                    : self.say("rule.mayMatch", number, name, parts, answer)
            )
        } else {
            sentences.append(self.say("rule.noMatch", answer))
        }
        for rule in decision.skipped {
            let mismatches = rule.mismatches.map { self.mismatch($0) }.joined(separator: self.say("rule.semicolon"))
            sentences.append(self.say("rule.skipped", "\(rule.index + 1)", rule.name, mismatches))
        }
        return sentences
    }

    /// Returns the meaning of a piece of evidence as a part of a sentence.
    package func phrase(_ name: String) -> String {
        self.phrases?["evidence.\(name)"] ?? self.vocabulary.term(name)?.phrase ?? name
    }

    // MARK: Parts of sentences

    private func condition(_ condition: RuleCondition) -> String {
        switch condition.test {
        case .oneOf(let values):
            guard let first = values.first, case .flag = first else {
                return self.say("rule.is", self.phrase(condition.name), self.list(values.map { self.text($0) }))
            }
            return Set(values).count > 1
                ? self.say("rule.known", self.phrase(condition.name)) : self.statement(condition.name, first)
        case .within(let bounds):
            let parts = bounds.map { bound in
                let limit = self.text(bound.limit)
                return switch bound.side {
                case .below: self.say("rule.below", limit)
                case .above: self.say("rule.above", limit)
                case .atLeast: self.say("rule.atLeast", limit)
                case .atMost: self.say("rule.atMost", limit)
                }
            }
            return self.phrase(condition.name) + parts.joined(separator: self.say("rule.and"))
        }
    }

    private func answer(_ answer: RuleAnswer) -> String {
        switch answer.detail {
        case .none: self.answer(answer.word)
        case .reason(let reason): self.say("rule.reason", self.answer(answer.word), reason)
        case .wait(let span, let then):
            self.say("rule.wait", self.answer(answer.word), self.text(span), self.answer(then))
        }
    }

    private func answer(_ word: String) -> String {
        self.phrases?["answer.\(word)"] ?? self.say("rule.answer", word)
    }

    private func mismatch(_ mismatch: RuleDecision.Mismatch) -> String {
        let name = mismatch.condition.name
        return switch mismatch.why {
        case .unknown: self.unknown(name)
        case .otherValue(let value): self.statement(name, value)
        case .otherCurrency(let value, let currency):
            self.say("rule.otherCurrency", self.phrase(name), self.text(value), currency)
        }
    }

    private func unknown(_ name: String) -> String {
        self.vocabulary.term(name)?.kind == .flag
            ? self.say("rule.unknownFlag", self.phrase(name), name) : self.say("rule.unknown", self.phrase(name), name)
    }

    /// Returns the value of a piece of evidence; a flag has a phrase for either value.
    private func statement(_ name: String, _ value: RuleValue) -> String {
        guard case .flag(let flag) = value else { return self.say("rule.is", self.phrase(name), self.text(value)) }
        return flag ? self.phrase(name) : self.phrases?["evidence.\(name).not"] ?? name
    }

    private func list(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: self.say("rule.enumeration")) + self.say("rule.or") + last
    }

    // MARK: Values

    /// Returns a value as a text; in English it is spelled as in a policy.
    package func text(_ value: RuleValue) -> String {
        guard self.phrases != nil, case .span(let span) = value else { return value.spelling }
        return self.text(span)
    }

    /// Returns a duration in the largest unit that divides it.
    private func text(_ span: Span) -> String {
        let milliseconds = span.milliseconds
        func isWhole(_ unit: Int64) -> Bool { milliseconds != 0 && milliseconds % unit == 0 }
        if isWhole(86_400_000) { return self.say("span.days", "\(milliseconds / 86_400_000)") }
        if isWhole(3_600_000) { return self.say("span.hours", "\(milliseconds / 3_600_000)") }
        if isWhole(60_000) { return self.say("span.minutes", "\(milliseconds / 60_000)") }
        if milliseconds % 1000 == 0 { return self.say("span.seconds", "\(milliseconds / 1000)") }
        return self.say("span.milliseconds", "\(milliseconds)")
    }

    private func rate(_ rate: RuleRate) -> String {
        self.say("rule.rate", rate.from, rate.to, DecimalText.rate(rate.microunits), rate.source, rate.day)
    }

    /// Returns a form of sentence of the language with its parts.
    private func say(_ key: String, _ parts: String...) -> String {
        DashboardFiles.filled(self.phrases?[key] ?? key, parts)
    }
}
