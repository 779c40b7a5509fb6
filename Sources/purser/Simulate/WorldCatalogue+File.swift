import AppStoreSimulator
import Ledger
import PurserService

extension WorldCatalogue {
    /// What a catalogue file sells, as the simulated App Store sells it.
    ///
    /// Throws a finding for each product without a price and each subscription without a period, which the store needs
    /// and the ledger does not.
    init(_ file: CatalogueFile, path: String) throws(Findings) {
        var products: [WorldProduct] = []
        var findings: [Finding] = []
        for id in file.productIDs {
            guard let product = file.catalogue.products[id] else { continue }
            let terms = file.terms[id]
            guard let price = terms?.price else {
                findings.append(
                    Finding(
                        file: path,
                        keyPath: "products.\(id).price",
                        problem: "is missing, and a store sells nothing without a price",
                        remedy: "Add for example: price: USD 9.99"
                    )
                )
                continue
            }
            guard let kind = Self.kind(of: product, period: terms?.period) else {
                findings.append(
                    Finding(
                        file: path,
                        keyPath: "products.\(id).period",
                        problem: "is missing, and a subscription renews after a period",
                        remedy: "Add for example: period: P1M"
                    )
                )
                continue
            }
            products.append(
                WorldProduct(
                    id: id.rawValue,
                    kind: kind,
                    price: WorldPrice(milliunits: price.amountMilliunits, currency: price.currency),
                    appStoreId: product.appStoreID
                )
            )
        }
        guard findings.isEmpty else { throw Findings(findings) }
        self.init(products)
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
