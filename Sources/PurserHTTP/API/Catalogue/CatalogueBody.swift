import Ledger
import PurserService

/// The catalogue that counts now, as our JSON.
struct CatalogueBody: Encodable {
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

        init(_ product: Product, in catalogue: Catalogue) {
            self.product = ProductBody(product, in: catalogue)
            switch product.area {
            case .everywhere: (self.storefronts, self.exceptStorefronts) = (nil, nil)
            case .only(let codes): (self.storefronts, self.exceptStorefronts) = (codes.sorted(), nil)
            case .except(let codes): (self.storefronts, self.exceptStorefronts) = (nil, codes.sorted())
            }
            self.prices = product.prices.map(PricesBody.init)
            self.onRefund = product.onRefund?.rawValue
            self.onRequest = product.onRequest.rawValue
            self.reportedRefunds = catalogue.treatment(ofRefundsOf: product.id).rawValue
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

    struct AccessBody: Encodable {
        let grace: Bool
        let retry: Bool
        let overdue: Bool
        let leewaySeconds: Int64
        let sandboxLeewaySeconds: Int64

        init(_ access: AccessPolicy) {
            self.grace = access.keepsInGrace
            self.retry = access.keepsInRetry
            self.overdue = access.keepsWhenOverdue
            self.leewaySeconds = access.overdueLeeway.milliseconds / 1000
            self.sandboxLeewaySeconds = access.overdueLeewaySandbox.milliseconds / 1000
        }
    }

    let version: CatalogueVersionBody?
    let products: [SoldProduct]
    let rights: [RightBody]
    let coins: [String: CoinBody]
    let pricePoints: [String: [Int64]]
    let sandbox: [String: String]
    let testers: [String]
    let transfer: [String: [String: String]]
    let deliveries: DeliveriesBody?
    let access: AccessBody
    let timeZone: String

    /// What is handed over.
    struct DeliveriesBody: Encodable {
        let from: String
        let finish: Bool
    }

    init(_ current: LiveCatalogue.Current) {
        let catalogue = current.catalogue
        self.version = current.version.map(CatalogueVersionBody.init)
        self.products = catalogue.products.values.sorted { $0.id < $1.id }.map { SoldProduct($0, in: catalogue) }
        self.rights = RightBody.all(of: catalogue)
        self.coins = catalogue.coins.mapValues(CoinBody.init)
        var points: [String: [Int64]] = [:]
        for currency in catalogue.pricePoints.currencies {
            points[currency] = catalogue.pricePoints.all(in: currency).map(\.amountMilliunits)
        }
        self.pricePoints = points
        var sandbox: [String: String] = [:]
        var transfer: [String: [String: String]] = [:]
        for kind in TransactionSnapshot.Kind.allCases {
            sandbox[kind.catalogueWord] = catalogue.sandbox[kind].spelling
            guard kind != .consumable else { continue }
            for environment in StoreEnvironment.allCases {
                let policy = catalogue.transfer[kind, environment]
                transfer[kind.catalogueWord, default: [:]][environment.rawValue] = policy.rawValue
            }
        }
        self.sandbox = sandbox
        self.transfer = transfer
        self.testers = catalogue.testers.sorted().map(\.rawValue)
        self.deliveries = catalogue.deliveries.map { DeliveriesBody(from: $0.from.rfc3339, finish: $0.finishes) }
        self.access = AccessBody(catalogue.access)
        self.timeZone = catalogue.timeZone
    }
}

extension CatalogueBody {
    /// Its form.
    static let schema = APISchema.named(
        "Catalogue",
        .object(
            .optional("version", CatalogueVersionBody.schema),
            .required("products", .array(of: .record(ProductBody.properties + Self.selling))),
            .required("rights", .array(of: RightBody.schema)),
            .required("coins", .map(of: Self.coin)),
            .required("pricePoints", .map(of: .array(of: .integer(1...Int64.max))), "Milliunits, by currency."),
            .required("sandbox", .map(of: .string()), "The policy of each kind of product."),
            .required("testers", .array(of: .customer)),
            .required("transfer", .map(of: .map(of: .string())), "The policy of each kind and environment."),
            .optional("deliveries", Self.deliveries, "Absent where nothing is handed over by this server."),
            .required("access", Self.access),
            .required("timeZone", .string())
        )
    )

    private static let deliveries = APISchema.object(
        .required("from", .instant, "Since when purchases are handed over."),
        .required("finish", .boolean, "Whether Apple is told that a consumable is finished once it is handed over.")
    )

    private static let selling: [APIProperty] = [
        .optional("storefronts", .array(of: .string()), "Where it is sold, if not everywhere."),
        .optional("exceptStorefronts", .array(of: .string()), "Where it is not sold."),
        .optional("prices", Self.prices, "Apple's prices by storefront, as they were written."),
        .optional("onRefund", .words(RefundConsequence.allCases.map(\.rawValue))),
        .required("onRequest", .words(RequestConsequence.allCases.map(\.rawValue))),
        .required(
            "reportedRefunds",
            .words(ReportedRefund.Treatment.allCases.map(\.rawValue)),
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
        .required("spend", .array(of: .words(SpendOrder.Rank.allCases.map(\.rawValue))), "Which are spent first."),
        .required("debt", .words(DebtRepayment.allCases.map(\.rawValue)), "What becomes of a debt.")
    )

    private static let rate = APISchema.object(
        .required("coins", .integer(1...Int64.max)),
        .required("per", .money)
    )

    private static let access = APISchema.object(
        .required("grace", .boolean),
        .required("retry", .boolean),
        .required("overdue", .boolean),
        .required("leewaySeconds", .integer(0...Int64.max)),
        .required("sandboxLeewaySeconds", .integer(0...Int64.max))
    )
}
