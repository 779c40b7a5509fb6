import Ledger
import PurserService

extension ProductBody {
    /// Its members, which a product of the whole catalogue has too.
    static let properties: [APIProperty] = [
        .required("id", .product, "Apple's product id."),
        .required("kind", .words(TransactionSnapshot.Kind.allCases.map(\.catalogueWord))),
        .optional("appStoreId", .integer(1...Int64.max), "Apple's number of the product."),
        .optional("group", .string(), "The group of an auto-renewable, by the catalogue's name for it."),
        .optional("level", .integer(1...1000), "The level of an auto-renewable in its group, 1 being the highest."),
        .required("unlocks", .array(of: .string()), "The rights."),
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
