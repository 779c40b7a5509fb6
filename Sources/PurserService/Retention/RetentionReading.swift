internal import Ledger

/// A reader of a file of retention rules, which collects all of its errors.
struct RetentionReading {
    /// The maximum number of rules; each is compared while Apple waits.
    private static let maximumRules = 1000
    private static let example =
        "rules: [{ when: { product: pro.monthly, locale: en }, message: 3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11 }]"

    private var validation: Validation

    /// Creates a reader of the document that error messages call `file`.
    init(file: String) {
        self.validation = Validation(file: file)
    }

    /// Returns the rules, or throws all errors of the document.
    mutating func read(_ document: DocumentNode) throws(ValidationIssues) -> RetentionRules {
        var rules: [RetentionRule] = []
        let root = self.validation.map(
            DocumentField(document: document),
            known: ["rules"],
            example: Self.example
        )
        if let root, let list = self.validation.required("rules", in: root, example: Self.example),
            let elements = self.validation.list(list, example: Self.example)
        {
            if elements.count > Self.maximumRules {
                self.validation.note(
                    list,
                    problem: "has more than \(Self.maximumRules) rules",
                    remedy: "List several products in one rule."
                )
            }
            rules = elements.compactMap { self.rule($0) }
        }
        try self.validation.conclude()
        return RetentionRules(rules)
    }

    private mutating func rule(_ field: DocumentField) -> RetentionRule? {
        guard
            let parts = self.validation.map(
                field,
                known: ["when", "message", "product", "offer"],
                example: Self.example
            )
        else { return nil }
        var condition: DocumentFields?
        if let when = parts["when"] {
            condition = self.validation.map(
                when,
                known: ["product", "locale", "environment"],
                example: "when: { product: pro.monthly }"
            )
        }
        guard let messageField = self.validation.required("message", in: parts, example: "message: UUID"),
            let message = self.validation.string(messageField, example: "message: UUID")
        else { return nil }
        guard let identifier = AccountToken(message) else {
            self.validation.refuse(
                messageField,
                expected: "the id of a message, a UUID",
                example: "message: 3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11"
            )
            return nil
        }
        return RetentionRule(
            products: Set(self.texts(condition?["product"], example: "product: pro.monthly").map { ProductID($0) }),
            locales: self.texts(condition?["locale"], example: "locale: en"),
            environments: self.environments(condition?["environment"]),
            message: identifier.description.lowercased(),
            content: self.content(parts)
        )
    }

    private mutating func content(_ parts: DocumentFields) -> RetentionRule.Content {
        let product = parts["product"].flatMap { self.validation.string($0, example: "product: pro.yearly") }
        let offer = parts["offer"].flatMap { self.validation.string($0, example: "offer: spring") }
        if product != nil, offer != nil, let field = parts["offer"] {
            self.validation.note(
                field.keyOrigin,
                keyPath: field.keyPath,
                problem: "has a product and an offer, but Apple shows only one of them",
                remedy: "Split it into two rules."
            )
        }
        return product.map { .product(ProductID($0)) } ?? offer.map { .offer(OfferID($0)) } ?? .message
    }

    private mutating func texts(_ field: DocumentField?, example: String) -> [String] {
        guard let field else { return [] }
        return self.validation.oneOrMore(field).compactMap { self.validation.string($0, example: example) }
    }

    private mutating func environments(_ field: DocumentField?) -> Set<StoreEnvironment> {
        guard let field else { return [] }
        let known = [StoreEnvironment.production, .sandbox].map(\.rawValue)
        return Set(
            self.validation.oneOrMore(field).compactMap { element in
                self.validation.word(element, among: known, example: "environment: Sandbox")
                    .flatMap { StoreEnvironment(rawValue: $0) }
            }
        )
    }
}
