import AppStore
import AppStoreSimulator
import Ledger

/// What the explorer's programs buy, as the store sells it and as the server's catalog says.
///
/// Every product that lasts gives an entitlement of its own name, so that entitlements show exactly which product runs.
enum ExplorerShop {
    /// The app under test.
    static let bundleID = "com.example.shop"
    /// Apple's number of it.
    static let appAppleID: Int64 = 1_234_567_890
    /// An app of another developer, whose notifications are sent to the wrong URL.
    static let strangeBundleID = "com.example.other"
    /// The product of that app.
    static let strangeProduct = "other.monthly"

    /// The customers.
    static let customers = ["anna", "bert", "carl", "dora"]
    /// The subscriptions of the app under test.
    static let subscriptions = ["pro.monthly", "pro.yearly", "basic.monthly", "club.yearly", "news.weekly"]
    /// The subscriptions that it sells to groups: one whose members the app invites, and one whose members Apple does.
    static let teams = ["team.monthly", "crew.monthly"]
    /// Everything else it sells.
    static let things = ["theme.dark", "coins.100", Self.pass]
    /// The product that lasts a month and does not renew.
    static let pass = "pass.summer"
    /// The identifiers of promotional and win-back offers.
    static let offers = ["promo", "back"]
    /// The offer codes.
    static let codes = ["HELLO", "STACK", "COINS"]

    /// The token of a customer.
    static func token(of customer: String) -> String {
        let number = (self.customers.firstIndex(of: customer) ?? 0) + 1
        return "6d1b1f6e-3f0f-4b2e-9f3c-00000000000\(number)"
    }

    /// The store's catalog of the app under test.
    static let worldCatalog = WorldCatalog([
        .subscription(
            "pro.monthly",
            group: "pro",
            level: 1,
            period: .month,
            price: Self.dollars(10_000),
            isFamilyShareable: true,
            offers: [
                WorldOffer(kind: .introductory, mode: .free, period: .week, price: Self.dollars(0)),
                WorldOffer(
                    kind: .promotional,
                    id: "promo",
                    mode: .payAsYouGo,
                    period: .month,
                    periodCount: 2,
                    price: Self.dollars(5_000)
                ),
                WorldOffer(
                    kind: .code,
                    id: "HELLO",
                    mode: .payUpFront,
                    period: .months(3),
                    price: Self.dollars(9_000)
                ),
                WorldOffer(kind: .winBack, id: "back", mode: .free, period: .month, price: Self.dollars(0)),
                WorldOffer(
                    kind: .code,
                    id: "STACK",
                    mode: .free,
                    period: .month,
                    price: Self.dollars(0),
                    isStackable: true
                ),
            ]
        ),
        .subscription("pro.yearly", group: "pro", level: 1, period: .year, price: Self.dollars(90_000)),
        .subscription("basic.monthly", group: "pro", level: 2, period: .month, price: Self.dollars(5_000)),
        .subscription(
            "club.yearly",
            group: "club",
            period: .year,
            price: Self.dollars(120_000),
            billingPlans: [
                WorldBillingPlan(
                    kind: .billedUpfront,
                    price: Self.dollars(120_000),
                    commitmentPrice: Self.dollars(120_000)
                ),
                WorldBillingPlan(kind: .monthly, price: Self.dollars(11_000), commitmentPrice: Self.dollars(132_000)),
            ]
        ),
        .subscription(
            "news.weekly",
            group: "news",
            period: .week,
            price: Self.dollars(2_000),
            isFamilyShareable: true
        ),
        .subscription(
            "team.monthly",
            group: "team",
            period: .month,
            price: Self.dollars(9_000),
            seats: WorldSeats(.developer, tiers: [WorldSeats.Tier(from: 4, price: Self.dollars(7_000))])
        ),
        .subscription(
            "crew.monthly",
            group: "crew",
            period: .month,
            price: Self.dollars(8_000),
            seats: WorldSeats(.apple)
        ),
        .nonConsumable("theme.dark", price: Self.dollars(2_000), isFamilyShareable: true),
        .consumable(
            "coins.100",
            price: Self.dollars(1_000),
            offers: [WorldOffer(kind: .code, id: "COINS", mode: .oneTime, price: Self.dollars(500))]
        ),
        .nonRenewing(Self.pass, price: Self.dollars(15_000)),
    ])

    /// The store's catalog of the other app.
    static let strangeCatalog = WorldCatalog([
        .subscription(Self.strangeProduct, group: "other", period: .month, price: Self.dollars(3_000))
    ])

    /// The server's catalog of the app.
    static let catalog: Catalog = {
        let products = Self.worldCatalog.products.map { product in
            let kind: TransactionSnapshot.Kind =
                switch product.kind {
                case .autoRenewable: .autoRenewable
                case .nonConsumable: .nonConsumable
                case .consumable: .consumable
                case .nonRenewing: .nonRenewing
                }
            return Product(
                id: ProductID(product.id),
                kind: kind,
                group: product.group,
                level: product.level,
                unlocks: kind == .consumable ? [] : [EntitlementName(product.id)],
                lasts: kind == .nonRenewing ? CalendarPeriod(months: 1, days: 0) : nil,
                grants: kind == .consumable ? ["coins": 100] : [:]
            )
        }
        let entitlements = products.flatMap(\.unlocks).map { ($0, EntitlementDefinition(name: $0)) }
        return Catalog(
            entitlements: Dictionary(entitlements) { first, _ in first },
            products: Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
        )
    }()

    /// The same, with coins in wallets from the beginning.
    ///
    /// What the Sandbox gives in a day depends on what came first, so it gives all.
    static let payingCatalog: Catalog = {
        let known = Self.catalog
        var sandbox = SandboxPolicies()
        sandbox[.consumable] = .allow
        return Catalog(
            entitlements: known.entitlements,
            products: known.products,
            gracePolicy: known.gracePolicy,
            coins: ["coins": Coin()],
            sandbox: sandbox,
            fulfillment: FulfillmentPolicy(from: Instant(milliseconds: 0))
        )
    }()

    private static func dollars(_ milliunits: Int64) -> WorldPrice {
        WorldPrice(milliunits: milliunits, currency: "USD")
    }
}
