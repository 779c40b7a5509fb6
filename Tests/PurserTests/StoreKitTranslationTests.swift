import Ledger
import PurserService
import Testing
import purser

@Suite struct StoreKitTranslationTests {
    private static let storeKit = """
        { "identifier": "A", "version": { "major": 3, "minor": 0 },
          "settings": { "_storefront": "CHN" },
          "products": [
            { "productID": "gems.600", "type": "Consumable", "displayPrice": "9.00", "referenceName": "Gems",
              "internalID": "1146327846", "familyShareable": false, "localizations": [] },
            { "productID": "frame.gold", "type": "NonConsumable", "displayPrice": "18.00", "referenceName": "Frame",
              "internalID": "12345678", "familyShareable": false, "localizations": [] } ],
          "nonRenewingSubscriptions": [
            { "productID": "pass.30days", "type": "NonRenewingSubscription", "displayPrice": "28.00",
              "referenceName": "Pass", "internalID": "ABCD1234", "familyShareable": false, "localizations": [] } ],
          "subscriptionGroups": [
            { "id": "7096FF06", "name": "Pro \\"Plan\\"", "localizations": [], "subscriptions": [
              { "productID": "pro.monthly", "type": "RecurringSubscription", "displayPrice": "68.00",
                "recurringSubscriptionPeriod": "P1M", "groupNumber": 2, "subscriptionGroupID": "7096FF06",
                "referenceName": "Monthly", "internalID": "6447400001", "familyShareable": false, "localizations": [],
                "introductoryOffer": { "internalID": "1", "paymentMode": "free", "subscriptionPeriod": "P1W",
                  "numberOfPeriods": 1 },
                "adHocOffers": [ { "internalID": "2", "offerID": "back", "paymentMode": "free",
                  "subscriptionPeriod": "P1M", "numberOfPeriods": 1, "referenceName": "Back" } ],
                "codeOffers": [] } ] } ] }
        """

    @Test(
        "What Xcode's file says is a catalog without a mistake, with an entitlement for each group and non-consumable"
    )
    func translation() throws {
        let translation = try StoreKitTranslation(Array(Self.storeKit.utf8), name: "Shop.storekit")
        let file = try CatalogFile(bytes: Array(translation.text.utf8), file: "c.yaml")
        let catalog = file.catalog
        #expect(catalog.entitlements.keys.map(\.rawValue).sorted() == ["frame.gold", "pro-plan"])
        #expect(catalog.entitlements[EntitlementName("pro-plan")]?.displayNames == ["en": "Pro \"Plan\""])
        let monthly = try #require(catalog.products[ProductID("pro.monthly")])
        #expect(monthly.kind == .autoRenewable && monthly.group?.rawValue == "pro-plan" && monthly.level == 2)
        #expect(monthly.unlocks == [EntitlementName("pro-plan")] && monthly.appStoreID == 6_447_400_001)
        #expect(monthly.hasIntroductoryOffer && monthly.offers == [OfferID("back"): OfferRule()])
        #expect(
            file.terms[monthly.id]
                == CatalogFile.Terms(
                    price: Money(amountMilliunits: 68000, currency: "CNY"),
                    period: CalendarPeriod(months: 1, days: 0)
                )
        )
        let gems = try #require(catalog.products[ProductID("gems.600")])
        #expect(gems.kind == .consumable && gems.appStoreID == 1_146_327_846)
        let frame = try #require(catalog.products[ProductID("frame.gold")])
        #expect(frame.unlocks == [EntitlementName("frame.gold")])
        // Xcode's own numbers are no numbers of the App Store.
        #expect(frame.appStoreID == nil)
        #expect(catalog.products[ProductID("pass.30days")]?.lasts == CalendarPeriod(months: 0, days: 30))
        #expect(translation.text.contains("# CHECK: the duration"))
        #expect(translation.text.contains("# CHECK: if consumables provide coins"))
    }

    @Test("A file without products is a catalog without products, and one that is none is refused")
    func empty() throws {
        let text = try StoreKitTranslation(Array("{\"products\": []}".utf8), name: "Shop.storekit").text
        #expect(try CatalogFile(bytes: Array(text.utf8), file: "c.yaml").productIDs == [])
        #expect(throws: (any Error).self) { try StoreKitTranslation(Array("{}".utf8), name: "Shop.storekit") }
    }
}
