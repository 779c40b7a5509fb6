import Ledger

/// An amount as our JSON shows it: `{ "amountMilliunits": 68000, "currency": "CNY" }`.
struct MoneyBody: Encodable {
    let amountMilliunits: Int64
    let currency: String

    init(_ money: Money) {
        self.amountMilliunits = money.amountMilliunits
        self.currency = money.currency
    }
}
