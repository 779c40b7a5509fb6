/// The default catalog of a world: one product of every kind, one offer of every kind, and generic products for signed
/// requests.
public enum SampleCatalog {
    /// The app's bundle id.
    public static let bundleId = "com.example.shop"
    /// The app's Apple ID.
    public static let appAppleId: Int64 = 1_234_567_890

    /// The products.
    public static let catalog = WorldCatalog([
        .subscription(
            "pro.monthly",
            group: "21500001",
            level: 1,
            period: .month,
            price: Self.dollars(9_990),
            isFamilyShareable: true,
            offers: [
                WorldOffer(kind: .introductory, mode: .free, period: .week, price: Self.dollars(0)),
                WorldOffer(
                    kind: .promotional,
                    id: "stay",
                    mode: .payAsYouGo,
                    period: .month,
                    periodCount: 3,
                    price: Self.dollars(4_990)
                ),
                WorldOffer(
                    kind: .code,
                    id: "HELLO",
                    mode: .payUpFront,
                    period: .months(3),
                    price: Self.dollars(14_990)
                ),
                WorldOffer(kind: .winBack, id: "back", mode: .free, period: .month, price: Self.dollars(0)),
            ]
        ),
        .subscription("basic.monthly", group: "21500001", level: 2, period: .month, price: Self.dollars(4_990)),
        .subscription(
            "pro.yearly",
            group: "21500001",
            level: 1,
            period: .year,
            price: Self.dollars(99_990),
            billingPlans: [
                WorldBillingPlan(
                    kind: .billedUpfront,
                    price: Self.dollars(99_990),
                    commitmentPrice: Self.dollars(99_990)
                ),
                WorldBillingPlan(kind: .monthly, price: Self.dollars(8_990), commitmentPrice: Self.dollars(107_880)),
            ]
        ),
        .subscription("news.weekly", group: "21500002", period: .week, price: Self.dollars(1_990)),
        .consumable(
            "coins.100",
            price: Self.dollars(990),
            offers: [WorldOffer(kind: .code, id: "COINS", mode: .oneTime, price: Self.dollars(490))]
        ),
        .nonConsumable("theme.dark", price: Self.dollars(1_990), isFamilyShareable: true),
        .nonRenewing("pass.summer", price: Self.dollars(14_990)),
        .genericSubscription("studio.membership", group: "21500003"),
        .genericConsumable("studio.charge"),
    ])

    private static func dollars(_ milliunits: Int64) -> WorldPrice {
        WorldPrice(milliunits: milliunits, currency: "USD")
    }
}
