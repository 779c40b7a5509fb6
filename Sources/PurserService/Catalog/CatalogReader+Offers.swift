internal import Ledger

extension CatalogReader {
    /// Reads the offers of a subscription with their rules: who may redeem each, and how often.
    mutating func offers(_ field: DocumentField?, kind: TransactionSnapshot.Kind?) -> [OfferID: OfferRule] {
        let example = "offers: { spring: { for: lapsed, limit: 1, within: P1Y } }"
        guard let field, self.belongs(field, to: [.autoRenewable], kind: kind),
            let entries = self.validation.openMap(field, example: example)
        else { return [:] }
        var offers: [OfferID: OfferRule] = [:]
        for (id, value) in entries.all {
            guard self.checkName(id, of: value, what: "an offer id", limit: 64),
                let parts = self.validation.map(value, known: ["for", "limit", "within"], example: example)
            else { continue }
            offers[OfferID(id)] = OfferRule(audience: self.audience(parts["for"]), limit: self.limit(parts))
        }
        return offers
    }

    private mutating func audience(_ field: DocumentField?) -> Set<OfferRule.Audience> {
        guard let field else { return Set(OfferRule.Audience.allCases) }
        let words = OfferRule.Audience.allCases.map(\.rawValue)
        var audience: Set<OfferRule.Audience> = []
        let elements = self.validation.oneOrMore(field)
        for element in elements {
            if let word = self.validation.word(element, among: words, example: "for: lapsed"),
                let known = OfferRule.Audience(rawValue: word)
            {
                audience.insert(known)
            }
        }
        if elements.isEmpty {
            self.validation.refuse(field, expected: "active, lapsed or both", example: "for: lapsed")
        }
        return audience
    }

    private mutating func limit(_ parts: DocumentFields) -> OfferLimit? {
        guard let field = parts["limit"] else {
            if parts["within"] != nil { _ = self.validation.required("limit", in: parts, example: "limit: 1") }
            return nil
        }
        let count = self.validation.integer(field, in: 1...1000, example: "limit: 1")
        var period: CalendarPeriod?
        if let within = parts["within"], let text = self.validation.string(within, example: "within: P1Y") {
            period = CalendarPeriod(text)
            if period == nil {
                self.validation.refuse(
                    within,
                    expected: "an ISO 8601 period of years, months, weeks or days",
                    example: "within: P1Y"
                )
            }
        }
        return count.map { OfferLimit(Int($0), within: period) }
    }
}
