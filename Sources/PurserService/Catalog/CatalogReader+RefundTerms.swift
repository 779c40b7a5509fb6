internal import Ledger

extension CatalogReader {
    /// Reads the rows of refund terms with which the shop replaces the default rows; a value that a row omits keeps its
    /// default.
    mutating func refundTerms(_ field: DocumentField?) -> RefundTermsTable {
        let example = "refundTerms: { CHN: { unconditional: 90d, unconditionalEver: 1, conditionalPerYear: 2 } }"
        guard let field, let rows = self.validation.openMap(field, example: example) else {
            return RefundTermsTable()
        }
        let known = RefundTermsTable()
        var own: [String: RefundTerms] = [:]
        for (name, value) in rows.all {
            let isRegion = name == RefundTermsTable.europe || name == RefundTermsTable.elsewhere
            guard isRegion || StorefrontCode.contains(name) else {
                self.validation.note(
                    value.keyOrigin,
                    keyPath: value.keyPath,
                    problem: "\"\(Validation.shortened(name))\" is not a storefront",
                    remedy: "Write EU, elsewhere, or an ISO 3166-1 alpha-3 code of a storefront: CHN"
                )
                continue
            }
            let former = isRegion ? known.rows[name] : known[name]
            own[name] = self.terms(value, instead: former ?? RefundTerms(unconditional: nil))
        }
        return RefundTermsTable(own: own)
    }

    private mutating func terms(_ field: DocumentField, instead former: RefundTerms) -> RefundTerms {
        var terms = former
        let known = [
            "unconditional", "conditional", "unconditionalEver", "unconditionalPerYear", "conditionalPerYear",
            "arrivesWithin", "arrivesInWorkingDays",
        ]
        guard let parts = self.validation.map(field, known: known, example: "TWN: { unconditional: 7d }") else {
            return terms
        }
        if let part = parts["unconditional"] {
            let length = self.window(part, example: "unconditional: 14d") ?? .zero
            terms.unconditional = length > .zero ? length : nil
        }
        if let part = parts["conditional"] {
            terms.conditional = self.window(part, example: "conditional: 90d") ?? terms.conditional
        }
        if let part = parts["unconditionalEver"] {
            terms.unconditionalEver = self.number(part) ?? terms.unconditionalEver
        }
        if let part = parts["unconditionalPerYear"] {
            terms.unconditionalPerYear = self.number(part) ?? terms.unconditionalPerYear
        }
        if let part = parts["conditionalPerYear"] {
            terms.conditionalPerYear = self.number(part) ?? terms.conditionalPerYear
        }
        if let part = parts["arrivesWithin"] {
            terms.timing.soon = self.window(part, example: "arrivesWithin: 36h") ?? terms.timing.soon
        }
        if let part = parts["arrivesInWorkingDays"] {
            terms.timing.workingDays = self.workingDays(part) ?? terms.timing.workingDays
        }
        return terms
    }

    /// Reads a length of time; `0d` means none.
    private mutating func window(_ field: DocumentField, example: String) -> Span? {
        guard let text = self.validation.string(field, example: example) else { return nil }
        guard let span = Span(spelling: text) else {
            self.validation.refuse(field, expected: "a length of time like 36h or 14d", example: example)
            return nil
        }
        return span
    }

    private mutating func number(_ field: DocumentField) -> Int64? {
        self.validation.integer(field, in: 0...1000, example: "\(field.key): 1")
    }

    private mutating func workingDays(_ field: DocumentField) -> ClosedRange<Int64>? {
        let example = "arrivesInWorkingDays: [7, 15]"
        guard let both = self.validation.list(field, example: example) else { return nil }
        let bounds = 0...RefundTiming.longestWorkingDays
        let numbers = both.compactMap { self.validation.integer($0, in: bounds, example: example) }
        guard numbers.count == both.count else { return nil }
        guard numbers.count == 2, numbers[0] <= numbers[1] else {
            self.validation.refuse(field, expected: "two numbers, the smaller one first", example: example)
            return nil
        }
        return numbers[0]...numbers[1]
    }
}
