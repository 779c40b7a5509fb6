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
    init(_ product: Product, in catalogue: Catalogue, price: Money? = nil) {
        self.id = product.id.rawValue
        self.kind = product.kind.catalogueWord
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
        let point = product.shopPrice?.storePrice(among: catalogue.pricePoints)
        self.price = price.map(MoneyBody.init)
        self.shopPrice = product.shopPrice.map { MoneyBody($0.price) }
        self.storePrice = point.map(MoneyBody.init)
        self.differenceCoins = product.shopPrice.flatMap { shop -> [String: Int]? in
            guard let point, let coin = shop.differenceCoin, let rate = catalogue.coins[coin]?.apple,
                let coins = shop.difference(paid: point, rate: rate)
            else { return nil }
            return [coin: coins]
        }
    }
}
