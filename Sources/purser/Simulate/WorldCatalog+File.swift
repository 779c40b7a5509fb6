package import AppStoreSimulator
import Ledger
package import PurserService

extension WorldCatalog {
    /// The catalog of a file in the form of the simulated App Store.
    ///
    /// Throws an issue for each product without a price and each subscription without a period, which the simulated
    /// store needs and the ledger does not.
    package init(_ file: CatalogFile, path: String) throws(ValidationIssues) {
        var products: [WorldProduct] = []
        var issues: [ValidationIssue] = []
        for id in file.productIDs {
            guard let product = file.catalog.products[id] else { continue }
            let terms = file.terms[id]
            guard let price = terms?.price else {
                issues.append(
                    ValidationIssue(
                        file: path,
                        keyPath: "products.\(id).price",
                        problem: "is missing; the simulated store needs a price",
                        remedy: "Add for example: price: USD 9.99"
                    )
                )
                continue
            }
            guard let kind = Self.kind(of: product, period: terms?.period) else {
                issues.append(
                    ValidationIssue(
                        file: path,
                        keyPath: "products.\(id).period",
                        problem: "is missing; the simulated store needs the period of a subscription",
                        remedy: "Add for example: period: P1M"
                    )
                )
                continue
            }
            products.append(
                WorldProduct(
                    id: id.rawValue,
                    kind: kind,
                    price: WorldPrice(price),
                    prices: Self.prices(of: product),
                    appStoreId: product.appStoreID
                )
            )
        }
        guard issues.isEmpty else { throw ValidationIssues(issues) }
        self.init(products)
    }

    /// Returns the prices that a catalog sets explicitly, by storefront; Apple equalizes the others.
    private static func prices(of product: Product) -> [String: WorldPrice] {
        // The price of the base alone is the product's price.
        guard let schedule = product.prices, schedule.storefronts != [schedule.base] else { return [:] }
        let latest = Instant(milliseconds: .max)
        var prices: [String: WorldPrice] = [:]
        for storefront in schedule.storefronts {
            prices[storefront] = schedule.price(in: storefront, at: latest).map { WorldPrice($0.price) }
        }
        return prices
    }

    private static func kind(of product: Product, period: CalendarPeriod?) -> WorldProduct.Kind? {
        switch product.kind {
        case .consumable: return .consumable
        case .nonConsumable: return .nonConsumable
        case .nonRenewing: return .nonRenewing
        case .autoRenewable:
            guard let period else { return nil }
            return .autoRenewable(
                group: product.group?.rawValue ?? product.id.rawValue,
                level: product.level ?? 1,
                period: SubscriptionPeriod(months: period.months, days: period.days)
            )
        }
    }
}

extension WorldPrice {
    /// Creates the price of an amount.
    fileprivate init(_ sum: Money) { self.init(milliunits: sum.amountMilliunits, currency: sum.currency) }
}
