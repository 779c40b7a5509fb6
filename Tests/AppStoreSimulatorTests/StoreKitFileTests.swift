import AppStore
import AppStoreSimulator
import Foundation
import Testing

@Suite struct StoreKitFileTests {
    /// Real files of several versions, when the environment says where they are.
    static let vectors: [String] = {
        guard let folder = ProcessInfo.processInfo.environment["PURSER_VECTORS"] else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/storekit")) ?? []
        return names.filter { $0.hasSuffix(".storekit") }.sorted().map { "\(folder)/storekit/\($0)" }
    }()

    private func read(_ text: String) throws(CatalogError) -> StoreKitFile {
        try StoreKitFile(Array(text.utf8), file: "shop.storekit")
    }

    /// A file with these subscriptions, which is otherwise complete.
    private func file(subscriptions: String, settings: String = "{}", more: String = "") -> String {
        """
        {"products": [], "settings": \(settings), \(more) "subscriptionGroups": [
        {"id": "G1", "name": "Pro", "localizations": [], "subscriptions": [
        \(subscriptions)
        ]}], "version": {"major": 4, "minor": 0}}
        """
    }

    /// A subscription with these members besides the necessary ones.
    private func subscription(_ id: String = "pro", price: String = "\"9.99\"", _ more: String = "") -> String {
        """
        {"productID": "\(id)", "type": "RecurringSubscription", "displayPrice": \(price), "groupNumber": 1,
        "recurringSubscriptionPeriod": "P1M"\(more.isEmpty ? "" : ",\n" + more)}
        """
    }

    // MARK: Real files

    @Test(
        "Every real file is read, and written again with everything it had",
        .enabled(if: !Self.vectors.isEmpty, "PURSER_VECTORS names no StoreKit files"),
        arguments: Self.vectors
    )
    func real(path: String) throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let file = try StoreKitFile(bytes, file: path)
        #expect(!file.catalog.products.isEmpty)
        // The old rates, which scale days, are in many files and the only setting that the simulator does not support.
        #expect(file.warnings.allSatisfy { $0.contains("settings._timeRate: is 6, ") }, "\(file.warnings)")
        let again = file.json()
        #expect(String(decoding: again, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
        let twice = try StoreKitFile(again, file: path)
        #expect(twice.catalog == file.catalog)
        #expect(twice.settings == file.settings)
    }

    @Test(
        "Real files mean what Xcode shows",
        .enabled(if: !Self.vectors.isEmpty, "PURSER_VECTORS names no StoreKit files")
    )
    func realMeaning() throws {
        var products: [String: WorldProduct] = [:]
        for path in Self.vectors {
            let file = try StoreKitFile(Array(try Data(contentsOf: URL(fileURLWithPath: path))), file: path)
            for product in file.catalog.products { products[product.id] = product }
        }
        let silver = try #require(products["subscription_silver"])
        #expect(silver.kind == .autoRenewable(group: "D0FEE8D8", level: 1, period: .week))
        #expect(silver.offers.map(\.kind) == [.promotional, .winBack])
        #expect(silver.offers[0].id == "subscription_silver_big_promo")
        #expect(silver.offers[0].mode == .payAsYouGo)
        #expect(silver.offers[1].isEligible)
        let committed = try #require(products["com.revenuecat.sampleapp.monthly.12mocommitment"])
        #expect(committed.billingPlans.map(\.kind).contains(.monthly))
        #expect(committed.price == committed.billingPlans.first { $0.kind == .billedUpfront }?.price)
        #expect(committed.offers.filter { $0.kind == .introductory }.map(\.plan) == [.billedUpfront, .monthly])
        #expect(products["upgrade"]?.kind == .nonConsumable)
        #expect(products["consumable"]?.price == WorldPrice(milliunits: 990, currency: "USD"))
        #expect(products["com.revenuecat.non_renewable"]?.kind == .nonRenewing)
    }

    // MARK: Meaning

    @Test("The storefront gives prices their currency, and the rest of the settings come along")
    func settings() throws {
        let file = try self.read(
            self.file(
                subscriptions: self.subscription(),
                settings: """
                    {"_storefront": "JPN", "_timeRate": 15, "_askToBuyEnabled": true, "_billingIssuesEnabled": true,
                    "_renewalBillingIssuesEnabled": true, "_billingGracePeriodEnabled": true,
                    "_applicationInternalID": "1389130815"}
                    """
            )
        )
        #expect(file.catalog.product("pro")?.price == WorldPrice(milliunits: 9_990, currency: "JPY"))
        #expect(file.settings.storefront == WorldStorefront(code: "JPN"))
        #expect(file.settings.profile == .xcodeMonthly30s)
        #expect(file.settings.asksToBuy && file.settings.interruptsPurchases && file.settings.failsRenewals)
        #expect(file.settings.gracePeriodDays == 16)
        #expect(file.settings.appAppleId == 1_389_130_815)
        #expect(file.warnings.isEmpty)
        let plain = try self.read(self.file(subscriptions: self.subscription()))
        #expect(plain.settings == CatalogSettings())
    }

    @Test("Keys decide, not the version: plans and their offers are read from an old number")
    func plans() throws {
        let file = try self.read(
            self.file(
                subscriptions: """
                    {"productID": "year", "displayPrice": "11.88", "recurringSubscriptionPeriod": "P1Y",
                    "billingPlans": [
                    {"billingPlanType": "BILLED_UPFRONT", "displayPrice": "0.99", "commitmentDisplayPrice": "0.99"},
                    {"billingPlanType": "MONTHLY", "displayPrice": "0.5", "commitmentDisplayPrice": "6.00",
                    "isEnabled": false}],
                    "introductoryOffer": {"paymentMode": "free", "subscriptionPeriod": "P1W"},
                    "introductoryOffers": [
                    {"billingPlanType": "BILLED_UPFRONT", "paymentMode": "free", "subscriptionPeriod": "P1W"},
                    {"billingPlanType": "MONTHLY", "paymentMode": "free", "subscriptionPeriod": "P1M",
                    "displayPrice": "leftover"}]}
                    """
            )
        )
        let product = try #require(file.catalog.product("year"))
        #expect(product.price.milliunits == 990)
        #expect(product.billingPlans.map(\.commitmentPrice.milliunits) == [990, 6_000])
        #expect(product.billingPlans.map(\.isEnabled) == [true, false])
        #expect(product.offers.map(\.period) == [.week, .month])
        #expect(product.offers.map(\.price.milliunits) == [0, 0])
    }

    @Test("Codes are named by their reference name, and say whom they are for")
    func codes() throws {
        let file = try self.read(
            self.file(
                subscriptions: self.subscription(
                    "pro",
                    """
                    "codeOffers": [{"referenceName": "SPRING", "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M",
                    "numberOfPeriods": 5, "displayPrice": "0.99", "eligibility": ["new", "expired"], "isStackable": true},
                    {"referenceName": "ALL", "paymentMode": "free", "subscriptionPeriod": "P3D"}]
                    """
                )
            )
        )
        let offers = try #require(file.catalog.product("pro")?.offers)
        #expect(offers.map(\.id) == ["SPRING", "ALL"])
        #expect(offers[0].eligibility == [.new, .expired] && offers[0].isStackable && offers[0].periodCount == 5)
        #expect(offers[1].eligibility == [.new, .existing, .expired] && !offers[1].isStackable)
    }

    @Test(
        "Prices are exact",
        arguments: [
            ("29", 29_000), ("0.5", 500), ("199.99", 199_990), ("0.001", 1), ("0", 0), ("1.2300000", 1_230),
            ("1000000000", 1_000_000_000_000),
        ]
    )
    func prices(text: String, milliunits: Int64) throws {
        for spelling in ["\"\(text)\"", text] {
            let file = try self.read(self.file(subscriptions: self.subscription(price: spelling)))
            #expect(file.catalog.product("pro")?.price.milliunits == milliunits)
        }
    }

    // MARK: What is ignored

    @Test("Unknown keys are kept, and each is named once")
    func unknown() throws {
        let file = try self.read(
            self.file(
                subscriptions: self.subscription("a", "\"sparkle\": [1.50, {\"x\": null}]") + ","
                    + self.subscription("b", "\"sparkle\": 2"),
                settings: #"{"_timeRate": 6, "_newSwitch": true, "_storefront": "USA"}"#,
                more: #""introductoryOffer": 1,"#
            )
        )
        #expect(
            file.warnings == [
                "shop.storekit:1: introductoryOffer: is not known and was ignored. "
                    + "It is kept when the file is written again.",
                "shop.storekit:1: settings._newSwitch: is not known and was ignored. "
                    + "It is kept when the file is written again.",
                "shop.storekit:1: settings._timeRate: is 6, a rate that the simulator does not support. "
                    + "Choose one of the renewal rates in Xcode, or name a profile when you create the world.",
                "shop.storekit:5: subscriptionGroups[0].subscriptions[0].sparkle: is not known and was ignored. "
                    + "It is kept when the file is written again.",
            ]
        )
        let again = try JSONValue(json: file.json())
        #expect(again["settings"]?["_newSwitch"] == .bool(true))
        guard case .array(let groups)? = again["subscriptionGroups"],
            case .array(let subscriptions)? = groups.first?["subscriptions"]
        else {
            Issue.record("The groups are gone.")
            return
        }
        let nested = JSONValue.object([JSONMember(key: "x", value: .null)])
        #expect(subscriptions.first?["sparkle"] == .array([.number("1.50"), nested]))
    }

    @Test(
        "Errors that only an app sees cause a warning when they are on, and none when they are off",
        arguments: [true, false]
    )
    func simulatedErrors(isOn: Bool) throws {
        let file = try self.read(
            self.file(
                subscriptions: self.subscription(),
                settings: """
                    {"_failTransactionsEnabled": \(isOn), "_storeKitErrors": [{"name": "Purchase", "current": null,
                    "enabled": \(isOn)}]}
                    """
            )
        )
        #expect(file.warnings.count == (isOn ? 2 : 0))
    }

    @Test("The key for offers is kept, and shown nowhere")
    func secret() throws {
        let file = try self.read(
            self.file(
                subscriptions: self.subscription(),
                more: #""subscriptionOffersKeyPair": {"id": "C815358F", "privateKey": "SECRET", "odd": 1},"#
            )
        )
        let dump = Mirror(reflecting: file).children.map { "\($0.value)" }.joined()
        #expect(!("\(file)" + String(reflecting: file) + dump + file.warnings.joined()).contains("SECRET"))
        #expect(file.offersKeyID == "C815358F")
        #expect(String(decoding: file.json(), as: UTF8.self).contains("SECRET"))
        let error = #expect(throws: CatalogError.self) {
            try self.read(#"{"products": [], "subscriptionOffersKeyPair": {"privateKey": ["SECRET"]}}"#)
        }
        #expect(error?.description.contains("SECRET") == false)
    }

    // MARK: Mistakes

    @Test(
        "A mistake is named with its line, its key and a remedy",
        arguments: [
            ("", "shop.storekit:1: is not JSON from here on. "),
            ("{\"products\": [\n{\"productID\": \"a\",\n", "shop.storekit:3: is not JSON from here on. "),
            ("[]", "shop.storekit:1: is an array, not an object. "),
            ("{}", "shop.storekit:1: has neither products nor subscriptionGroups, "),
            ("{\n\"products\": {}}", "shop.storekit:2: products: is an object, not an array. "),
            ("{\n\"products\": [\n7]}", "shop.storekit:3: products[0]: is a number, not an object. "),
            ("{\"products\": [], \"settings\": []}", "shop.storekit:1: settings: is an array, not an object. "),
            (
                "{\"products\": [{\n\"type\": \"Consumable\", \"displayPrice\": \"1\"}]}",
                "shop.storekit:1: products[0]: has no productID. Add for example: "
            ),
            (
                "{\"products\": [{\"productID\": \"a\", \"displayPrice\": \"1\",\n\"type\": \"consumable\"}]}",
                "shop.storekit:2: products[0].type: is \"consumable\", which is not known. Did you mean \"Consumable\"?"
            ),
            (
                "{\"products\": [{\"productID\": \"a\", \"displayPrice\": \"1\"}]}",
                "shop.storekit:1: products[0]: has no type. "
            ),
            (
                """
                {"products": [
                {"productID": "a", "type": "Consumable", "displayPrice": "1"},
                {"productID": "a", "type": "Consumable", "displayPrice": "2"}]}
                """,
                "shop.storekit:3: products[1].productID: is \"a\", the same as in line 2. "
            ),
            (
                "{\"products\": [{\"productID\": \"\", \"type\": \"Consumable\", \"displayPrice\": \"1\"}]}",
                "shop.storekit:1: products[0].productID: is empty. "
            ),
            (
                "{\"products\": [{\"productID\": true, \"type\": \"Consumable\", \"displayPrice\": \"1\"}]}",
                "shop.storekit:1: products[0].productID: is true or false, not text. "
            ),
            (
                "{\"products\": [],\n\"settings\": {\"_timeRate\": \"fast\"}}",
                "shop.storekit:2: settings._timeRate: is text, not a whole number. "
            ),
            (
                "{\"products\": [],\n\"settings\": {\"_applicationInternalID\": \"shop\"}}",
                "shop.storekit:2: settings._applicationInternalID: is \"shop\", which is not an Apple ID. "
            ),
            ("{\"products\": [], \"products\": []}", "shop.storekit:1: has this key twice in one object. "),
            ("{\"products\": [\"\u{FFFD}", "shop.storekit:1: is not JSON from here on. "),
        ]
    )
    func mistakes(text: String, message: String) throws {
        let error = #expect(throws: CatalogError.self) { try self.read(text) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "-")")
    }

    @Test(
        "A mistake in a subscription is named with its key",
        arguments: [
            ("\"codeOffers\": {}", "codeOffers: is an object"),
            ("\"adHocOffers\": [{\"paymentMode\": \"free\"}]", "adHocOffers[0]: has no offerID"),
            (
                "\"adHocOffers\": [{\"offerID\": \"x\", \"paymentMode\": \"free\"}]",
                "adHocOffers[0]: has no subscriptionPeriod"
            ),
            (
                "\"introductoryOffer\": {\"paymentMode\": \"payUpfront\", \"subscriptionPeriod\": \"P1M\"}",
                "introductoryOffer.paymentMode: is \"payUpfront\", which is not known. Did you mean \"payUpFront\"?"
            ),
            (
                "\"introductoryOffer\": {\"paymentMode\": \"oneTime\", \"subscriptionPeriod\": \"P1M\"}",
                "introductoryOffer.paymentMode: is \"oneTime\", which is not known."
            ),
            (
                "\"introductoryOffer\": {\"paymentMode\": \"payUpFront\", \"subscriptionPeriod\": \"P1M\"}",
                "introductoryOffer: has no displayPrice"
            ),
            (
                "\"introductoryOffer\": {\"paymentMode\": \"free\", \"subscriptionPeriod\": \"1 month\"}",
                "introductoryOffer.subscriptionPeriod: is \"1 month\", which is not a duration"
            ),
            (
                """
                "introductoryOffer": {"paymentMode": "free", "subscriptionPeriod": "P1M", "numberOfPeriods": 0}
                """,
                "introductoryOffer.numberOfPeriods: is 0. Write a whole number from 1 to 100."
            ),
            (
                """
                "codeOffers": [{"referenceName": "X", "paymentMode": "free", "subscriptionPeriod": "P1M",
                "eligibility": ["newest"]}]
                """,
                "codeOffers[0].eligibility[0]: is \"newest\", which is not known."
            ),
            (
                """
                "winbackOffers": [{"offerID": "X", "paymentMode": "free", "subscriptionPeriod": "P1M"},
                {"offerID": "X", "paymentMode": "free", "subscriptionPeriod": "P1W"}]
                """,
                "winbackOffers[1].offerID: is \"X\", the same as an earlier offer."
            ),
            (
                "\"billingPlans\": [{\"billingPlanType\": \"YEARLY\", \"displayPrice\": \"1\"}]",
                "billingPlans[0].billingPlanType: is \"YEARLY\", which is not known."
            ),
            ("\"subscriptionGroupID\": \"G2\"", "subscriptionGroupID: is \"G2\", but the group around it is \"G1\"."),
            ("\"familyShareable\": \"yes\"", "familyShareable: is text, not true or false."),
        ]
    )
    func offerMistakes(members: String, message: String) throws {
        let error = #expect(throws: CatalogError.self) {
            try self.read(self.file(subscriptions: self.subscription("pro", members)))
        }
        #expect(error?.issues.first?.line ?? 0 >= 5)
        #expect(
            error?.description.contains("subscriptionGroups[0].subscriptions[0].\(message)") == true,
            "\(error?.description ?? "-")"
        )
    }

    @Test(
        "A price that is none, or absurd, is named",
        arguments: [
            ("\"9,99\"", "is \"9,99\", which is not a decimal number"),
            ("\"\"", "is \"\", which is not a decimal number"),
            ("\"-1\"", "is \"-1\", which is not a decimal number"),
            ("\".5\"", "is \".5\", which is not a decimal number"),
            ("\"5.\"", "is \"5.\", which is not a decimal number"),
            ("\"1.2.3\"", "is \"1.2.3\", which is not a decimal number"),
            ("1e3", "is \"1e3\", which is not a decimal number"), ("\"٣\"", "is \"٣\", which is not a decimal number"),
            ("\"0.0001\"", "has more than three decimals"), ("\"1000000000.001\"", "is larger than any price"),
            ("\"99999999999999999999999999\"", "is larger than any price"),
            ("[9]", "is an array, not a decimal number"),
            ("\"9\\n\\u001b[31m\"", "is \"9\u{FFFD}\u{FFFD}[31m\", which is not a decimal number"),
        ]
    )
    func badPrices(price: String, message: String) throws {
        let error = #expect(throws: CatalogError.self) {
            try self.read(self.file(subscriptions: self.subscription(price: price)))
        }
        #expect(error?.issues.count == 1)
        #expect(error?.description.contains("displayPrice: ") == true)
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "-")")
    }

    @Test("All mistakes are reported together, up to a limit")
    func many() throws {
        let entries = Array(repeating: "{\"type\": 1}", count: 5_000).joined(separator: ",\n")
        let error = #expect(throws: CatalogError.self) { try self.read("{\"products\": [\(entries)]}") }
        #expect(error?.issues.count == 100)
        let lines = error?.issues.compactMap(\.line) ?? []
        #expect(lines == lines.sorted() && lines.count == 100)
    }

    @Test("A file cut anywhere is refused, and never ends the process")
    func truncated() throws {
        let whole = StoreKitFile(catalog: RichShop.catalog, settings: CatalogSettings()).json()
        // The last byte is the line feed behind the last bracket.
        for length in stride(from: 0, to: whole.count - 1, by: 7) {
            #expect(throws: CatalogError.self) { try StoreKitFile(Array(whole.prefix(length)), file: "cut") }
        }
    }

    @Test("A file with any byte changed is read or refused with a line")
    func mutated() throws {
        let whole = StoreKitFile(catalog: RichShop.catalog, settings: CatalogSettings()).json()
        var random = SeededGenerator(seed: 20, purpose: "changed files")
        var refused = 0
        for _ in 0..<2_000 {
            var bytes = whole
            for _ in 0...random.next() % 3 {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            do throws(CatalogError) {
                _ = try StoreKitFile(bytes, file: "changed")
            } catch {
                refused += 1
                #expect(error.issues.allSatisfy { $0.line != nil }, "seed 20")
            }
        }
        #expect(refused > 100)
    }

    // MARK: Writing

    @Test("A catalog written as a StoreKit file is read as the same catalog")
    func written() throws {
        var products: [WorldProduct] = []
        for product in RichShop.catalog.products {
            var product = product
            if product.group == nil { product.offers = [] }
            product.offers.sort { Self.order($0.kind) < Self.order($1.kind) }
            products.append(product)
        }
        var settings = CatalogSettings()
        settings.storefront = .usa
        settings.profile = .xcodeEvery10s
        settings.appAppleId = 42
        settings.gracePeriodDays = 16
        let written = StoreKitFile(catalog: WorldCatalog(products), settings: settings)
        #expect(written.warnings.isEmpty)
        let read = try StoreKitFile(written.json(), file: "written")
        #expect(read.warnings.isEmpty)
        #expect(read.settings == settings)
        for product in products {
            #expect(read.catalog.product(product.id) == product)
        }
        #expect(read.catalog.products.count == products.count)
    }

    private static func order(_ kind: WorldOffer.Kind) -> Int {
        [.introductory, .promotional, .code, .winBack].firstIndex(of: kind) ?? 0
    }

    @Test("Content that a StoreKit file does not support is listed when one is written")
    func lost() {
        var product = WorldProduct.consumable(
            "coins",
            price: WorldPrice(milliunits: 100_000, currency: "JPY"),
            offers: [WorldOffer(kind: .code, id: "C", mode: .oneTime, price: Shop.dollars(1))]
        )
        product.prices["DEU"] = WorldPrice(milliunits: 1_000, currency: "EUR")
        let file = StoreKitFile(catalog: WorldCatalog([product]), settings: CatalogSettings())
        #expect(file.warnings.count == 3)
        #expect(file.warnings.allSatisfy { $0.hasPrefix("coins: ") })
    }

    @Test("The layout is Xcode's")
    func layout() throws {
        let file = try self.read(
            #"{"version":{"minor":0,"major":1},"_b":{},"products":[],"Alpha":["x\"y",{"k":1.50}]}"#
        )
        let text = """
            {
              "_b" : {

              },
              "Alpha" : [
                "x\\"y",
                {
                  "k" : 1.50
                }
              ],
              "products" : [

              ],
              "version" : {
                "major" : 1,
                "minor" : 0
              }
            }

            """
        #expect(String(decoding: file.json(), as: UTF8.self) == text)
    }
}
