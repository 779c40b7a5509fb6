import Ledger
import PurserService
import Testing

@Suite struct CatalogComparisonTests {
    private static let before = """
        entitlements: { pro: , gold: }
        coins: { gems: }
        products:
          month: { kind: auto-renewable, group: pro, unlocks: [pro, gold], grants: { gems: 5 } }
          year:  { kind: auto-renewable, group: pro, unlocks: pro }
          old:   { kind: non-consumable, unlocks: gold }
        """

    private static func comparison(_ after: String) throws -> CatalogComparison {
        func catalog(_ text: String) throws -> Catalog {
            try CatalogFile(bytes: Array(text.utf8), file: "c.yaml").catalog
        }
        return CatalogComparison(from: try catalog(Self.before), to: try catalog(after))
    }

    @Test("The summary lists additions, removals and changes, and the entitlements that are lost")
    func summary() throws {
        let after = """
            entitlements: { pro: { name: { en: Pro } } , gold: }
            coins: { gems: { perUnit: 66, of: CNY 1 } }
            products:
              month: { kind: auto-renewable, group: pro, unlocks: [pro], grants: { gems: { first: 5, renewal: 3 } } }
              year:  { kind: auto-renewable, group: pro, unlocks: [pro, gold], appStoreId: 7 }
              new:   { kind: consumable, grants: { gems: 60 }, onRefund: debt, storefronts: [CHN] }
            sandbox: { consumable: deny }
            transfer: { non-consumable: { Sandbox: share } }
            gracePolicy: { retry: keep }
            timeZone: Asia/Shanghai
            """
        #expect(
            try Self.comparison(after).summary == [
                "~ products.month: renewal.gems: 3, unlocks: pro, gold -> pro",
                "+ products.new: grants.gems: 60, kind: consumable, onRefund: debt, storefronts: CHN",
                "- products.old",
                "~ products.year: appStoreId: 7, unlocks: pro -> pro, gold",
                "~ entitlements.pro: name.en: Pro",
                "~ coins.gems: perUnit.apple: 66 for CNY 1.00, perUnit.elsewhere: 66 for CNY 1.00",
                "~ sandbox: consumable: capped 20 fulfillments -> deny",
                "~ transfer: non-consumable.Sandbox: transfer -> share",
                "~ gracePolicy: retry: none -> keep",
                "~ timeZone: timeZone: UTC -> Asia/Shanghai",
                "Customers who have gold from month, old lose it; they are not counted.",
            ]
        )
    }

    @Test("The same catalog with another text has no differences")
    func same() throws {
        let after = Self.before + "\n# a remark\nsandbox: { rest: capped 20 fulfillments }\ntimeZone: UTC"
        #expect(try Self.comparison(after) == CatalogComparison(from: Catalog(), to: Catalog()))
    }
}
