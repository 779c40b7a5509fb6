import Ledger
import PurserService
import Testing

@Suite struct CatalogFileTests {
    private static let example = """
        entitlements:
          pro: { name: { en: Pro, zh-Hans: 专业版 } }
          frame.gold:
        coins:
          gems: { perUnit: { apple: 66, elsewhere: 100 }, of: CNY 1.00 }
          stars: {}
        products:
          pro.yearly:   { kind: auto-renewable, group: pro, level: 1, unlocks: pro, price: USD 99.99, period: P1Y }
          pro.weekly:   { kind: auto-renewable, group: pro, offers: { back: { for: lapsed, limit: 2, within: P1Y }, stay: {} } }
          pro.monthly:  { kind: auto-renewable, group: pro, level: 2, unlocks: [pro, frame.gold] }
          gems.600:     { kind: consumable, appStoreId: 1146327846, grants: { gems: 600, stars: 1 }, onRefund: debt, onRequest: freeze }
          pass.30days:  { kind: non-renewing, unlocks: pro, lasts: P30D }
          frame.gold:   { kind: non-consumable, unlocks: frame.gold, price: USD 4.99 }
        gracePolicy: { grace: none, retry: keep, overdue: none, leeway: 30min, sandboxLeeway: 10s }
        timeZone: Asia/Shanghai
        """

    @Test("Fulfillment has a beginning, which has no default")
    func fulfillments() throws {
        func read(_ text: String) throws -> FulfillmentPolicy? {
            try CatalogFile(bytes: Array("products: {}\n\(text)".utf8), file: "catalog.yaml").catalog.fulfillment
        }
        #expect(try read("") == nil)
        let from = try #require(Instant(rfc3339: "2026-03-01T00:00:00Z"))
        #expect(try read("fulfillment: { from: 2026-03-01T00:00:00Z }") == FulfillmentPolicy(from: from))
        let finishing = try read("fulfillment: { from: 2026-03-01T00:00:00Z, finish: true }")
        #expect(finishing == FulfillmentPolicy(from: from, finishes: true))
        for coins in FulfillmentPolicy.Coins.allCases {
            let policy = try read("fulfillment: { from: 2026-03-01T00:00:00Z, coins: \(coins.rawValue) }")
            #expect(policy == FulfillmentPolicy(from: from, coins: coins))
        }
        #expect {
            _ = try read("fulfillment: { from: 2026-03-01T00:00:00Z, coins: walets }")
        } throws: { error in
            "\(error)".contains("wallets")
        }
        for text in ["{}", "{ finish: true }", "{ from: yesterday }", "{ from: 2026-03-01 }", "{ form: 1 }"] {
            #expect(throws: ValidationIssues.self) { _ = try read("fulfillments: \(text)") }
        }
    }

    @Test("A complete catalog is read into the ledger's values")
    func whole() throws {
        let file = try CatalogFile(bytes: Array(Self.example.utf8), file: "catalog.yaml")
        let catalog = file.catalog
        #expect(catalog.entitlements[EntitlementName("pro")]?.displayNames == ["en": "Pro", "zh-Hans": "专业版"])
        #expect(
            catalog.entitlements[EntitlementName("frame.gold")]
                == EntitlementDefinition(name: EntitlementName("frame.gold"))
        )
        #expect(
            catalog.products[ProductID("pro.monthly")]
                == Product(
                    id: ProductID("pro.monthly"),
                    kind: .autoRenewable,
                    group: "pro",
                    level: 2,
                    unlocks: [EntitlementName("pro"), EntitlementName("frame.gold")]
                )
        )
        #expect(
            catalog.products[ProductID("pro.weekly")]?.offers == [
                OfferID("back"): OfferRule(
                    audience: [.lapsed],
                    limit: OfferLimit(2, within: CalendarPeriod(months: 12, days: 0))
                ),
                OfferID("stay"): OfferRule(),
            ]
        )
        #expect(
            catalog.products[ProductID("gems.600")]
                == Product(
                    id: ProductID("gems.600"),
                    kind: .consumable,
                    grants: ["gems": 600, "stars": 1],
                    appStoreID: 1_146_327_846,
                    onRefund: .debt,
                    onRequest: .freeze
                )
        )
        #expect(
            catalog.products[ProductID("pass.30days")]
                == Product(
                    id: ProductID("pass.30days"),
                    kind: .nonRenewing,
                    unlocks: [EntitlementName("pro")],
                    lasts: CalendarPeriod(months: 0, days: 30)
                )
        )
        #expect(
            catalog.gracePolicy
                == GracePolicy(
                    keepsInGrace: false,
                    keepsInRetry: true,
                    keepsWhenOverdue: false,
                    overdueLeeway: .minutes(30),
                    overdueLeewaySandbox: .seconds(10)
                )
        )
        #expect(catalog.timeZone == "Asia/Shanghai")
        #expect(
            file.productIDs.map(\.rawValue) == [
                "pro.yearly", "pro.weekly", "pro.monthly", "gems.600", "pass.30days", "frame.gold",
            ]
        )
        #expect(
            file.terms[ProductID("pro.yearly")]
                == CatalogFile.Terms(
                    price: Money(amountMilliunits: 99990, currency: "USD"),
                    period: CalendarPeriod(months: 12, days: 0)
                )
        )
        #expect(file.terms[ProductID("gems.600")] == CatalogFile.Terms())
        let unit = Money(amountMilliunits: 1000, currency: "CNY")
        #expect(
            catalog.coins == [
                "gems": Coin(apple: CoinRate(coins: 66, for: unit), elsewhere: CoinRate(coins: 100, for: unit)),
                "stars": Coin(),
            ]
        )
    }

    @Test("Omitted values have the documented defaults")
    func defaults() throws {
        let file = try CatalogFile(bytes: Array("products: {}".utf8), file: "catalog.yaml")
        #expect(file.catalog == Catalog())
    }

    @Test(
        "Every mistake has its line, its key and its remedy",
        arguments: [
            ("- a", "c.yaml:1: must be a map, but is a list. Write for example: products: {}"),
            (
                "entitlements: {}",
                "c.yaml:1: products: missing. Add for example: products: { frame.gold: { kind: non-consumable } }"
            ),
            ("products: {}\nentitlement: {}", "c.yaml:2: entitlement: unknown key. Did you mean \"entitlements\"?"),
            (
                "products: {}\nzzz: 1",
                "c.yaml:2: zzz: unknown key. "
                    + "Known here: entitlements, coins, products, pricePoints, sandbox, transfer, fulfillment, refundTerms, risk, "
                    + "consent, consentRescissions, dollarRates, reportedRefunds, gracePolicy, timeZone."
            ),
            (
                "products:\n  a b: { kind: consumable }",
                "c.yaml:2: products.a b: a product id has 1 to 100 letters, digits, dots, hyphens and underscores. "
                    + "Rename it."
            ),
            ("products:\n  a:", "c.yaml:2: products.a.kind: missing. Add for example: kind: consumable"),
            (
                "products:\n  a: { kind: consumeable }",
                "c.yaml:2: products.a.kind: unknown word \"consumeable\". Did you mean \"consumable\"?"
            ),
            (
                "products:\n  a: { kind: consumable, levl: 1 }",
                "c.yaml:2: products.a.levl: unknown key. Did you mean \"level\"?"
            ),
            (
                "products:\n  a: { kind: consumable,\n       level: 1 }",
                "c.yaml:3: products.a.level: not for a product of kind consumable. "
                    + "Remove it; it belongs to: auto-renewable."
            ),
            (
                "products:\n  a: { kind: consumable, unlocks: a }\nentitlements: { a: }",
                "c.yaml:2: products.a.unlocks: not for a product of kind consumable. "
                    + "Remove it; it belongs to: auto-renewable, non-renewing, non-consumable."
            ),
            (
                "products:\n  a: { kind: non-consumable, grants: { gems: 1 } }\ncoins: { gems: }",
                "c.yaml:2: products.a.grants: not for a product of kind non-consumable. "
                    + "Remove it; it belongs to: auto-renewable, non-renewing, consumable."
            ),
            (
                "products:\n  a: { kind: non-consumable, period: P1M }",
                "c.yaml:2: products.a.period: not for a product of kind non-consumable. "
                    + "Remove it; it belongs to: auto-renewable."
            ),
            (
                "products:\n  a: { kind: auto-renewable }",
                "c.yaml:2: products.a.group: missing. Add for example: group: pro"
            ),
            (
                "products:\n  a: { kind: auto-renewable, group: g, level: 0 }",
                "c.yaml:2: products.a.level: must be a whole number from 1 to 1000 without quotes, but is \"0\". "
                    + "Write for example: level: 1"
            ),
            (
                "products:\n  a: { kind: auto-renewable, group: g, level: \"1\" }",
                "c.yaml:2: products.a.level: must be a whole number from 1 to 1000 without quotes, but is \"1\". "
                    + "Write for example: level: 1"
            ),
            (
                "products:\n  a: { kind: auto-renewable, group: g, period: P30D }",
                "c.yaml:2: products.a.period: unknown word \"P30D\". Known here: P1W, P1M, P2M, P3M, P6M, P1Y."
            ),
            (
                "products:\n  a: { kind: non-renewing }",
                "c.yaml:2: products.a.lasts: missing. Add for example: lasts: P30D"
            ),
            (
                "products:\n  a: { kind: non-renewing, lasts: 30d }",
                "c.yaml:2: products.a.lasts: must be an ISO 8601 period of years, months, weeks or days, "
                    + "but is \"30d\". Write for example: lasts: P30D"
            ),
            (
                "entitlements: { pro: }\nproducts:\n  a: { kind: non-consumable, unlocks: pros }",
                "c.yaml:3: products.a.unlocks: unknown entitlement \"pros\". Did you mean \"pro\"?"
            ),
            (
                "products:\n  a: { kind: non-consumable, unlocks: gold }",
                "c.yaml:2: products.a.unlocks: unknown entitlement \"gold\". Declare it under entitlements: entitlements: { gold: {} }"
            ),
            (
                "entitlements: { pro: }\nproducts:\n  a: { kind: non-consumable, unlocks: [pro, pro] }",
                "c.yaml:3: products.a.unlocks[1]: \"pro\" is listed twice. Keep one of the two."
            ),
            (
                "products:\n  a: { kind: consumable, grants: { gems: 1 } }",
                "c.yaml:2: products.a.grants.gems: unknown coin \"gems\". "
                    + "Declare it under coins: coins: { gems: {} }"
            ),
            (
                "coins: { gems: }\nproducts:\n  a: { kind: consumable, grants: { gems: 0 } }",
                "c.yaml:3: products.a.grants.gems: must be a whole number from 1 to 1000000000 without quotes, "
                    + "but is \"0\". Write for example: gems: 600"
            ),
            (
                "products:\n  a: { kind: consumable, appStoreId: 7 }\n  b: { kind: consumable, appStoreId: 7 }",
                "c.yaml:3: products.b.appStoreId: the same as products.a.appStoreId. "
                    + "Take the Apple ID that App Store Connect shows for this product."
            ),
            (
                "products:\n  a: { kind: consumable, offers: {} }",
                "c.yaml:2: products.a.offers: not for a product of kind consumable. "
                    + "Remove it; it belongs to: auto-renewable."
            ),
            (
                "products:\n  a: { kind: auto-renewable, group: g, offers: { o: { for: new } } }",
                "c.yaml:2: products.a.offers.o.for: unknown word \"new\". Known here: active, lapsed."
            ),
            (
                "products:\n  a: { kind: auto-renewable, group: g, offers: { o: { within: P1Y } } }",
                "c.yaml:2: products.a.offers.o.limit: missing. Add for example: limit: 1"
            ),
            (
                "products:\n  a: { kind: auto-renewable, group: g, offers: { o: { limit: 0 } } }",
                "c.yaml:2: products.a.offers.o.limit: must be a whole number from 1 to 1000 without quotes, but is \"0\". "
                    + "Write for example: limit: 1"
            ),
            (
                "products:\n  a: { kind: consumable, appStoreId: x }",
                "c.yaml:2: products.a.appStoreId: must be a whole number from 1 without quotes, but is \"x\". "
                    + "Write for example: appStoreId: 1146327846"
            ),
            (
                "products:\n  a: { kind: consumable, price: 9.99 }",
                "c.yaml:2: products.a.price: must be a currency code and a decimal number, but is \"9.99\". "
                    + "Write for example: price: USD 9.99"
            ),
            (
                "products: {}\ncoins:\n  gems: { perUnit: 1 }",
                "c.yaml:3: coins.gems.of: missing. Add for example: of: CNY 1.00"
            ),
            (
                "products: {}\ncoins:\n  gems: { perUnit: { appel: 1 }, of: CNY 1 }",
                "c.yaml:3: coins.gems.perUnit.appel: unknown key. Did you mean \"apple\"?"
            ),
            (
                "products: {}\nentitlements:\n  pro: { name: Pro }",
                "c.yaml:3: entitlements.pro.name: must be a map, but is \"Pro\". "
                    + "Write for example: name: { en: Pro, zh-Hans: 专业版 }"
            ),
            (
                "products: {}\nentitlements:\n  pro: { name: { english: Pro } }",
                "c.yaml:3: entitlements.pro.name.english: not a language tag. "
                    + "Write for example: name: { en: Pro, zh-Hans: 专业版 }"
            ),
            (
                "products: {}\nentitlements:\n  pro: { name: { en: } }",
                "c.yaml:3: entitlements.pro.name.en: must be a text, but is empty. Write for example: en: Pro"
            ),
            (
                "products: {}\ngracePolicy: { grace: kep }",
                "c.yaml:2: gracePolicy.grace: unknown word \"kep\". Did you mean \"keep\"?"
            ),
            (
                "products: {}\ngracePolicy: { leeway: 1 hour }",
                "c.yaml:2: gracePolicy.leeway: must be a duration like 10s, 2min, 1h or 3d, but is \"1 hour\". "
                    + "Write for example: leeway: 1h"
            ),
            (
                "products: {}\ngracePolicy: { sandboxLeeway: 0s }",
                "c.yaml:2: gracePolicy.sandboxLeeway: must be a duration like 10s, 2min, 1h or 3d, but is \"0s\". "
                    + "Write for example: sandboxLeeway: 2min"
            ),
            (
                "products: {}\ntimeZone: Asia/Shanghia",
                "c.yaml:2: timeZone: unknown time zone \"Asia/Shanghia\". Did you mean \"Asia/Shanghai\"?"
            ),
            ("products: {}\ntimeZone: PST", "c.yaml:2: timeZone: unknown time zone \"PST\". Known here: UTC."),
        ]
    )
    func mistakes(text: String, message: String) {
        do {
            _ = try CatalogFile(bytes: Array(text.utf8), file: "c.yaml")
            Issue.record("accepted: \(text)")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test(
        "A name in a file refers to the same bytes only, not to canonically equivalent ones",
        arguments: [
            "coins: { K: {} }\nproducts: { a: { kind: consumable, grants: { NAME: 5 } } }",
            "coins: { K: {} }\nproducts: { a: { kind: consumable } }\nsandbox: { consumable: capped 5 fulfillments 9 NAME }",
            "entitlements: { K: {} }\nproducts: { a: { kind: non-consumable, unlocks: NAME } }",
            "products: { a: { kind: consumable, storefronts: [NAMEOR] } }",
        ]
    )
    func spelling(text: String) throws {
        let sign = "\u{212A}"
        #expect(sign == "K", "Swift tells the sign of kelvin from the letter, so it proves nothing.")
        _ = try CatalogFile(bytes: Array(text.replacing("NAME", with: "K").utf8), file: "c.yaml")
        #expect(throws: ValidationIssues.self) {
            try CatalogFile(bytes: Array(text.replacing("NAME", with: sign).utf8), file: "c.yaml")
        }
    }

    @Test("All mistakes of a file are reported together, in its order")
    func together() {
        let text = """
            timezone: UTC
            products:
              a: { kind: consumable, grants: { gems: x } }
              b: { kind: non-renewing }
            gracePolicy: { retry: no }
            """
        do {
            _ = try CatalogFile(bytes: Array(text.utf8), file: "c.yaml")
            Issue.record("accepted")
        } catch {
            #expect(
                error.issues.map { "\($0.line ?? 0) \($0.keyPath)" } == [
                    "1 timezone", "3 products.a.grants.gems", "3 products.a.grants.gems", "4 products.b.lasts",
                    "5 gracePolicy.retry",
                ]
            )
        }
    }

    @Test("A missing file is an issue that names the command to write one")
    func missing() {
        do {
            _ = try CatalogFile(path: "nowhere/catalog.yaml")
            Issue.record("accepted")
        } catch {
            #expect(
                error.description
                    == "nowhere/catalog.yaml: does not exist. To write a first catalog: purser init shop"
            )
        }
    }
}
