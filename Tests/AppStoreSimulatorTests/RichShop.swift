import AppStore
import AppStoreSimulator

/// A shop with offers of every kind, things a family shares, and a commitment.
enum RichShop {
    static let monthly = WorldProduct.subscription(
        "pro.monthly",
        group: "pro",
        level: 1,
        period: .month,
        price: Shop.dollars(10_000),
        isFamilyShareable: true,
        offers: [
            WorldOffer(kind: .introductory, mode: .free, period: .week, price: Shop.dollars(0)),
            WorldOffer(
                kind: .promotional,
                id: "promo",
                mode: .payAsYouGo,
                period: .month,
                periodCount: 2,
                price: Shop.dollars(5_000)
            ),
            WorldOffer(
                kind: .code,
                id: "HELLO",
                mode: .payUpFront,
                period: .months(3),
                price: Shop.dollars(9_000),
                eligibility: [.new, .expired]
            ),
            WorldOffer(kind: .winBack, id: "back", mode: .free, period: .month, price: Shop.dollars(0)),
            WorldOffer(
                kind: .code,
                id: "STACK",
                mode: .free,
                period: .month,
                price: Shop.dollars(0),
                isStackable: true
            ),
        ]
    )

    static let catalog = WorldCatalog([
        Self.monthly,
        .subscription("basic.monthly", group: "pro", level: 2, period: .month, price: Shop.dollars(5_000)),
        .subscription(
            "club.yearly",
            group: "club",
            period: .year,
            price: Shop.dollars(120_000),
            billingPlans: [
                WorldBillingPlan(
                    kind: .billedUpfront,
                    price: Shop.dollars(120_000),
                    commitmentPrice: Shop.dollars(120_000)
                ),
                WorldBillingPlan(kind: .monthly, price: Shop.dollars(11_000), commitmentPrice: Shop.dollars(132_000)),
            ]
        ),
        .nonConsumable("theme.dark", price: Shop.dollars(2_000), isFamilyShareable: true),
        .consumable(
            "coins.100",
            price: Shop.dollars(1_000),
            offers: [WorldOffer(kind: .code, id: "COINS", mode: .oneTime, price: Shop.dollars(500))]
        ),
    ])

    static func world(
        seed: UInt64 = 7,
        environment: WorldEnvironment = .production,
        graceDays: Int? = nil,
        behavior: WorldBehavior = .production,
        catalog: WorldCatalog = Self.catalog
    ) throws -> World {
        try World(
            seed: seed,
            startingAt: Shop.opening,
            app: WorldApp(
                bundleId: "com.example.shop",
                appAppleId: 1_234_567_890,
                environment: environment,
                gracePeriodDays: graceDays,
                behavior: behavior
            ),
            catalog: catalog
        )
    }
}

extension World {
    /// Performs an action and returns its result.
    @discardableResult
    func act(_ verb: WorldVerb, _ fill: (inout WorldAction) -> Void = { _ in }) throws -> WorldActionResult {
        var action = WorldAction(verb)
        fill(&action)
        return try self.perform(action)
    }

    /// A customer buys.
    @discardableResult
    func shop(
        _ customer: String,
        _ product: String,
        _ fill: (inout WorldAction) -> Void = { _ in }
    ) throws
        -> WorldPurchase?
    {
        try self.act(.buy) {
            $0.customer = customer
            $0.product = product
            fill(&$0)
        }.purchases.first
    }

    /// A customer does something with a product.
    func act(_ verb: WorldVerb, _ customer: String, _ product: String? = nil) throws {
        try self.act(verb) {
            $0.customer = customer
            $0.product = product
        }
    }

    /// Everything in the outbox, each as `customer TYPE/SUBTYPE`.
    func heard() -> [String] {
        self.drainOutbox().map { "\($0.customer?.name ?? "-") \($0.name)" }
    }
}
