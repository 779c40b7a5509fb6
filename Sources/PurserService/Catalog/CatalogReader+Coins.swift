package import Ledger

extension CatalogReader {
    /// Reads the kinds of coins.
    mutating func coins(_ field: DocumentField?) -> [String: Coin] {
        guard let field, let entries = self.validation.openMap(field, example: "coins: { gems: {} }") else {
            return [:]
        }
        var coins: [String: Coin] = [:]
        for (key, value) in entries.all {
            self.coinNames.append(key)
            guard self.checkName(key, of: value, what: "the name of a coin", limit: 64),
                let parts = self.validation.map(
                    value,
                    known: ["perUnit", "of", "minimumPerCoin", "spend", "debt"],
                    example: "\(key): {}"
                )
            else { continue }
            self.coinFields[key] = value
            coins[key] = self.coin(parts)
        }
        return coins
    }

    private mutating func coin(_ parts: DocumentFields) -> Coin {
        let minimum = parts["minimumPerCoin"].flatMap { self.coinValue($0) }
        let unit = parts["of"].flatMap { self.unit($0) }
        let spendOrder = self.spendOrder(parts["spend"])
        let debtRepayment = parts["debt"].flatMap { self.debtRepayment($0) } ?? .nextCredit
        guard let perUnit = parts["perUnit"] else {
            return Coin(minimum: minimum, spendOrder: spendOrder, debtRepayment: debtRepayment)
        }
        if parts["of"] == nil {
            _ = self.validation.required("of", in: parts, example: "of: CNY 1.00")
        }
        func rate(_ coins: Int?) -> CoinRate? {
            coins.flatMap { coins in unit.flatMap { CoinRate(coins: coins, for: $0) } }
        }
        if case .scalar = perUnit.node.content, !perUnit.node.isEmpty {
            let both = rate(self.count(perUnit, example: "perUnit: 100"))
            return Coin(
                apple: both,
                elsewhere: both,
                minimum: minimum,
                spendOrder: spendOrder,
                debtRepayment: debtRepayment
            )
        }
        let example = "perUnit: { apple: 66, elsewhere: 100 }"
        let rates = self.validation.map(perUnit, known: ["apple", "elsewhere"], example: example)
        return Coin(
            apple: rate(rates?["apple"].flatMap { self.count($0, example: "apple: 66") }),
            elsewhere: rate(rates?["elsewhere"].flatMap { self.count($0, example: "elsewhere: 100") }),
            minimum: minimum,
            spendOrder: spendOrder,
            debtRepayment: debtRepayment
        )
    }

    /// Reads the order in which coins are spent; kinds that are not named follow in the standard order.
    private mutating func spendOrder(_ field: DocumentField?) -> SpendOrder {
        let example = "spend: [expiring, bonus, paid]"
        guard let field, let words = self.validation.list(field, example: example) else { return .standard }
        var ranks: [SpendOrder.Rank] = []
        for word in words {
            let known = SpendOrder.Rank.allCases.map(\.rawValue)
            guard let text = self.validation.word(word, among: known, example: example),
                let rank = SpendOrder.Rank(rawValue: text)
            else { continue }
            if ranks.contains(rank) {
                self.validation.note(
                    word,
                    problem: "names \(text) a second time",
                    remedy: "Name each once: \(example)."
                )
            }
            ranks.append(rank)
        }
        return SpendOrder(ranks)
    }

    /// Reads what happens with a debt.
    private mutating func debtRepayment(_ field: DocumentField) -> DebtRepayment? {
        let known = DebtRepayment.allCases.map(\.rawValue)
        return self.validation.word(field, among: known, example: "debt: nextCredit")
            .flatMap { DebtRepayment(rawValue: $0) }
    }

    private mutating func unit(_ field: DocumentField) -> Money? {
        guard let unit = self.money(field, example: "of: CNY 1.00") else { return nil }
        guard unit.amountMilliunits > 0 else {
            self.validation.refuse(field, expected: "more than nothing", example: "of: CNY 1.00")
            return nil
        }
        return unit
    }

    private mutating func coinValue(_ field: DocumentField) -> CoinValue? {
        let example = "minimumPerCoin: CNY 0.008"
        guard let text = self.validation.string(field, example: example) else { return nil }
        guard let value = CoinValue(spelling: text), value.amountMicrounits > 0 else {
            self.validation.refuse(
                field,
                expected: "a currency code and a decimal number with up to six places",
                example: example
            )
            return nil
        }
        return value
    }

    /// Reads a number of coins; it is limited so that quantities and sums stay far from overflow.
    mutating func count(_ field: DocumentField, from least: Int64 = 1, example: String) -> Int? {
        self.validation.integer(field, in: least...1_000_000_000, example: example).map(Int.init)
    }

    /// Reads a currency and an amount.
    mutating func money(_ field: DocumentField, example: String) -> Money? {
        guard let text = self.validation.string(field, example: example) else { return nil }
        guard let money = Money(spelling: text) else {
            self.validation.refuse(field, expected: "a currency code and a decimal number", example: example)
            return nil
        }
        return money
    }

    /// Notes that no coin has this name.
    mutating func refuseCoin(_ name: String, _ field: DocumentField) {
        self.refuseUnknown(name, field, what: "coin", section: "coins", known: self.coinNames)
    }
}

extension CoinValue {
    /// Creates a value from its spelling, a currency code and a decimal number: `CNY 0.0125`; returns `nil` for any
    /// other text.
    ///
    /// At most six decimal places are accepted.
    package init?(spelling: String) {
        let parts = spelling.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].isThreeLetterCode,
            let microunits = DecimalText.number(parts[1], digits: 9, places: 6)
        else { return nil }
        self.init(amountMicrounits: microunits, currency: String(parts[0]))
    }

    /// The spelling of the value: `CNY 0.0125`.
    package var spelling: String { "\(self.currency) \(DecimalText.rate(self.amountMicrounits))" }
}
