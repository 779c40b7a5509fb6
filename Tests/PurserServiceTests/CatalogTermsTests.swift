import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct CatalogTermsTests {
    private static let example = """
        entitlements:
          pro:
        coins:
          gems: { perUnit: { apple: 66, elsewhere: 100 }, of: CNY 1.00, minimumPerCoin: CNY 0.0125 }
        products:
          pro.monthly:
            { kind: auto-renewable, group: pro, unlocks: pro, introductoryOffer: true,
              grants: { gems: { first: 600, renewal: 300 } }, onRefund: revoke }
          gems.small: { kind: consumable, grants: { gems: perUnit }, price: CNY 8.00, shopPrice: CNY 6.66,
              creditDifference: gems, storefronts: [CHN, HKG] }
          gems.large: { kind: consumable, grants: { gems: 6600 }, price: CNY 98.00, storefronts: { except: [CHN] } }
        pricePoints: { CNY: [1, 3.00, 6, 8], USD: [0.99] }
        sandbox: { consumable: capped 30 fulfillments 6000 gems, auto-renewable: capped, rest: testers, testers: [anna, "1"] }
        transfer: { rest: keep, auto-renewable: { Production: keep-while-renewing, Sandbox: share } }
        """

    private func catalog(_ text: String) throws -> Catalog {
        try CatalogFile(bytes: Array(text.utf8), file: "c.yaml").catalog
    }

    @Test("A product's prices, grants and refund rules are read")
    func terms() throws {
        let catalog = try self.catalog(Self.example)
        let yuan = { (milliunits: Int64) in Money(amountMilliunits: milliunits, currency: "CNY") }
        let monthly = try #require(catalog.products[ProductID("pro.monthly")])
        #expect(monthly.grants == ["gems": 600] && monthly.renewalGrants == ["gems": 300])
        #expect(monthly.hasIntroductoryOffer && monthly.onRefund == .revoke && monthly.onRequest == .nothing)
        #expect(monthly.area == .everywhere)
        let small = try #require(catalog.products[ProductID("gems.small")])
        // 6.66 x 66 = 439.56
        #expect(small.grants == ["gems": 440] && small.renewalGrants.isEmpty)
        #expect(small.shopPrice == ShopPrice(yuan(6660), differenceCoin: "gems"))
        #expect(small.shopPrice?.storePrice(among: catalog.pricePoints) == yuan(8000))
        #expect(small.area == .only(["CHN", "HKG"]))
        #expect(catalog.products[ProductID("gems.large")]?.area == .except(["CHN"]))
        #expect(catalog.pricePoints.all(in: "CNY") == [1000, 3000, 6000, 8000].map(yuan))
        #expect(catalog.coins["gems"]?.minimum == CoinValue(amountMicrounits: 12500, currency: "CNY"))
    }

    @Test("The order in which coins are spent, and the handling of debts, are read or have their defaults")
    func spending() throws {
        let catalog = try self.catalog(
            "coins: { gems: { spend: [paid, bonus], debt: blockSpending }, gold: }\nproducts: {}"
        )
        let gems = try #require(catalog.coins["gems"])
        #expect(gems.spendOrder.ranks == [.paid, .bonus, .expiring, .granted, .difference])
        #expect(gems.debtRepayment == .blockSpending)
        let gold = try #require(catalog.coins["gold"])
        #expect(gold.spendOrder == .standard && gold.debtRepayment == .nextCredit)
    }

    @Test("The treatment of reported refunds is read for each product or for all others, and its default is show")
    func reportedRefunds() throws {
        let catalog = try self.catalog(
            "reportedRefunds: act\nproducts: { a: { kind: consumable, reportedRefunds: freeze }, b: { kind: consumable } }"
        )
        #expect(catalog.treatment(ofRefundsOf: ProductID("a")) == .freeze)
        #expect(catalog.treatment(ofRefundsOf: ProductID("b")) == .act)
        #expect(catalog.treatment(ofRefundsOf: ProductID("unknown")) == .act)
        #expect(try self.catalog("products: {}").treatment(ofRefundsOf: ProductID("a")) == .show)
    }

    @Test("The policies for the Sandbox and for restores are read for each kind")
    func policies() throws {
        let catalog = try self.catalog(Self.example)
        #expect(catalog.sandbox[.consumable] == .capped(fulfillmentsADay: 30, coinsADay: ["gems": 6000]))
        #expect(catalog.sandbox[.autoRenewable] == .standard)
        #expect(catalog.sandbox[.nonConsumable] == .testers && catalog.sandbox[.nonRenewing] == .testers)
        #expect(catalog.testers == Set(["anna", "1"].compactMap { CustomerID($0) }))
        let transfer = catalog.transfer
        #expect(transfer[.autoRenewable, .production] == .keepWhileRenewing)
        #expect(transfer[.autoRenewable, .sandbox] == .share)
        #expect(transfer[.autoRenewable, .xcode] == .keep)
        #expect(transfer[.nonConsumable, .production] == .keep)
    }

    @Test(
        "Every mistake has its line, its key and its remedy",
        arguments: [
            (
                "sandbox: { rest: caped }",
                "1: sandbox.rest: unknown word \"caped\". Did you mean \"capped\"?"
            ),
            (
                "sandbox: { rest: capped 5 fulfillment }",
                "1: sandbox.rest: unknown coin \"fulfillment\". Did you mean \"fulfillments\"?"
            ),
            (
                "sandbox: { rest: capped five fulfillments }",
                "1: sandbox.rest: must be deny, testers, allow, or capped with numbers of fulfillments and coins, "
                    + "but is \"capped five fulfillments\". Write for example: rest: capped 20 fulfillments 6000 gems"
            ),
            (
                "sandbox: { rest: capped 99999999999999999999 fulfillments }",
                "1: sandbox.rest: must be deny, testers, allow, or capped with numbers of fulfillments and coins, "
                    + "but is \"capped 99999999999999999999 fulfillments\". "
                    + "Write for example: rest: capped 20 fulfillments 6000 gems"
            ),
            (
                "sandbox: { rest: capped 1 fulfillments 2 fulfillments }",
                "1: sandbox.rest: caps \"fulfillments\" twice. Keep one of the two."
            ),
            (
                "sandbox: { testers: [a, a], rest: testers }",
                "1: sandbox.testers[1]: \"a\" is listed twice. Keep one of the two."
            ),
            (
                "sandbox: { testers: [\"a\\tb\"], rest: testers }",
                "1: sandbox.testers[0]: must be a customer id of 1 to 255 bytes without control characters, "
                    + "but is \"a?b\". Write for example: testers: [anna, ben]"
            ),
            ("sandbox: { consumables: deny }", "1: sandbox.consumables: unknown key. Did you mean \"consumable\"?"),
            ("transfer: { consumable: keep }", "1: transfer.consumable: consumables are never transferred. Remove it."),
            (
                "transfer: { rest: keep-while-renewing }",
                "1: transfer.rest: only an auto-renewable renews. Write for example: rest: keep"
            ),
            (
                "transfer: { non-consumable: { production: keep } }",
                "1: transfer.non-consumable.production: unknown key. Did you mean \"Production\"?"
            ),
            ("transfer: { rest: keeps }", "1: transfer.rest: unknown word \"keeps\". Did you mean \"keep\"?"),
            (
                "products: { a: { kind: consumable, onRefund: debt } }",
                "1: products.a.onRefund: the product grants no coins to which this could apply. "
                    + "Entitlements end with a refund by themselves: remove it, write notify or block, or add grants."
            ),
            (
                "products: { a: { kind: consumable, onRequest: freeze } }",
                "1: products.a.onRequest: the product grants no coins to which this could apply. "
                    + "Entitlements end with a refund by themselves: remove it, write notify or block, or add grants."
            ),
            (
                "reportedRefunds: shows\nproducts: {}",
                "1: reportedRefunds: unknown word \"shows\". Did you mean \"show\"?"
            ),
            (
                "products: { a: { kind: consumable, onRefund: revokes } }",
                "1: products.a.onRefund: unknown word \"revokes\". Did you mean \"revoke\"?"
            ),
            (
                "products: { a: { kind: consumable, storefronts: [chn] } }",
                "1: products.a.storefronts[0]: \"chn\" is not a storefront of the App Store. Did you mean \"CHN\"?"
            ),
            (
                "products: { a: { kind: consumable, storefronts: [] } }",
                "1: products.a.storefronts: must be at least one storefront, but is a list. "
                    + "Write for example: storefronts: [CHN, USA]"
            ),
            (
                "products: { a: { kind: consumable, introductoryOffer: true } }",
                "1: products.a.introductoryOffer: not for a product of kind consumable. "
                    + "Remove it; it belongs to: auto-renewable."
            ),
            (
                "products: { a: { kind: consumable, creditDifference: gems } }",
                "1: products.a.shopPrice: missing. Add for example: shopPrice: CNY 6.66"
            ),
            (
                "coins: { gems: }\nproducts: { a: { kind: consumable, shopPrice: CNY 6, creditDifference: gems } }",
                "2: products.a.creditDifference: the coin has no rate in the App Store for CNY. "
                    + "Write under coins for example: gems: { perUnit: 66, of: CNY 1.00 }"
            ),
            (
                "coins: { gems: }\nproducts: { a: { kind: consumable, grants: { gems: perUnit } } }",
                "2: products.a.grants.gems: the product has no price to count by. "
                    + "Add for example: shopPrice: CNY 6.00"
            ),
            (
                "coins: { gems: { perUnit: 1, of: CNY 1 } }\n"
                    + "products: { a: { kind: consumable, price: USD 1, grants: { gems: perUnit } } }",
                "2: products.a.grants.gems: the coin has no rate in the App Store for USD. "
                    + "Write under coins for example: gems: { perUnit: { apple: 66 }, of: USD 1.00 }"
            ),
            (
                "coins: { gems: { perUnit: 1, of: CNY 0 } }",
                "1: coins.gems.of: must be more than nothing, but is \"CNY 0\". Write for example: of: CNY 1.00"
            ),
            (
                "coins: { gems: { minimumPerCoin: CNY 0.0000001 } }",
                "1: coins.gems.minimumPerCoin: must be a currency code and a decimal number with up to six places, "
                    + "but is \"CNY 0.0000001\". Write for example: minimumPerCoin: CNY 0.008"
            ),
            (
                "coins: { gems: { spend: [expiring, bonos] } }",
                "1: coins.gems.spend[1]: unknown word \"bonos\". Did you mean \"bonus\"?"
            ),
            (
                "coins: { gems: { spend: [paid, paid] } }",
                "1: coins.gems.spend[1]: names paid a second time. Name each once: spend: [expiring, bonus, paid]."
            ),
            (
                "coins: { gems: { debt: forgotten } }",
                "1: coins.gems.debt: unknown word \"forgotten\". Known here: nextCredit, blockSpending, shown."
            ),
            (
                "coins: { g: }\nproducts: { a: { kind: consumable, grants: { g: { first: 1, renewal: 1 } } } }",
                "2: products.a.grants.g: must be a whole number from 1 to 1000000000 without quotes, but is a map. "
                    + "Write for example: g: 600"
            ),
            (
                "coins: { g: }\n"
                    + "products: { a: { kind: auto-renewable, group: p, grants: { g: { first: 0, renewal: 0 } } } }",
                "2: products.a.grants.g: grants nothing. Remove it, or write: g: { first: 600, renewal: 300 }"
            ),
            (
                "pricePoints: { cny: [1] }",
                "1: pricePoints.cny: not a currency code. "
                    + "Write three capital letters, for example: CNY: [1.00, 3.00, 6.00]"
            ),
            (
                "pricePoints: { CNY: [1, 3, 3] }",
                "1: pricePoints.CNY[2]: not above the price point before it. "
                    + "Put the price points into ascending order, each once."
            ),
            (
                "pricePoints: { CNY: [1, \"3,00\", x] }",
                "1: pricePoints.CNY[1]: must be a price, but is \"3,00\". "
                    + "Write for example: CNY: [1.00, 3.00, 6.00]"
            ),
            (
                "pricePoints: { file: points.yaml }",
                "1: pricePoints.file: another file cannot be read from here. "
                    + "Write the rows into the catalog, or use: purser catalog apply FILE"
            ),
        ]
    )
    func mistakes(text: String, message: String) {
        let whole = text.contains("products:") ? text : text + "\nproducts: {}"
        do {
            _ = try CatalogFile(bytes: Array(whole.utf8), file: "c.yaml")
            Issue.record("accepted: \(text)")
        } catch {
            #expect(error.description == "c.yaml:" + message)
        }
    }

    @Test(
        "A valid value that looks like a mistake is a warning",
        arguments: [
            (
                "entitlements: { a: }\nproducts: {}",
                "1: entitlements.a: no product unlocks this entitlement. Add to a product: unlocks: a"
            ),
            (
                "coins: { a: }\nproducts: {}",
                "1: coins.a: no product grants these coins. Add to a product: grants: { a: 100 }"
            ),
            (
                "products: { a: { kind: non-consumable } }",
                "1: products.a: grants and unlocks nothing. Add for example: unlocks: pro"
            ),
            (
                "entitlements: { r: }\nproducts:\n  a: { kind: auto-renewable, group: g, level: 1, unlocks: r }\n"
                    + "  b: { kind: auto-renewable, group: g, level: 1, unlocks: r }",
                "4: products.b: has the group, the level and the period of a. "
                    + "Give the better of the two the smaller level, as in App Store Connect: level: 2"
            ),
            (
                "products:\n  a: { kind: consumable, price: USD 1 }\n  b: { kind: consumable }",
                "3: products.b: has no price, which the simulator needs. Add for example: price: USD 9.99"
            ),
            (
                "coins: { g: { minimumPerCoin: USD 0.01 } }\n"
                    + "products: { a: { kind: consumable, price: USD 1, grants: { g: 101 } } }",
                "2: products.a: sells g below coins.g.minimumPerCoin. Lower minimumPerCoin, or grant fewer coins."
            ),
            (
                "products: { a: { kind: consumable, shopPrice: CNY 6 } }\npricePoints: { CNY: [1] }",
                "1: products.a.shopPrice: the App Store has no price point in CNY that is not below this. "
                    + "Add the row of CNY to pricePoints."
            ),
            (
                "products: {}\nsandbox: { rest: testers }",
                "2: sandbox: lets testers buy in the Sandbox and lists none. Add for example: testers: [anna]"
            ),
            (
                "products: {}\nsandbox: { testers: [a] }",
                "2: sandbox.testers: lists testers, but no kind is for testers. Write for example: rest: testers"
            ),
        ]
    )
    func warnings(text: String, message: String) throws {
        let file = try CatalogFile(bytes: Array(text.utf8), file: "c.yaml")
        #expect(file.warnings.map(\.description) == ["c.yaml:" + message])
    }

    @Test("A catalog without such values has no warning; plans of one level may have different periods")
    func noWarnings() throws {
        let text = """
            entitlements: { pro: }
            products:
              month: { kind: auto-renewable, group: pro, level: 1, unlocks: pro, price: USD 1, period: P1M }
              year: { kind: auto-renewable, group: pro, level: 1, unlocks: pro, price: USD 9, period: P1Y }
            """
        #expect(try CatalogFile(bytes: Array(text.utf8), file: "c.yaml").warnings == [])
        #expect(
            try CatalogFile(bytes: Array(Self.example.utf8), file: "c.yaml").warnings.map(\.keyPath) == [
                "products.pro.monthly", "products.pro.monthly",
            ]
        )
    }

    @Test("Price points can be in a separate file, and mistakes in it name that file")
    func companion() throws {
        let document = Array("products: {}\npricePoints: { file: points.yaml }".utf8)
        let good = CatalogText(document: document, pricePoints: Array("CNY: [1, 2.5]".utf8))
        let points = try CatalogFile(text: good, file: "c.yaml").catalog.pricePoints
        #expect(points.all(in: "CNY").map(\.amountMilliunits) == [1000, 2500])
        let bad = CatalogText(document: document, pricePoints: Array("CNY: [1]\nUSD: [2, 1]".utf8))
        do {
            _ = try CatalogFile(text: bad, file: "c.yaml")
            Issue.record("accepted")
        } catch {
            #expect(
                error.description
                    == "points.yaml:2: USD[1]: not above the price point before it. "
                    + "Put the price points into ascending order, each once."
            )
        }
        #expect(good.digest != bad.digest && good.digest != CatalogText(document: document).digest)
    }

    @Test("The digest of a catalog without a second file is what sha256sum prints")
    func digest() {
        #expect(
            CatalogText(document: Array("abc".utf8)).digest.rawValue
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }

    @Test(
        "A file that is damaged anywhere is either read correctly or refused with a position",
        arguments: 0..<60 as Range<UInt64>
    )
    func damaged(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces: [[UInt8]] = [
            [0], [0xFF], Array("{".utf8), Array("}".utf8), Array("[".utf8), Array(": ".utf8), Array("\n".utf8),
            Array("*a".utf8), Array("9999999999999999999".utf8), Array("-".utf8), Array("perUnit".utf8),
            Array("gems".utf8), Array("\"".utf8), Array("capped ".utf8), Array("\u{1F9FE}".utf8),
        ]
        for round in 0..<20 {
            var bytes = Array(Self.example.utf8)
            for _ in 0...generator.number(below: 3) {
                let place = generator.number(below: bytes.count)
                let end = min(bytes.count, place + generator.number(below: 6))
                bytes.replaceSubrange(place..<end, with: generator.pick(pieces))
            }
            do {
                let catalog = try CatalogFile(bytes: bytes, file: "c.yaml").catalog
                let itself = CatalogComparison(from: catalog, to: catalog)
                #expect(itself.changes.isEmpty && itself.losses.isEmpty, "seed \(seed), round \(round)")
            } catch {
                let hasPlaces = error.issues.allSatisfy { $0.line.map { $0 > 0 } ?? true }
                #expect(!error.issues.isEmpty && hasPlaces, "seed \(seed), round \(round)")
            }
        }
    }

    @Test("A file that is wrong throughout is refused without quadratic comparisons")
    func wrongThroughout() {
        let names = (0..<9000).map { "n\($0)" }
        let entitlements = names.map { "  \($0):" }.joined(separator: "\n")
        let unknown = names.map { "x\($0)" }.joined(separator: ", ")
        let text = "entitlements:\n\(entitlements)\nproducts: { a: { kind: non-consumable, unlocks: [\(unknown)] } }"
        do {
            _ = try CatalogFile(bytes: Array(text.utf8), file: "c.yaml")
            Issue.record("accepted")
        } catch {
            #expect(error.issues.count == 9000)
            #expect(error.description.utf8.count < 2_000_000)
        }
    }

    @Test(
        "Hostile files are refused, and quickly",
        arguments: [
            "a: &a [x]\nproducts: *a", "products: {}\nproducts: {}",
            "products: { a: { kind: consumable, kind: consumable } }",
            "products: [", "products: {}\npricePoints: { CNY: [" + String(repeating: "1,", count: 3000) + "] }",
            "products: " + String(repeating: "{a: ", count: 200) + String(repeating: "}", count: 200),
            "products:\n" + (0..<4000).map { "  p\($0): { kind: consumables }" }.joined(separator: "\n"),
            "products: {}\nsandbox: { rest: capped " + String(repeating: "1 gems ", count: 20000) + "}",
            "products: { a: { kind: consumable, appStoreId: 99999999999999999999999 } }",
            "products: { a: { kind: consumable, price: USD 99999999999999999999 } }",
            "products: {}\n\u{0}",
        ]
    )
    func hostile(text: String) {
        #expect(throws: ValidationIssues.self) { try CatalogFile(bytes: Array(text.utf8), file: "c.yaml") }
    }
}
