import AppStore

/// A price point of a product in a storefront: the equivalent of a price in one currency.
struct PricePoint: Hashable, Sendable {
    /// Apple's number of the product.
    let product: String
    /// The storefront.
    let territory: WorldStorefront
    /// The price of which it is the equivalent; price points with the same base are each other's equalizations.
    let base: WorldPrice

    /// Creates a price point.
    init(product: String, territory: WorldStorefront, base: WorldPrice) {
        self.product = product
        self.territory = territory
        self.base = base
    }

    /// Creates the price point of an identifier; returns `nil` for an invalid one.
    init?(id: String) {
        guard let bytes = Base64URL.decode(Array(id.utf8)[...]), let value = try? JSONValue(json: bytes),
            case .string(let product)? = value["s"], case .string(let code)? = value["t"],
            case .string(let point)? = value["p"], let territory = WorldStorefront(code: code),
            let milliunits = Int64(point.dropLast(3)), (0...DecimalPrice.limitMilliunits).contains(milliunits),
            PriceIncrease.thresholdMilliunits(in: String(point.suffix(3))) != nil
        else { return nil }
        self.init(
            product: product,
            territory: territory,
            base: WorldPrice(milliunits: milliunits, currency: String(point.suffix(3)))
        )
    }

    /// The identifier, which is opaque to clients.
    var id: String {
        let value = JSONValue.object([
            JSONMember(key: "s", value: .string(self.product)),
            JSONMember(key: "t", value: .string(self.territory.code)),
            JSONMember(key: "p", value: .string("\(self.base.milliunits)\(self.base.currency)")),
        ])
        return String(decoding: Base64URL.encode(value.json()), as: UTF8.self)
    }

    /// The price that a customer pays.
    var price: WorldPrice { self.base.equalized(for: self.territory) }

    /// The available prices in US dollars: tenths less a hundredth up to 10, halves up to 50, then whole dollars, fives
    /// and tens, up to 999.99.
    static let ladder: [WorldPrice] = {
        let steps: [(through: Int64, by: Int64)] = [
            (9_990, 100), (49_990, 500), (199_990, 1_000), (499_990, 5_000), (999_990, 10_000),
        ]
        var prices: [Int64] = []
        var next: Int64 = 290
        for step in steps {
            while next <= step.through {
                prices.append(next)
                next += step.by
            }
            next = step.through + (steps.first { $0.through > step.through }?.by ?? 0)
        }
        return prices.map { WorldPrice(milliunits: $0, currency: "USD") }
    }()
}

/// The two kinds of priced products in App Store Connect.
enum PriceKind: Hashable, Sendable {
    /// All products except auto-renewable subscriptions.
    case inAppPurchase
    /// Auto-renewable subscriptions.
    case subscription

    /// The type of its price points.
    var pointType: String { self == .subscription ? "subscriptionPricePoints" : "inAppPurchasePricePoints" }
    /// The type of its prices.
    var priceType: String { self == .subscription ? "subscriptionPrices" : "inAppPurchasePrices" }
    /// The name of the price point in a price.
    var pointName: String { self == .subscription ? "subscriptionPricePoint" : "inAppPurchasePricePoint" }
}
