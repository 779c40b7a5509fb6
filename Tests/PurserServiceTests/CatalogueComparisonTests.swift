import Ledger
import PurserService
import Testing

@Suite struct CatalogueComparisonTests {
    private static let before = """
        rights: { pro: , gold: }
        coins: { gems: }
        products:
          month: { kind: auto-renewable, group: pro, unlocks: [pro, gold], grants: { gems: 5 } }
          year:  { kind: auto-renewable, group: pro, unlocks: pro }
          old:   { kind: non-consumable, unlocks: gold }
        """

    private static func comparison(_ after: String) throws -> CatalogueComparison {
        func catalogue(_ text: String) throws -> Catalogue {
            try CatalogueFile(bytes: Array(text.utf8), file: "c.yaml").catalogue
        }
        return CatalogueComparison(from: try catalogue(Self.before), to: try catalogue(after))
    }

    @Test("What is added, removed and changed is told in words, and so are the rights that are lost")
    func words() throws {
        let after = """
            rights: { pro: { name: { en: Pro } } , gold: }
            coins: { gems: { perUnit: 66, of: CNY 1 } }
            products:
              month: { kind: auto-renewable, group: pro, unlocks: [pro], grants: { gems: { first: 5, renewal: 3 } } }
              year:  { kind: auto-renewable, group: pro, unlocks: [pro, gold], appStoreId: 7 }
              new:   { kind: consumable, grants: { gems: 60 }, onRefund: debt, storefronts: [CHN] }
            sandbox: { consumable: deny }
            transfer: { non-consumable: { Sandbox: share } }
            access: { retry: keep }
            timeZone: Asia/Shanghai
            """
        #expect(
            try Self.comparison(after).words == [
                "~ products.month: renewal.gems: 3, unlocks: pro, gold -> pro",
                "+ products.new: grants.gems: 60, kind: consumable, onRefund: debt, storefronts: CHN",
                "- products.old",
                "~ products.year: appStoreId: 7, unlocks: pro -> pro, gold",
                "~ rights.pro: name.en: Pro",
                "~ coins.gems: perUnit.apple: 66 for CNY 1.00, perUnit.elsewhere: 66 for CNY 1.00",
                "~ sandbox: consumable: capped 20 deliveries -> deny",
                "~ transfer: non-consumable.Sandbox: transfer -> share",
                "~ access: retry: none -> keep",
                "~ timeZone: timeZone: UTC -> Asia/Shanghai",
                "Who has gold from month, old loses it; how many they are is not counted.",
            ]
        )
    }

    @Test("The same catalogue in other words changes nothing")
    func same() throws {
        let after = Self.before + "\n# a remark\nsandbox: { rest: capped 20 deliveries }\ntimeZone: UTC"
        #expect(try Self.comparison(after) == CatalogueComparison(from: Catalogue(), to: Catalogue()))
    }
}
