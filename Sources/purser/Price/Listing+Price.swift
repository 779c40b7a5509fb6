import AppStore
import Ledger
import PurserService

extension Listing {
    /// The price points around a price.
    static let nearestPrices = Listing(
        none: Said("The file has no price points.", "文件中没有价格点。"),
        [
            Column(Said("PRICE POINT", "价格点")) { row, language in
                let places = [
                    "below": Said("below", "低于"), "above": Said("above", "高于"), "equal": Said("equal", "相等"),
                ]
                let place = places[row["place"].plain]?.text(in: language) ?? row["place"].plain
                return row["nearest"] == .bool(true) ? place + Said(", nearest", "，最接近").text(in: language) : place
            },
            Column(Said("STOREFRONT", "店面"), of: "storefront"),
            Column(Said("PRICE", "价格"), isNumber: true) { row, _ in Self.price(row["price"]) },
            Column(Said("DIFFERENCE", "差额"), isNumber: true) { row, _ in Self.price(row["difference"]) },
            Column(Said("COINS", "代币"), of: "coins", isNumber: true),
            Column(Said("PROCEEDS", "收益"), isNumber: true) { row, _ in Self.price(row["proceeds"]) },
            Column(Said("SECOND YEAR", "第二年收益"), isNumber: true) { row, _ in
                Self.price(row["secondYearProceeds"])
            },
        ]
    )

    /// The price tiers of a file.
    static let priceTiers = Listing(
        none: Said("The file has no price tiers.", "文件中没有价格等级。"),
        [
            Column(Said("TIER", "价格等级"), of: "level"), Column(Said("KINDS", "商品类型"), of: "kinds"),
            Column("CNY", isNumber: true) { row, _ in Self.amount(row["yuan"]) },
            Column("USD", isNumber: true) { row, _ in Self.amount(row["dollars"]) },
        ]
    )

    private static func price(_ value: JSONValue?) -> String { Self.money(value)?.spelling ?? "" }

    /// Returns an amount without its currency, which stands above the column.
    private static func amount(_ value: JSONValue?) -> String {
        Self.money(value).map { String($0.spelling.dropFirst($0.currency.count + 1)) } ?? ""
    }

    private static func money(_ value: JSONValue?) -> Money? {
        guard let value, let amount = Int64(value["amountMilliunits"].plain) else { return nil }
        return Money(amountMilliunits: amount, currency: value["currency"].plain)
    }
}

extension JSONValue {
    /// Creates the object that stands for an amount of money, as the HTTP API writes it.
    init(_ money: Money) {
        self = .object([
            JSONMember(key: "amountMilliunits", value: .number("\(money.amountMilliunits)")),
            JSONMember(key: "currency", value: .string(money.currency)),
        ])
    }
}
