import Ledger
import PurserService

/// A product in JSON: what an app needs before it calls StoreKit, and to display the purchase.
struct ProductBody: Encodable {
    let id: String
    let kind: String
    let appStoreId: Int64?
    let group: String?
    let level: Int?
    let unlocks: [String]
    let lasts: String?
    let coins: [String: Int]
    let renewalCoins: [String: Int]?
    let introductoryOffer: Bool?
    let offers: [ProductOfferBody]
    let retired: Bool?
    let price: MoneyBody?
    let shopPrice: MoneyBody?
    let storePrice: MoneyBody?
    let differenceCoins: [String: Int]?

    /// Creates the body of a product, with the current price in the requested storefront if there is one.
    init(_ product: Product, in catalog: Catalog, price: Money? = nil) {
        self.id = product.id.rawValue
        self.kind = product.kind.catalogName
        self.appStoreId = product.appStoreID
        self.group = product.group?.rawValue
        self.level = product.kind == .autoRenewable ? product.level ?? 1 : nil
        self.unlocks = product.unlocks.map(\.rawValue)
        self.lasts = product.lasts.map { "\($0)" }
        self.coins = product.grants
        self.renewalCoins = product.kind == .autoRenewable ? product.renewalGrants : nil
        self.introductoryOffer = product.kind == .autoRenewable ? product.hasIntroductoryOffer : nil
        self.offers = product.offers.sorted { $0.key < $1.key }.map(ProductOfferBody.init)
        self.retired = product.isRetired ? true : nil
        let point = product.shopPrice?.storePrice(among: catalog.pricePoints)
        self.price = price.map(MoneyBody.init)
        self.shopPrice = product.shopPrice.map { MoneyBody($0.price) }
        self.storePrice = point.map(MoneyBody.init)
        self.differenceCoins = product.shopPrice.flatMap { shop -> [String: Int]? in
            guard let point, let coin = shop.differenceCoin, let rate = catalog.coins[coin]?.apple,
                let coins = shop.difference(paid: point, rate: rate)
            else { return nil }
            return [coin: coins]
        }
    }
}

extension ProductBody {
    /// The members, which a product of the whole catalog has too.
    static let properties: [APIProperty] = [
        .required("id", .product, "Apple's product id."),
        .required("kind", .enumeration(TransactionSnapshot.Kind.allCases.map(\.catalogName))),
        .optional("appStoreId", .integer(1...Int64.max), "Apple's numeric id of the product."),
        .optional("group", .string(), "The subscription group in the catalog, for an auto-renewable subscription."),
        .optional(
            "level",
            .integer(1...1000),
            "The level in the group, for an auto-renewable subscription; 1 is the highest."
        ),
        .required("unlocks", .array(of: .string()), "The entitlements that it unlocks."),
        .optional("lasts", .string(), "The duration of a non-renewing subscription (ISO 8601)."),
        .required(
            "coins",
            Self.coins,
            "The coins that one purchase provides; for an auto-renewable subscription, the first period."
        ),
        .optional(
            "renewalCoins",
            Self.coins,
            "The coins that each renewal of an auto-renewable subscription provides."
        ),
        .optional(
            "introductoryOffer",
            .boolean,
            "Whether it has an introductory offer for new subscribers of the group."
        ),
        .required("offers", .array(of: ProductOfferBody.schema), "The promotional offers."),
        .optional("retired", .boolean, "`true` if it is no longer sold."),
        .optional("price", .money, "Apple's price in the requested storefront, if known."),
        .optional("shopPrice", .money, "The shop's own price."),
        .optional("storePrice", .money, "The nearest price point that is not below the shop's price."),
        .optional("differenceCoins", Self.coins, "The coins that compensate for the difference of the two."),
    ]

    /// Its schema.
    static let schema = APISchema.named("Product", .record(Self.properties))

    private static let coins = APISchema.map(of: .integer(0...Int64.max))
}

/// A promotional offer of a product in JSON: its id, eligibility and limit.
struct ProductOfferBody: Encodable {
    let id: String
    let audience: [String]
    let limit: Int?
    let within: String?

    init(_ id: OfferID, _ rule: OfferRule) {
        self.id = id.rawValue
        self.audience = rule.audience.map(\.rawValue).sorted()
        self.limit = rule.limit?.count
        self.within = rule.limit?.period.map { "\($0)" }
    }
}

extension ProductOfferBody {
    /// Its schema.
    static let schema = APISchema.named(
        "ProductOffer",
        .object(
            .required("id", .string(), "The offer's id in App Store Connect."),
            .required(
                "audience",
                .array(of: .enumeration(OfferRule.Audience.allCases.map(\.rawValue))),
                "The customers who are eligible."
            ),
            .optional("limit", .integer(1...1000), "How many times the server signs it for one customer."),
            .optional("within", .string(), "The period of the limit (ISO 8601).")
        )
    )
}

/// An entitlement of the catalog in JSON, with the products that unlock it.
struct EntitlementDefinitionBody: Encodable {
    let name: String
    let displayNames: [String: String]
    let products: [String]

    init(_ entitlement: EntitlementDefinition, products: [String]) {
        self.name = entitlement.name.rawValue
        self.displayNames = entitlement.displayNames
        self.products = products
    }

    /// Returns the entitlements of a catalog, by name.
    static func all(of catalog: Catalog) -> [EntitlementDefinitionBody] {
        catalog.entitlements.values.sorted { $0.name < $1.name }.map { entitlement in
            let products = catalog.products.values.filter { $0.unlocks.contains(entitlement.name) }
            return EntitlementDefinitionBody(entitlement, products: products.map(\.id).sorted().map(\.rawValue))
        }
    }
}

extension EntitlementDefinitionBody {
    /// Its schema.
    static let schema = APISchema.named(
        "EntitlementDefinition",
        .object(
            .required("name", .string()),
            .required("displayNames", .map(of: .string()), "The names for customers, by language tag."),
            .required("products", .array(of: .product), "The products that unlock it.")
        )
    )
}
