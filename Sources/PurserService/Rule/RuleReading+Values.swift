internal import Ledger

extension RuleReading {
    /// Reads a value of a piece of evidence.
    mutating func value(_ field: DocumentField, of term: RuleTerm) -> RuleValue? {
        let example = term.written
        switch term.kind {
        case .text(let known?):
            return self.validation.word(field, among: known, example: example).map { .text($0) }
        case .text(nil): return self.text(field, example: example).map { .text($0) }
        case .count: return self.validation.integer(field, in: 0...Int64.max, example: example).map { .count($0) }
        case .flag: return self.validation.boolean(field, example: example).map { .flag($0) }
        case .share:
            guard let text = self.validation.string(field, example: example) else { return nil }
            guard let share = RuleValue.share(spelling: text) else {
                self.validation.refuse(field, expected: "a percentage from 0% to 100%", example: example)
                return nil
            }
            return .share(share)
        case .span:
            guard let text = self.validation.string(field, example: example) else { return nil }
            guard let span = Span(spelling: text) else {
                self.validation.refuse(field, expected: "a duration like 10s, 2min, 1h or 3d", example: example)
                return nil
            }
            return .span(span)
        case .money:
            guard let text = self.validation.string(field, example: example) else { return nil }
            guard let money = Money(spelling: text) else {
                self.validation.refuse(field, expected: "a currency code and a decimal number", example: example)
                return nil
            }
            return .money(money)
        }
    }

    /// Reads an answer: a word of the vocabulary and its permitted arguments.
    ///
    /// A wait is written as `hold, 10min, then: none` or `hold, 10min, then none`.
    mutating func answer(_ field: DocumentField, vocabulary: RuleVocabulary) -> RuleAnswer? {
        let example = Self.example(vocabulary.answers[0], of: vocabulary)
        guard let text = self.text(field, example: example) else { return nil }
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        let word = Self.trimmed(parts[0])
        guard let form = vocabulary.answer(word) else {
            self.validation.refuse(
                word: word,
                origin: field.node.origin,
                keyPath: field.keyPath,
                what: "unknown answer \"\(Validation.shortened(word))\"",
                known: vocabulary.answers.map(\.word)
            )
            return nil
        }
        let rest = parts.count > 1 ? Self.trimmed(parts[1]) : nil
        let written = Self.example(form, of: vocabulary)
        switch (form.detail, rest) {
        case (.none, nil), (.reason, nil): return RuleAnswer(word)
        case (.reason, let reason?) where !reason.isEmpty: return RuleAnswer(word, detail: .reason(reason))
        case (.wait(let longest, let words), let rest?):
            return self.wait(field, word, rest, longest: longest, then: words, example: written)
        case (.none, _):
            self.validation.refuse(field, expected: "\(word) alone", example: written)
            return nil
        case (.reason, _):
            self.validation.refuse(field, expected: "\(word) alone, or with a reason after a comma", example: written)
            return nil
        case (.wait, nil):
            self.validation.refuse(field, expected: "\(word) with a wait and what comes then", example: written)
            return nil
        }
    }

    private mutating func wait(
        _ field: DocumentField,
        _ word: String,
        _ rest: String,
        longest: Span,
        then words: [String],
        example: String
    ) -> RuleAnswer? {
        let parts = rest.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
        guard parts.count == 2, let span = Span(spelling: parts[0]), span > .zero,
            let next = ["then: ", "then "].first(where: { parts[1].hasPrefix($0) })
        else {
            self.validation.refuse(field, expected: "\(word) with a wait and what comes then", example: example)
            return nil
        }
        let then = Self.trimmed(parts[1].dropFirst(next.count))
        guard words.contains(then) else {
            self.validation.refuse(
                word: then,
                origin: field.node.origin,
                keyPath: field.keyPath,
                what: "unknown answer \"\(Validation.shortened(then))\" after a wait",
                known: words
            )
            return nil
        }
        guard span <= longest else {
            self.validation.refuse(field, expected: "a wait of at most \(longest.inWords)", example: example)
            return nil
        }
        return RuleAnswer(word, detail: .wait(span, then: then))
    }

    /// Returns an example of an answer of a form.
    static func example(_ form: RuleAnswerForm, of vocabulary: RuleVocabulary) -> String {
        switch form.detail {
        case .none: form.word
        case .reason: "\(form.word), the reason in your words"
        case .wait(_, let words): "\(form.word), 10min, then: \(words.first ?? vocabulary.answers[0].word)"
        }
    }

    // MARK: Rates

    /// Reads the rates at which amounts in other currencies are compared.
    mutating func rates(
        _ field: DocumentField?,
        example: String = "rates: [{ from: USD, to: CNY, rate: 7.12, source: ECB, day: 2026-01-02 }]"
    ) -> [RuleRate] {
        guard let field, !field.node.isEmpty, let elements = self.validation.list(field, example: example) else {
            return []
        }
        guard elements.count <= Self.valueLimit else {
            self.validation.note(
                field,
                problem: "more than \(Self.valueLimit) rates",
                remedy: "Keep those between currencies that the rules name."
            )
            return []
        }
        var pairs: Set<[String]> = []
        return elements.compactMap { element in
            let keys = ["from", "to", "rate", "source", "day"]
            guard let parts = self.validation.map(element, known: keys, example: example) else { return nil }
            let from = self.part("from", of: parts, example: "from: USD", expected: "a currency code", Self.currency)
            let to = self.part("to", of: parts, example: "to: CNY", expected: "a currency code", Self.currency)
            let rate = self.part(
                "rate",
                of: parts,
                example: "rate: 7.12",
                expected: "a decimal number above 0 with up to six places",
                Self.microunits
            )
            let source = self.part("source", of: parts, example: "source: ECB", expected: "a text") { $0 }
            let day = self.part("day", of: parts, example: "day: 2026-01-02", expected: "a day", Self.day)
            guard let from, let to, let rate, let source, let day else { return nil }
            guard from != to, pairs.insert([from, to]).inserted else {
                self.validation.note(
                    element,
                    problem: from == to ? "a currency needs no rate to itself" : "a second rate from \(from) to \(to)",
                    remedy: "Remove it."
                )
                return nil
            }
            return RuleRate(from: from, to: to, microunits: rate, source: source, day: day)
        }
    }

    private mutating func part<Part>(
        _ key: String,
        of parts: DocumentFields,
        example: String,
        expected: String,
        _ read: (String) -> Part?
    ) -> Part? {
        guard let field = self.validation.required(key, in: parts, example: example),
            let text = self.text(field, example: example)
        else { return nil }
        guard let part = read(text) else {
            self.validation.refuse(field, expected: expected, example: example)
            return nil
        }
        return part
    }

    private static func currency(_ text: String) -> String? {
        text.isThreeLetterCode ? text : nil
    }

    private static func day(_ text: String) -> String? {
        Instant(rfc3339: text + "T00:00:00Z") == nil ? nil : text
    }

    private static func microunits(_ text: String) -> Int64? {
        guard let value = DecimalText.number(text[...], digits: 10, places: 6), (1...1_000_000_000_000).contains(value)
        else {
            return nil
        }
        return value
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " }
        return String(
            start.prefix(upTo: start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)
        )
    }
}
