/// The catalog of the built-in scenarios: every kind of product, plan and offer.
public enum ScenarioShop {
    /// The catalog.
    ///
    /// Groups: `pro` (three levels, two lengths, promotional offers, codes, a win-back offer), `trial`, `payg` and
    /// `upfront` (one introductory offer each), `stack` (a code that can be combined), `family` (shared), `news`
    /// (weekly), `club` (yearly, also billed monthly with a commitment), `studio` (generic products of signed
    /// requests), `team` and `crew` (seats, whose members the app or Apple invites), `everything` (a bundle).
    public static let catalog = WorldCatalog(
        Self.pro + Self.introductory + Self.club + [
            .subscription(
                "family.monthly",
                group: "family",
                period: .month,
                price: usd(15_000),
                isFamilyShareable: true
            ),
            .subscription("news.weekly", group: "news", period: .week, price: usd(2_000)),
            .consumable(
                "coins.100",
                price: usd(1_000),
                offers: [WorldOffer(kind: .code, id: "COINS", mode: .oneTime, price: usd(500))]
            ),
            .nonConsumable("theme.dark", price: usd(3_000), isFamilyShareable: true),
            .nonRenewing("pass.summer", price: usd(20_000)),
            .genericSubscription("studio.membership", group: "studio"),
            .genericConsumable("studio.charge"),
            .subscription(
                "team.monthly",
                group: "team",
                period: .month,
                price: usd(10_000),
                seats: WorldSeats(.developer, tiers: [WorldSeats.Tier(from: 6, price: usd(8_000))])
            ),
            .subscription(
                "crew.monthly",
                group: "crew",
                period: .month,
                price: usd(10_000),
                seats: WorldSeats(.apple)
            ),
            .bundle(
                "everything.monthly",
                group: "everything",
                of: ["pro.monthly", "family.monthly"],
                period: .month,
                price: usd(20_000)
            ),
        ]
    )

    private static let pro: [WorldProduct] = [
        .subscription("max.monthly", group: "pro", level: 1, period: .month, price: usd(20_000)),
        .subscription(
            "pro.monthly",
            group: "pro",
            level: 2,
            period: .month,
            price: usd(10_000),
            offers: [
                offer(.promotional, "promo", .payAsYouGo, .month, count: 2, usd(5_000)),
                offer(.code, "HELLO", .payUpFront, .months(3), usd(18_000)),
                WorldOffer(
                    kind: .code,
                    id: "NEWCOMER",
                    mode: .free,
                    period: .month,
                    price: usd(0),
                    eligibility: [.new]
                ),
                offer(.winBack, "come-back", .free, .month, usd(0)),
                offer(.retention, "stay", .payAsYouGo, .month, usd(4_000)),
            ]
        ),
        .subscription("plus.monthly", group: "pro", level: 2, period: .month, price: usd(11_000)),
        .subscription("pro.yearly", group: "pro", level: 2, period: .year, price: usd(100_000)),
        .subscription(
            "basic.monthly",
            group: "pro",
            level: 3,
            period: .month,
            price: usd(5_000),
            offers: [offer(.promotional, "basic-promo", .payAsYouGo, .month, usd(2_000))]
        ),
    ]

    private static let introductory: [WorldProduct] = [
        .subscription(
            "trial.top.monthly",
            group: "trial",
            level: 1,
            period: .month,
            price: usd(12_000),
            offers: [offer(.introductory, nil, .free, .week, usd(0))]
        ),
        .subscription(
            "trial.monthly",
            group: "trial",
            level: 2,
            period: .month,
            price: usd(8_000),
            offers: [offer(.introductory, nil, .free, .week, usd(0))]
        ),
        .subscription(
            "payg.monthly",
            group: "payg",
            period: .month,
            price: usd(9_000),
            offers: [offer(.introductory, nil, .payAsYouGo, .month, count: 3, usd(3_000))]
        ),
        .subscription(
            "upfront.monthly",
            group: "upfront",
            period: .month,
            price: usd(9_000),
            offers: [offer(.introductory, nil, .payUpFront, .months(6), usd(30_000))]
        ),
        .subscription(
            "stack.monthly",
            group: "stack",
            period: .month,
            price: usd(9_000),
            offers: [
                offer(.introductory, nil, .free, .week, usd(0)),
                WorldOffer(
                    kind: .code,
                    id: "STACK",
                    mode: .payAsYouGo,
                    period: .month,
                    periodCount: 2,
                    price: usd(4_000),
                    isStackable: true
                ),
            ]
        ),
    ]

    private static let club: [WorldProduct] = [
        .subscription(
            "club.yearly",
            group: "club",
            level: 1,
            period: .year,
            price: usd(120_000),
            billingPlans: [plan(.billedUpfront, 120_000, 120_000), plan(.monthly, 11_000, 132_000)]
        ),
        .subscription("club.basic.yearly", group: "club", level: 2, period: .year, price: usd(60_000)),
    ]
}

private func usd(_ milliunits: Int64) -> WorldPrice {
    WorldPrice(milliunits: milliunits, currency: "USD")
}

private func plan(_ kind: WorldBillingPlan.Kind, _ price: Int64, _ commitment: Int64) -> WorldBillingPlan {
    WorldBillingPlan(kind: kind, price: usd(price), commitmentPrice: usd(commitment))
}

private func offer(
    _ kind: WorldOffer.Kind,
    _ id: String?,
    _ mode: WorldOffer.Mode,
    _ period: SubscriptionPeriod,
    count: Int = 1,
    _ price: WorldPrice
) -> WorldOffer {
    WorldOffer(kind: kind, id: id, mode: mode, period: period, periodCount: count, price: price)
}
