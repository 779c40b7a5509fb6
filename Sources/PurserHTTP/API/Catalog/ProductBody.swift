import Ledger
import PurserService

/// A product as our JSON shows it: what an app needs before it asks StoreKit, and to show what is bought.
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

    /// The product with the price that counts in the storefront that was asked for, where one was.
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
    /// Its members, which a product of the whole catalog has too.
    static let properties: [APIProperty] = [
        .required("id", .product, "Apple's product id."),
        .required("kind", .enumeration(TransactionSnapshot.Kind.allCases.map(\.catalogName))),
        .optional("appStoreId", .integer(1...Int64.max), "Apple's number of the product."),
        .optional("group", .string(), "The group of an auto-renewable, by the catalog's name for it."),
        .optional("level", .integer(1...1000), "The level of an auto-renewable in its group, 1 being the highest."),
        .required("unlocks", .array(of: .string()), "The entitlements."),
        .optional("lasts", .string(), "How long a non-renewing lasts: ISO 8601."),
        .required("coins", Self.coins, "What one purchase brings; of an auto-renewable its first period."),
        .optional("renewalCoins", Self.coins, "What each renewal of an auto-renewable brings."),
        .optional("introductoryOffer", .boolean, "Whether new subscribers of the group get an offer with it."),
        .required("offers", .array(of: ProductOfferBody.schema), "The promotional offers."),
        .optional("retired", .boolean, "`true` where it is not sold any longer."),
        .optional("price", .money, "Apple's price in the storefront that was asked for, where it is known."),
        .optional("shopPrice", .money, "The shop's own price."),
        .optional("storePrice", .money, "The nearest price point not below the shop's price."),
        .optional("differenceCoins", Self.coins, "What makes up for the difference of the two."),
    ]

    /// Its form.
    static let schema = APISchema.named("Product", .record(Self.properties))

    private static let coins = APISchema.map(of: .integer(0...Int64.max))
}

/// A promotional offer of a product as our JSON shows it: its id, and who may have it how often.
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
    /// Its form.
    static let schema = APISchema.named(
        "ProductOffer",
        .object(
            .required("id", .string(), "The offer's id in App Store Connect."),
            .required(
                "audience",
                .array(of: .enumeration(OfferRule.Audience.allCases.map(\.rawValue))),
                "Who may have it."
            ),
            .optional("limit", .integer(1...1000), "How often one customer may have it signed."),
            .optional("within", .string(), "The time in which the limit counts: ISO 8601.")
        )
    )
}

/// An entitlement as our JSON shows it, with the products that unlock it.
struct EntitlementDefinitionBody: Encodable {
    let name: String
    let displayNames: [String: String]
    let products: [String]

    init(_ entitlement: EntitlementDefinition, products: [String]) {
        self.name = entitlement.name.rawValue
        self.displayNames = entitlement.displayNames
        self.products = products
    }

    /// The entitlements of a catalog, by name.
    static func all(of catalog: Catalog) -> [EntitlementDefinitionBody] {
        catalog.entitlements.values.sorted { $0.name < $1.name }.map { entitlement in
            let products = catalog.products.values.filter { $0.unlocks.contains(entitlement.name) }
            return EntitlementDefinitionBody(entitlement, products: products.map(\.id).sorted().map(\.rawValue))
        }
    }
}

extension EntitlementDefinitionBody {
    /// Its form.
    static let schema = APISchema.named(
        "EntitlementDefinition",
        .object(
            .required("name", .string()),
            .required("displayNames", .map(of: .string()), "What people call it, by language tag."),
            .required("products", .array(of: .product), "The products that unlock it.")
        )
    )
}
