import Ledger
import PurserTesting
import Testing

@Suite struct FulfillmentGoodsTests {
    static let gems = ProductID("gems")

    static func money(_ milliunits: Int64, _ currency: String = "CNY") -> Money {
        Money(amountMilliunits: milliunits, currency: currency)
    }

    static func catalog(_ product: Product, points: [Int64] = []) -> Catalog {
        Catalog(
            products: [product.id: product],
            coins: ["gems": Coin(apple: CoinRate(coins: 66, for: Self.money(1000)))],
            pricePoints: PricePoints(["CNY": points])
        )
    }

    static func bought(
        _ kind: TransactionSnapshot.Kind = .consumable,
        _ change: (inout TransactionSnapshot) -> Void = { _ in }
    ) -> TransactionSnapshot {
        Scene.snapshot("7", product: "gems", kind: kind, from: 0, change)
    }

    @Test("Coins are those of the transaction times its quantity")
    func quantity() throws {
        let catalog = Self.catalog(Product(id: Self.gems, kind: .consumable, grants: ["gems": 600]))
        let goods = try #require(try FulfillmentGoods(Self.bought { $0.quantity = 3 }, catalog: catalog))
        #expect(goods.coins == ["gems": 1800] && goods.quantity == 3 && goods.difference.isEmpty)
    }

    @Test("No quantity, and coins beyond counting, are refused", arguments: [(0, 600), (-2, 600), (3, Int.max)])
    func uncountable(quantity: Int, coins: Int) {
        let catalog = Self.catalog(Product(id: Self.gems, kind: .consumable, grants: ["gems": coins]))
        let error = quantity > 0 ? FulfillmentGoodsError.tooMany : .quantity
        #expect(throws: error) {
            _ = try FulfillmentGoods(Self.bought { $0.quantity = quantity }, catalog: catalog)
        }
    }

    @Test("A renewal is fulfilled only where the catalog grants coins for it", arguments: [true, false])
    func renewals(grants: Bool) throws {
        let product = Product(
            id: Self.gems,
            kind: .autoRenewable,
            grants: ["gems": 100],
            renewalGrants: grants ? ["gems": 50] : [:]
        )
        let catalog = Self.catalog(product)
        let first = try FulfillmentGoods(Self.bought(.autoRenewable) { $0.reason = .purchase }, catalog: catalog)
        let renewal = try FulfillmentGoods(Self.bought(.autoRenewable) { $0.reason = .renewal }, catalog: catalog)
        #expect(first?.coins == ["gems": 100])
        #expect(renewal?.coins == (grants ? ["gems": 50] : nil))
    }

    @Test(
        "A product that only unlocks an entitlement is not fulfilled, and every other is",
        arguments: [
            (TransactionSnapshot.Kind.nonConsumable, true, false), (.nonConsumable, false, true),
            (.nonRenewing, true, false), (.consumable, true, true), (.autoRenewable, false, false),
        ]
    )
    func entitlements(kind: TransactionSnapshot.Kind, unlocks: Bool, isFulfilled: Bool) throws {
        let product = Product(id: Self.gems, kind: kind, unlocks: unlocks ? [EntitlementName("pro")] : [])
        let goods = try FulfillmentGoods(Self.bought(kind), catalog: Self.catalog(product))
        #expect((goods != nil) == isFulfilled)
    }

    @Test(
        "The coins of a purchase are the same in every storefront and currency, and by the rate of the App Store",
        arguments: 0..<20 as Range<UInt64>
    )
    func everywhere(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let apple = 1 + generator.number(below: 1000)
        let elsewhere = 1 + generator.number(below: 1000)
        let points = [Int64(1000 + generator.number(below: 9000)), 20_000]
        let own = Money(amountMilliunits: points[0] - Int64(generator.number(below: 500)), currency: "CNY")
        let grants = 1 + generator.number(below: 5000)
        let catalog = Catalog(
            products: [
                Self.gems: Product(
                    id: Self.gems,
                    kind: .consumable,
                    grants: ["gems": grants],
                    shopPrice: ShopPrice(own, differenceCoin: "gems")
                )
            ],
            coins: [
                "gems": Coin(
                    apple: CoinRate(coins: apple, for: Self.money(1000)),
                    elsewhere: CoinRate(coins: elsewhere, for: Self.money(1000))
                )
            ],
            pricePoints: PricePoints(["CNY": points])
        )
        let quantity = 1 + generator.number(below: 10)
        for (storefront, currency) in [("CHN", "CNY"), ("USA", "USD"), ("JPN", "JPY"), ("CHN", "USD")] {
            let bought = Self.bought {
                $0.quantity = quantity
                $0.storefront = storefront
                $0.price = Self.money(points[0] * Int64(quantity), currency)
            }
            let goods = try #require(try FulfillmentGoods(bought, catalog: catalog), "seed \(seed)")
            #expect(goods.coins == ["gems": grants * quantity], "seed \(seed)")
            // The difference hangs on the currency alone: it is one to the shop's own price.
            let more = try #require(CoinRate(coins: apple, for: Self.money(1000)))
            let each = try #require(more.coins(for: Self.money(points[0] - own.amountMilliunits)))
            let expected = currency == "CNY" ? each * quantity : 0
            #expect(goods.difference["gems"] ?? 0 == expected, "seed \(seed), \(storefront), \(currency)")
        }
    }

    @Test("A rate for what is paid elsewhere gives nothing for what Apple signs")
    func elsewhere() throws {
        let catalog = Catalog(
            products: [
                Self.gems: Product(
                    id: Self.gems,
                    kind: .consumable,
                    grants: ["gems": 60],
                    shopPrice: ShopPrice(Self.money(65_500), differenceCoin: "gems")
                )
            ],
            coins: ["gems": Coin(elsewhere: CoinRate(coins: 100, for: Self.money(1000)))],
            pricePoints: PricePoints(["CNY": [68_000]])
        )
        let goods = try FulfillmentGoods(Self.bought { $0.price = Self.money(68_000) }, catalog: catalog)
        #expect(goods?.coins == ["gems": 60] && goods?.difference == [:])
    }

    @Test(
        "The difference to the nearest price point is credited as coins, rounded half up, for what was paid",
        arguments: [
            // 68.00 where the shop asks 65.50: 2.50 make 165.
            (Int64(68_000), 1, 165), (136_000, 2, 330),
            // Less was paid, by an offer: 66.00 make 33, 65.00 nothing.
            (66_000, 1, 33), (65_000, 1, 0),
            // More than the price point is not the shop's to give back.
            (70_000, 1, 165),
        ]
    )
    func difference(paid: Int64, quantity: Int, coins: Int) throws {
        let shop = ShopPrice(Self.money(65_500), differenceCoin: "gems")
        let product = Product(id: Self.gems, kind: .consumable, grants: ["gems": 600], shopPrice: shop)
        let catalog = Self.catalog(product, points: [60_000, 68_000, 73_000])
        let snapshot = Self.bought {
            $0.price = Self.money(paid)
            $0.quantity = quantity
        }
        let goods = try #require(try FulfillmentGoods(snapshot, catalog: catalog))
        #expect(goods.difference == (coins == 0 ? [:] : ["gems": coins]))
        #expect(goods.coins == ["gems": 600 * quantity], "the difference is a part of its own")
        #expect(goods.allCoins == ["gems": 600 * quantity + coins])
    }

    @Test("Nothing is credited in another currency, without a price, or without a price point")
    func noDifference() throws {
        let shop = ShopPrice(Self.money(65_500), differenceCoin: "gems")
        let product = Product(id: Self.gems, kind: .consumable, grants: ["gems": 600], shopPrice: shop)
        let catalog = Self.catalog(product, points: [68_000])
        let dollars = try FulfillmentGoods(Self.bought { $0.price = Self.money(9_990, "USD") }, catalog: catalog)
        let unknown = try FulfillmentGoods(Self.bought(), catalog: catalog)
        let pointless = try FulfillmentGoods(
            Self.bought { $0.price = Self.money(68_000) },
            catalog: Self.catalog(product)
        )
        #expect([dollars, unknown, pointless].allSatisfy { $0?.difference.isEmpty == true })
    }
}
