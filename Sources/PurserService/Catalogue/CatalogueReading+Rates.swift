internal import Ledger

extension CatalogueReading {
    /// The rates to dollars at which Apple is told how much a customer paid, each with its source and day.
    mutating func dollarRates(_ field: DocumentField?) -> [RuleRate] {
        guard let field else { return [] }
        let example = "dollarRates: [{ from: CNY, to: USD, rate: 0.14, source: ECB, day: 2026-01-02 }]"
        var reading = RuleReading(file: "", vocabularies: [])
        reading.examination = self.examination
        let rates = reading.rates(field, example: example)
        self.examination = reading.examination
        if let other = rates.first(where: { $0.to != "USD" }) {
            self.examination.note(
                field,
                problem: "a rate to \(other.to), where dollars are told",
                remedy: "Write for example: \(example)"
            )
        }
        return rates
    }
}
