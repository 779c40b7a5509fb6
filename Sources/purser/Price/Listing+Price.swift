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
            Column(Said("COINS", "代币"), isNumber: true) { row, _ in Self.coins(row["coins"]) },
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

    /// The prices that count.
    static let prices = Listing(
        none: Said(
            "No price is known there. Write prices into the catalog, or fetch them: purser prices fetch",
            "没有已知价格。请在目录中写入 prices，或获取：purser prices fetch"
        ),
        [
            Column(Said("PRODUCT", "商品"), of: "product"), Column(Said("STOREFRONT", "店面"), of: "storefront"),
            Column(Said("PRICE", "价格"), isNumber: true) { row, _ in row["price"].price },
            Column(Said("FROM", "生效时间"), of: "from"),
        ] + Self.reasons + [
            Column(Said("CATALOG SAYS", "目录价格"), isNumber: true) { row, _ in row["catalogPrice"].price }
        ]
    )

    /// The changes of a product's price.
    static let priceChanges = Listing(
        none: Said("No price of it is known there.", "没有该商品的已知价格。"),
        [
            Column(Said("FROM", "生效时间"), of: "from"), Column(Said("STOREFRONT", "店面"), of: "storefront"),
            Column(Said("BEFORE", "之前"), isNumber: true) { row, _ in row["before"].price },
            Column(Said("PRICE", "价格"), isNumber: true) { row, _ in row["price"].price },
        ] + Self.reasons
    )

    /// The prices that a fetch found to be others than before.
    static let priceUpdates = Listing(
        none: Said("No price changed.", "价格没有变化。"),
        [
            Column(Said("PRODUCT", "商品"), of: "product"), Column(Said("STOREFRONT", "店面"), of: "storefront"),
            Column(Said("BEFORE", "之前"), isNumber: true) { row, _ in row["before"].price },
            Column(Said("PRICE", "价格"), isNumber: true) { row, _ in row["price"].price },
            Column(Said("FROM", "生效时间"), of: "from"),
            Column(Said("WHY", "原因")) { row, language in Self.origin(row["origin"], in: language) },
        ]
    )

    /// The sales with a price that is none of their product's.
    static let priceMismatches = Listing(
        none: Said("Every sale has a price of its product.", "每笔销售的价格都符合商品价格。"),
        [
            Column(Said("PRODUCT", "商品"), of: "product"), Column(Said("STOREFRONT", "店面"), of: "storefront"),
            Column(Said("PAID", "实付"), isNumber: true) { row, _ in row["price"].price },
            Column(Said("EXPECTED", "应付"), isNumber: true) { row, _ in row["expected"].price },
            Column(Said("SALES", "笔数"), of: "count", isNumber: true), Column(Said("FIRST", "首笔"), of: "first"),
            Column(Said("LAST", "末笔"), of: "last"),
            Column(Said("FOR EXAMPLE", "例如")) { row, _ in
                (row["transactions"]?.elements ?? []).prefix(2).compactMap(\.text).joined(separator: " ")
            },
        ]
    )

    /// Why a price counts, and who brought it.
    private static let reasons = [
        Column(Said("WHY", "原因")) { row, language in Self.origin(row["origin"], in: language) },
        Column(Said("SOURCE", "来源")) { row, language in
            let version = row["catalogVersion"].plain
            return switch row["source"].plain {
            case "catalog": Said("catalog \(version)", "目录 \(version)").text(in: language)
            case "fetched": "App Store Connect"
            case "imported": Said("file", "文件").text(in: language)
            default: row["source"].plain
            }
        },
        Column(Said("BY", "操作者"), of: "by"),
    ]

    private static func origin(_ value: JSONValue?, in language: Language) -> String {
        let words = [
            "base": Said("base", "基准"), "byHand": Said("by hand", "手动"), "equalized": Said("equalized", "自动换算"),
        ]
        return words[value.plain]?.text(in: language) ?? value.plain
    }

    /// Returns coins as a number, or each kind by its name.
    private static func coins(_ value: JSONValue?) -> String {
        guard case .object(let kinds)? = value else { return value.plain }
        return kinds.map { "\($0.key) \($0.value.plain)" }.joined(separator: ", ")
    }

    private static func price(_ value: JSONValue?) -> String { value.price }

    /// Returns an amount without its currency, which stands above the column.
    private static func amount(_ value: JSONValue?) -> String {
        value.money.map { DecimalText.amount($0.amountMilliunits) } ?? ""
    }
}

extension JSONValue? {
    /// An amount of money as people write it; nothing where there is none.
    var price: String { self.money?.spelling ?? "" }

    /// The amount of money of an object.
    var money: Money? {
        guard let self, let amount = Int64(self["amountMilliunits"].plain) else { return nil }
        return Money(amountMilliunits: amount, currency: self["currency"].plain)
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
