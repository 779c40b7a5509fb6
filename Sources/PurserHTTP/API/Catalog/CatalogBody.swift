import Ledger
import PurserService

/// The catalog in force, in JSON.
struct CatalogBody: Encodable {
    struct CoinBody: Encodable {
        let apple: Rate?
        let elsewhere: Rate?
        let minimumPerCoin: String?
        let spend: [String]
        let debt: String

        init(_ coin: Coin) {
            self.apple = coin.apple.map(Rate.init)
            self.elsewhere = coin.elsewhere.map(Rate.init)
            self.minimumPerCoin = coin.minimum?.spelling
            self.spend = coin.spendOrder.ranks.map(\.rawValue)
            self.debt = coin.debtRepayment.rawValue
        }
    }

    struct Rate: Encodable {
        let coins: Int
        let per: MoneyBody

        init(_ rate: CoinRate) {
            self.coins = rate.coins
            self.per = MoneyBody(rate.unit)
        }
    }

    struct SoldProduct: Encodable {
        let product: ProductBody
        let storefronts: [String]?
        let exceptStorefronts: [String]?
        let prices: PricesBody?
        let onRefund: String?
        let onRequest: String
        let reportedRefunds: String

        init(_ product: Product, in catalog: Catalog) {
            self.product = ProductBody(product, in: catalog)
            switch product.area {
            case .everywhere: (self.storefronts, self.exceptStorefronts) = (nil, nil)
            case .only(let codes): (self.storefronts, self.exceptStorefronts) = (codes.sorted(), nil)
            case .except(let codes): (self.storefronts, self.exceptStorefronts) = (nil, codes.sorted())
            }
            self.prices = product.prices.map(PricesBody.init)
            self.onRefund = product.onRefund?.rawValue
            self.onRequest = product.onRequest.rawValue
            self.reportedRefunds = catalog.treatment(ofRefundsOf: product.id).rawValue
        }

        enum CodingKeys: String, CodingKey {
            case storefronts, exceptStorefronts, prices, onRefund, onRequest, reportedRefunds
        }

        func encode(to encoder: any Encoder) throws {
            try self.product.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(self.storefronts, forKey: .storefronts)
            try container.encodeIfPresent(self.exceptStorefronts, forKey: .exceptStorefronts)
            try container.encodeIfPresent(self.prices, forKey: .prices)
            try container.encodeIfPresent(self.onRefund, forKey: .onRefund)
            try container.encode(self.onRequest, forKey: .onRequest)
            try container.encode(self.reportedRefunds, forKey: .reportedRefunds)
        }
    }

    /// The prices of a product by storefront.
    struct PricesBody: Encodable {
        let base: String
        let byHand: [String: MoneyBody]

        init(_ prices: PriceSchedule) {
            self.base = prices.base
            let known = prices.storefronts.compactMap { storefront in
                prices.price(in: storefront, at: Instant(milliseconds: .max)).map { (storefront, MoneyBody($0.price)) }
            }
            self.byHand = Dictionary(uniqueKeysWithValues: known)
        }
    }

    struct GracePolicyBody: Encodable {
        let grace: Bool
        let retry: Bool
        let overdue: Bool
        let leewaySeconds: Int64
        let sandboxLeewaySeconds: Int64

        init(_ gracePolicy: GracePolicy) {
            self.grace = gracePolicy.keepsInGrace
            self.retry = gracePolicy.keepsInRetry
            self.overdue = gracePolicy.keepsWhenOverdue
            self.leewaySeconds = gracePolicy.overdueLeeway.milliseconds / 1000
            self.sandboxLeewaySeconds = gracePolicy.overdueLeewaySandbox.milliseconds / 1000
        }
    }

    let version: CatalogVersionBody?
    let products: [SoldProduct]
    let entitlements: [EntitlementDefinitionBody]
    let coins: [String: CoinBody]
    let pricePoints: [String: [Int64]]
    let sandbox: [String: String]
    let testers: [String]
    let transfer: [String: [String: String]]
    let fulfillment: FulfillmentBody?
    let gracePolicy: GracePolicyBody
    let timeZone: String

    /// The settings for fulfillment.
    struct FulfillmentBody: Encodable {
        let from: String
        let finish: Bool
    }

    init(_ current: LiveCatalog.Current) {
        let catalog = current.catalog
        self.version = current.version.map(CatalogVersionBody.init)
        self.products = catalog.products.values.sorted { $0.id < $1.id }.map { SoldProduct($0, in: catalog) }
        self.entitlements = EntitlementDefinitionBody.all(of: catalog)
        self.coins = catalog.coins.mapValues(CoinBody.init)
        var points: [String: [Int64]] = [:]
        for currency in catalog.pricePoints.currencies {
            points[currency] = catalog.pricePoints.all(in: currency).map(\.amountMilliunits)
        }
        self.pricePoints = points
        var sandbox: [String: String] = [:]
        var transfer: [String: [String: String]] = [:]
        for kind in TransactionSnapshot.Kind.allCases {
            sandbox[kind.catalogName] = catalog.sandbox[kind].spelling
            guard kind != .consumable else { continue }
            for environment in StoreEnvironment.allCases {
                let policy = catalog.transfer[kind, environment]
                transfer[kind.catalogName, default: [:]][environment.rawValue] = policy.rawValue
            }
        }
        self.sandbox = sandbox
        self.transfer = transfer
        self.testers = catalog.testers.sorted().map(\.rawValue)
        self.fulfillment = catalog.fulfillment.map { FulfillmentBody(from: $0.from.rfc3339, finish: $0.finishes) }
        self.gracePolicy = GracePolicyBody(catalog.gracePolicy)
        self.timeZone = catalog.timeZone
    }
}

extension CatalogBody {
    /// Its schema.
    static let schema = APISchema.named(
        "Catalog",
        .object(
            .optional("version", CatalogVersionBody.schema),
            .required("products", .array(of: .record(ProductBody.properties + Self.selling))),
            .required("entitlements", .array(of: EntitlementDefinitionBody.schema)),
            .required("coins", .map(of: Self.coin)),
            .required(
                "pricePoints",
                .map(of: .array(of: .integer(1...Int64.max))),
                "Amounts in milliunits, by currency."
            ),
            .required("sandbox", .map(of: .string()), "The policy of each product type."),
            .required("testers", .array(of: .customer)),
            .required("transfer", .map(of: .map(of: .string())), "The policy of each product type and environment."),
            .optional(
                "fulfillment",
                Self.fulfillment,
                "The settings for fulfillment; absent if this server fulfills nothing."
            ),
            .required("gracePolicy", Self.gracePolicy),
            .required("timeZone", .string())
        )
    )

    private static let fulfillment = APISchema.object(
        .required("from", .instant, "The instant from which purchases are fulfilled."),
        .required("finish", .boolean, "Whether the server finishes a consumable at Apple after its fulfillment.")
    )

    private static let selling: [APIProperty] = [
        .optional("storefronts", .array(of: .string()), "The storefronts in which it is sold; absent for all."),
        .optional("exceptStorefronts", .array(of: .string()), "The storefronts in which it is not sold."),
        .optional("prices", Self.prices, "Apple's prices by storefront, as in the catalog file."),
        .optional("onRefund", .enumeration(RefundConsequence.allCases.map(\.rawValue))),
        .required("onRequest", .enumeration(RequestConsequence.allCases.map(\.rawValue))),
        .required(
            "reportedRefunds",
            .enumeration(ReportedRefund.Treatment.allCases.map(\.rawValue)),
            "The effect of a refund that was reported without Apple's signature."
        ),
    ]

    private static let prices = APISchema.object(
        .required("base", .string(), "The storefront from whose price Apple derives the others."),
        .required("byHand", .map(of: .money), "The prices that are set by storefront, including the base.")
    )

    private static let coin = APISchema.object(
        .optional("apple", Self.rate, "The value of one coin in the App Store."),
        .optional("elsewhere", Self.rate, "The value of one coin elsewhere."),
        .optional("minimumPerCoin", .string(), "The minimum price of one coin."),
        .required(
            "spend",
            .array(of: .enumeration(SpendOrder.Rank.allCases.map(\.rawValue))),
            "The order in which lots are spent."
        ),
        .required("debt", .enumeration(DebtRepayment.allCases.map(\.rawValue)), "The treatment of debt.")
    )

    private static let rate = APISchema.object(
        .required("coins", .integer(1...Int64.max)),
        .required("per", .money)
    )

    private static let gracePolicy = APISchema.object(
        .required("grace", .boolean),
        .required("retry", .boolean),
        .required("overdue", .boolean),
        .required("leewaySeconds", .integer(0...Int64.max)),
        .required("sandboxLeewaySeconds", .integer(0...Int64.max))
    )
}
