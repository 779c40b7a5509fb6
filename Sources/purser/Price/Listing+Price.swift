import AppStore
import Ledger
import PurserService

extension Listing {
    /// The table of price points near a price.
    static let nearestPrices = Listing(
        none: LocalizedText("The file has no price points.", "文件中没有价格点。"),
        [
            Column(LocalizedText("PRICE POINT", "价格点")) { row, language in
                let places = [
                    "below": LocalizedText("below", "低于"), "above": LocalizedText("above", "高于"),
                    "equal": LocalizedText("equal", "相等"),
                ]
                let place = places[row["place"].plain]?.text(in: language) ?? row["place"].plain
                return row["nearest"] == .bool(true)
                    ? place + LocalizedText(", nearest", "，最接近").text(in: language) : place
            },
            Column(LocalizedText("STOREFRONT", "店面"), of: "storefront"),
            Column(LocalizedText("PRICE", "价格"), isNumber: true) { row, _ in Self.price(row["price"]) },
            Column(LocalizedText("DIFFERENCE", "差额"), isNumber: true) { row, _ in Self.price(row["difference"]) },
            Column(LocalizedText("COINS", "代币"), isNumber: true) { row, _ in Self.coins(row["coins"]) },
            Column(LocalizedText("PROCEEDS", "收益"), isNumber: true) { row, _ in Self.price(row["proceeds"]) },
            Column(LocalizedText("SECOND YEAR", "第二年收益"), isNumber: true) { row, _ in
                Self.price(row["secondYearProceeds"])
            },
        ]
    )

    /// The table of price tiers in a file.
    static let priceTiers = Listing(
        none: LocalizedText("The file has no price tiers.", "文件中没有价格等级。"),
        [
            Column(LocalizedText("TIER", "价格等级"), of: "level"), Column(LocalizedText("KINDS", "商品类型"), of: "kinds"),
            Column("CNY", isNumber: true) { row, _ in Self.amount(row["yuan"]) },
            Column("USD", isNumber: true) { row, _ in Self.amount(row["dollars"]) },
        ]
    )

    /// The table of prices.
    static let prices = Listing(
        none: LocalizedText(
            "There is no known price. Write prices into the catalog, or fetch them: purser prices fetch",
            "没有已知价格。请在目录中写入 prices，或获取：purser prices fetch"
        ),
        [
            Column(LocalizedText("PRODUCT", "商品"), of: "product"),
            Column(LocalizedText("STOREFRONT", "店面"), of: "storefront"),
            Column(LocalizedText("PRICE", "价格"), isNumber: true) { row, _ in row["price"].price },
            Column(LocalizedText("FROM", "生效时间"), of: "from"),
        ] + Self.reasons + [
            Column(LocalizedText("CATALOG", "目录价格"), isNumber: true) { row, _ in row["catalogPrice"].price }
        ]
    )

    /// The table of a product's price changes.
    static let priceChanges = Listing(
        none: LocalizedText("There is no known price of it.", "没有该商品的已知价格。"),
        [
            Column(LocalizedText("FROM", "生效时间"), of: "from"),
            Column(LocalizedText("STOREFRONT", "店面"), of: "storefront"),
            Column(LocalizedText("BEFORE", "之前"), isNumber: true) { row, _ in row["before"].price },
            Column(LocalizedText("PRICE", "价格"), isNumber: true) { row, _ in row["price"].price },
        ] + Self.reasons + [
            Column(LocalizedText("CONSENT", "需同意")) { row, language in Self.consent(row, in: language) }
        ]
    )

    /// Returns whether subscribers must agree to a change of the price.
    private static func consent(_ row: JSONValue, in language: Language) -> String {
        let answers = [
            "notRequired": LocalizedText("no", "否"), "required": LocalizedText("yes", "是"),
            "requiredUnlessYearly": LocalizedText("yes, unless yearly", "是，按年订阅除外"),
        ]
        let reasons = [
            "storefront": LocalizedText("law of the storefront", "店面所在地法律"),
            "repeated": LocalizedText("second within a year", "一年内第二次"),
            "large": LocalizedText("large", "幅度大"), "otherCurrency": LocalizedText("other currency", "货币不同"),
        ]
        let answer = row["consent"].plain
        guard let text = answers[answer]?.text(in: language) else { return answer }
        guard let reason = reasons[row["consentReason"].plain]?.text(in: language) else { return text }
        return language == .simplifiedChinese ? "\(text)（\(reason)）" : "\(text): \(reason)"
    }

    /// The table of prices that a fetch changed.
    static let priceUpdates = Listing(
        none: LocalizedText("No price changed.", "价格没有变化。"),
        [
            Column(LocalizedText("PRODUCT", "商品"), of: "product"),
            Column(LocalizedText("STOREFRONT", "店面"), of: "storefront"),
            Column(LocalizedText("BEFORE", "之前"), isNumber: true) { row, _ in row["before"].price },
            Column(LocalizedText("PRICE", "价格"), isNumber: true) { row, _ in row["price"].price },
            Column(LocalizedText("FROM", "生效时间"), of: "from"),
            Column(LocalizedText("WHY", "原因")) { row, language in Self.origin(row["origin"], in: language) },
        ]
    )

    /// The table of price mismatches.
    static let priceMismatches = Listing(
        none: LocalizedText("No sale with a known price is at another one.", "有已知价格的销售均符合商品价格。"),
        [
            Column(LocalizedText("PRODUCT", "商品"), of: "product"),
            Column(LocalizedText("STOREFRONT", "店面"), of: "storefront"),
            Column(LocalizedText("PAID", "实付"), isNumber: true) { row, _ in row["price"].price },
            Column(LocalizedText("EXPECTED", "应付"), isNumber: true) { row, _ in row["expected"].price },
            Column(LocalizedText("SALES", "笔数"), of: "count", isNumber: true),
            Column(LocalizedText("FIRST", "首笔"), of: "first"),
            Column(LocalizedText("LAST", "末笔"), of: "last"),
            Column(LocalizedText("FOR EXAMPLE", "例如")) { row, _ in
                (row["transactions"]?.elements ?? []).prefix(2).compactMap(\.text).joined(separator: " ")
            },
        ]
    )

    /// The reasons for a price, and its sources.
    private static let reasons = [
        Column(LocalizedText("WHY", "原因")) { row, language in Self.origin(row["origin"], in: language) },
        Column(LocalizedText("SOURCE", "来源")) { row, language in
            let version = row["catalogVersion"].plain
            return switch row["source"].plain {
            case "catalog": LocalizedText("catalog \(version)", "目录 \(version)").text(in: language)
            case "fetched": "App Store Connect"
            case "imported": LocalizedText("file", "文件").text(in: language)
            default: row["source"].plain
            }
        },
        Column(LocalizedText("BY", "操作者"), of: "by"),
    ]

    private static func origin(_ value: JSONValue?, in language: Language) -> String {
        let words = [
            "base": LocalizedText("base", "基准"), "byHand": LocalizedText("by hand", "手动"),
            "equalized": LocalizedText("equalized", "自动换算"),
        ]
        return words[value.plain]?.text(in: language) ?? value.plain
    }

    /// Returns coins as a number, or each kind by its name.
    private static func coins(_ value: JSONValue?) -> String {
        guard case .object(let kinds)? = value else { return value.plain }
        return kinds.map { "\($0.key) \($0.value.plain)" }.joined(separator: ", ")
    }

    private static func price(_ value: JSONValue?) -> String { value.price }

    /// Returns an amount without its currency, which is above the column.
    private static func amount(_ value: JSONValue?) -> String {
        value.money.map { DecimalText.amount($0.amountMilliunits) } ?? ""
    }
}

extension JSONValue? {
    /// The amount of money for people; empty if there is none.
    var price: String { self.money?.spelling ?? "" }

    /// The amount of money of an object.
    var money: Money? {
        guard let self, let amount = Int64(self["amountMilliunits"].plain) else { return nil }
        return Money(amountMilliunits: amount, currency: self["currency"].plain)
    }
}

extension JSONValue {
    /// Creates the object of an amount of money, as in the HTTP API.
    init(_ money: Money) {
        self = .object([
            JSONMember(key: "amountMilliunits", value: .number("\(money.amountMilliunits)")),
            JSONMember(key: "currency", value: .string(money.currency)),
        ])
    }
}
