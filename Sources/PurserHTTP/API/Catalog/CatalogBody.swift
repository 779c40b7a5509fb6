import Ledger
import PurserService

/// The catalog that counts now, as our JSON.
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

    /// What is fulfilled.
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
    /// Its form.
    static let schema = APISchema.named(
        "Catalog",
        .object(
            .optional("version", CatalogVersionBody.schema),
            .required("products", .array(of: .record(ProductBody.properties + Self.selling))),
            .required("entitlements", .array(of: EntitlementDefinitionBody.schema)),
            .required("coins", .map(of: Self.coin)),
            .required("pricePoints", .map(of: .array(of: .integer(1...Int64.max))), "Milliunits, by currency."),
            .required("sandbox", .map(of: .string()), "The policy of each kind of product."),
            .required("testers", .array(of: .customer)),
            .required("transfer", .map(of: .map(of: .string())), "The policy of each kind and environment."),
            .optional("fulfillment", Self.fulfillment, "Absent where nothing is fulfilled by this server."),
            .required("gracePolicy", Self.gracePolicy),
            .required("timeZone", .string())
        )
    )

    private static let fulfillment = APISchema.object(
        .required("from", .instant, "Since when purchases are fulfilled."),
        .required("finish", .boolean, "Whether Apple is told that a consumable is finished once it is fulfilled.")
    )

    private static let selling: [APIProperty] = [
        .optional("storefronts", .array(of: .string()), "Where it is sold, if not everywhere."),
        .optional("exceptStorefronts", .array(of: .string()), "Where it is not sold."),
        .optional("prices", Self.prices, "Apple's prices by storefront, as they were written."),
        .optional("onRefund", .enumeration(RefundConsequence.allCases.map(\.rawValue))),
        .required("onRequest", .enumeration(RequestConsequence.allCases.map(\.rawValue))),
        .required(
            "reportedRefunds",
            .enumeration(ReportedRefund.Treatment.allCases.map(\.rawValue)),
            "What follows from a refund that is reported and that Apple did not sign."
        ),
    ]

    private static let prices = APISchema.object(
        .required("base", .string(), "The storefront from whose price Apple equalizes others."),
        .required("byHand", .map(of: .money), "The prices by storefront, that of the base included.")
    )

    private static let coin = APISchema.object(
        .optional("apple", Self.rate, "What a sum buys in the App Store."),
        .optional("elsewhere", Self.rate, "What a sum buys elsewhere."),
        .optional("minimumPerCoin", .string(), "The least that one should cost."),
        .required(
            "spend",
            .array(of: .enumeration(SpendOrder.Rank.allCases.map(\.rawValue))),
            "Which are spent first."
        ),
        .required("debt", .enumeration(DebtRepayment.allCases.map(\.rawValue)), "What becomes of a debt.")
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
