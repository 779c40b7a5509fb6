internal import Ledger

/// A reader of a document of rules, which collects all of its errors.
struct RuleReading {
    /// The contents of a document.
    struct Parts {
        let vocabulary: RuleVocabulary
        let rules: RuleSet
    }

    /// The maximum number of rules; every decision evaluates each.
    static let ruleLimit = 200
    /// The maximum number of values of a condition, and of rates.
    static let valueLimit = 1000
    /// The maximum length of a name or a reason.
    private static let textLimit = 200

    /// The validation, which collects errors.
    var validation: Validation
    /// Warnings about valid rules that are probably mistakes.
    private(set) var warnings: [ValidationIssue] = []
    /// The vocabularies that a file may use.
    private let vocabularies: [RuleVocabulary]
    /// The products in conditions.
    private(set) var products: [RuleFile.NamedProduct] = []
    /// The field of each rule that was read.
    private var ruleFields: [DocumentField] = []

    /// Creates a reader of the document that error messages call `file`.
    init(file: String, vocabularies: [RuleVocabulary]) {
        self.validation = Validation(file: file)
        self.vocabularies = vocabularies
    }

    /// Returns the rules, or throws all errors of the document.
    mutating func read(_ document: DocumentNode) throws(ValidationIssues) -> Parts {
        let root = self.validation.map(
            DocumentField(document: document),
            known: ["policy", "rules", "otherwise", "rates"],
            example: "policy: orders"
        )
        let names = self.vocabularies.map(\.name)
        let example = "policy: \(names.first ?? "orders")"
        let chosen = root.flatMap { self.validation.required("policy", in: $0, example: example) }
            .flatMap { self.validation.word($0, among: names, example: example) }
        guard let root, let vocabulary = self.vocabularies.first(where: { $0.name == chosen }) else {
            try self.validation.conclude()
            preconditionFailure("A document without a known policy has an issue.")
        }
        let rates = self.rates(root["rates"])
        let rules = self.rules(root["rules"], vocabulary: vocabulary)
        let form = Self.example(vocabulary.answers[0], of: vocabulary)
        let otherwise = self.validation.required("otherwise", in: root, example: "otherwise: \(form)")
            .flatMap { self.answer($0, vocabulary: vocabulary) }
        try self.validation.conclude()
        guard let otherwise else { preconditionFailure("An answer that was not read has an issue.") }
        let set = RuleSet(rules: rules, otherwise: otherwise, rates: rates)
        self.addWarnings(set, vocabulary: vocabulary)
        return Parts(vocabulary: vocabulary, rules: set)
    }

    // MARK: Rules

    private mutating func rules(_ field: DocumentField?, vocabulary: RuleVocabulary) -> [Rule] {
        guard let field, !field.node.isEmpty else { return [] }
        let example = "rules: [{ name: ..., when: { ... }, answer: ... }]"
        guard let elements = self.validation.list(field, example: example) else { return [] }
        guard elements.count <= Self.ruleLimit else {
            self.validation.note(
                field,
                problem: "more than \(Self.ruleLimit) rules",
                remedy: "Use one rule with a list of values instead of many rules with one value each."
            )
            return []
        }
        var lines: [String: DocumentField] = [:]
        return elements.compactMap { element in
            guard let rule = self.rule(element, vocabulary: vocabulary) else { return nil }
            if lines.updateValue(element, forKey: rule.name) != nil {
                self.validation.note(
                    element,
                    problem: "another rule is called \"\(Validation.shortened(rule.name))\" too",
                    remedy: "Give each rule its own name: decisions refer to rules by name."
                )
            }
            self.ruleFields.append(element)
            return rule
        }
    }

    private mutating func rule(_ field: DocumentField, vocabulary: RuleVocabulary) -> Rule? {
        let example = "- name: ..."
        guard let parts = self.validation.map(field, known: ["name", "when", "answer"], example: example) else {
            return nil
        }
        let name = self.validation.required("name", in: parts, example: "name: too many at once")
            .flatMap { self.text($0, example: "name: too many at once") }
        let conditions = self.conditions(parts, vocabulary: vocabulary)
        let form = Self.example(vocabulary.answers[0], of: vocabulary)
        let answer = self.validation.required("answer", in: parts, example: "answer: \(form)")
            .flatMap { self.answer($0, vocabulary: vocabulary) }
        guard let name, let conditions, let answer else { return nil }
        return Rule(name: name, conditions: conditions, answer: answer)
    }

    private mutating func conditions(_ parts: DocumentFields, vocabulary: RuleVocabulary) -> [RuleCondition]? {
        let first = vocabulary.terms.first.map { "when: { \($0.name): \($0.example) }" } ?? "when: {}"
        guard let field = self.validation.required("when", in: parts, example: first) else { return nil }
        guard let entries = self.validation.openMap(field, example: first) else { return nil }
        guard !entries.all.isEmpty else {
            self.validation.note(
                field,
                problem: "has no condition, so no rule after it would ever be reached",
                remedy: "Add a condition, or move its answer to otherwise."
            )
            return nil
        }
        let conditions = entries.all.compactMap { name, value in
            self.condition(name, value, vocabulary: vocabulary)
        }
        return conditions.count == entries.all.count ? conditions : nil
    }

    private mutating func condition(
        _ name: String,
        _ field: DocumentField,
        vocabulary: RuleVocabulary
    ) -> RuleCondition? {
        guard let term = vocabulary.term(name) else {
            self.validation.refuse(
                word: name,
                origin: field.keyOrigin,
                keyPath: field.keyPath,
                what: "unknown evidence \"\(Validation.shortened(name))\"",
                known: vocabulary.terms.map(\.name)
            )
            return nil
        }
        if case .map = field.node.content {
            return self.bounds(field, of: term).map { RuleCondition(name, .within($0)) }
        }
        let elements = self.validation.oneOrMore(field)
        guard !elements.isEmpty else {
            self.validation.refuse(field, expected: "a value, a list of values or bounds", example: term.written)
            return nil
        }
        guard elements.count <= Self.valueLimit else {
            self.validation.note(
                field,
                problem: "more than \(Self.valueLimit) values",
                remedy: "Use a condition that covers them, or split them over several rules."
            )
            return nil
        }
        let values = elements.compactMap { self.value($0, of: term) }
        guard values.count == elements.count else { return nil }
        if name == RuleFile.productTerm {
            for (element, value) in zip(elements, values) { self.noteProduct(value, at: element) }
        }
        return RuleCondition(name, .oneOf(values))
    }

    private mutating func noteProduct(_ value: RuleValue, at field: DocumentField) {
        guard case .text(let id) = value, case .document(let line, _) = field.node.origin else { return }
        self.products.append(RuleFile.NamedProduct(id: ProductID(id), line: line, keyPath: field.keyPath))
    }

    private mutating func bounds(_ field: DocumentField, of term: RuleTerm) -> [RuleCondition.Bound]? {
        guard term.kind.isOrdered else {
            self.validation.note(
                field,
                problem: "has no order, so it cannot have bounds",
                remedy: "Write for example: \(term.written)"
            )
            return nil
        }
        let sides = RuleCondition.Bound.Side.allCases
        guard let entries = self.validation.map(field, known: sides.map(\.rawValue), example: term.written) else {
            return nil
        }
        let bounds = entries.all.compactMap { word, value -> RuleCondition.Bound? in
            guard let side = RuleCondition.Bound.Side(rawValue: word) else { return nil }
            return self.value(value, of: term).map { RuleCondition.Bound(side, $0) }
        }
        if entries.all.isEmpty {
            self.validation.refuse(field, expected: "bounds", example: term.written)
        }
        return bounds.isEmpty || bounds.count < entries.all.count ? nil : bounds
    }

    /// Reads a name or a reason: one line of limited length.
    mutating func text(_ field: DocumentField, example: String) -> String? {
        guard let text = self.validation.string(field, example: example) else { return nil }
        guard text.count <= Self.textLimit,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            self.validation.refuse(field, expected: "one line of at most \(Self.textLimit) letters", example: example)
            return nil
        }
        return text
    }

    // MARK: Warnings

    private mutating func addWarnings(_ set: RuleSet, vocabulary: RuleVocabulary) {
        for (index, reason) in set.unreachable(vocabulary).sorted(by: { $0.key < $1.key }) {
            let field = self.ruleFields[index]
            let (why, remedy) =
                switch reason {
                case .contradictory(let name): ("no value of \(name) meets its condition", "Correct the bounds.")
                case .shadowed(let earlier):
                    (
                        "everything that matches it matches rule \(earlier + 1) first, \"\(set.rules[earlier].name)\"",
                        "Move it before that rule, or remove it."
                    )
                case .covered:
                    ("everything that matches it matches an earlier rule", "Move it up, or remove it.")
                }
            self.warn(field, set.rules[index], "can never match: \(why)", remedy)
        }
        for warning in vocabulary.warnings {
            for (rule, field) in zip(set.rules, self.ruleFields) where warning.applies(to: rule) {
                self.warn(field, rule, warning.problem, warning.remedy)
            }
        }
    }

    private mutating func warn(_ field: DocumentField, _ rule: Rule, _ problem: String, _ remedy: String) {
        guard case .document(let line, _) = field.keyOrigin else { return }
        self.warnings.append(
            ValidationIssue(
                file: self.validation.file,
                line: line,
                keyPath: field.keyPath,
                problem: "the rule \"\(rule.name)\" \(problem)",
                remedy: remedy
            )
        )
    }
}
