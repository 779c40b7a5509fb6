internal import Ledger

extension CatalogueReading {
    /// The kinds of coins.
    mutating func coins(_ field: DocumentField?) -> [String: CatalogueFile.Coin] {
        guard let field, let entries = self.examination.openMap(field, example: "coins: { gems: {} }") else {
            return [:]
        }
        var coins: [String: CatalogueFile.Coin] = [:]
        for (key, value) in entries.all {
            self.coinNames.append(key)
            guard self.checkName(key, of: value, what: "the name of a coin", limit: 64),
                let parts = self.examination.map(value, known: ["perUnit", "of"], example: "\(key): {}")
            else { continue }
            coins[key] = self.coin(parts)
        }
        return coins
    }

    private mutating func coin(_ parts: DocumentFields) -> CatalogueFile.Coin {
        let unit = parts["of"].flatMap { self.money($0, example: "of: CNY 1.00") }
        guard let perUnit = parts["perUnit"] else {
            return CatalogueFile.Coin(unit: unit)
        }
        if parts["of"] == nil {
            _ = self.examination.required("of", in: parts, example: "of: CNY 1.00")
        }
        if case .scalar = perUnit.node.content, !perUnit.node.isEmpty {
            let rate = self.count(perUnit, example: "perUnit: 100")
            return CatalogueFile.Coin(perUnitApple: rate, perUnitElsewhere: rate, unit: unit)
        }
        let example = "perUnit: { apple: 66, elsewhere: 100 }"
        let rates = self.examination.map(perUnit, known: ["apple", "elsewhere"], example: example)
        return CatalogueFile.Coin(
            perUnitApple: rates?["apple"].flatMap { self.count($0, example: "apple: 66") },
            perUnitElsewhere: rates?["elsewhere"].flatMap { self.count($0, example: "elsewhere: 100") },
            unit: unit
        )
    }

    /// A number of coins; bounded so that quantities and sums stay far from overflow.
    mutating func count(_ field: DocumentField, example: String) -> Int? {
        self.examination.integer(field, in: 1...1_000_000_000, example: example).map(Int.init)
    }

    /// A currency and an amount.
    mutating func money(_ field: DocumentField, example: String) -> Money? {
        guard let text = self.examination.string(field, example: example) else { return nil }
        guard let money = Money(spelling: text) else {
            self.examination.refuse(field, expected: "a currency code and a decimal number", example: example)
            return nil
        }
        return money
    }
}
