import Ledger
import PurserTesting
import Testing

@Suite struct CatalogValueTests {
    @Test(
        "Coins are too cheap when one costs less than the minimum value",
        arguments: [
            (8000, 1000, 125, false), (8000, 1000, 126, true), (8000, 0, 1, true), (1, 1, 1000, false),
            (1, 1, 1001, true), (Int64.max, Int64.max, 1000, false), (Int64.max, Int64.max, 1001, true),
        ] as [(Int64, Int64, Int, Bool)]
    )
    func cheapCoins(microunits: Int64, paid: Int64, coins: Int, isTooCheap: Bool) {
        let value = CoinValue(amountMicrounits: microunits, currency: "CNY")
        #expect(value.isAbove(Money(amountMilliunits: paid, currency: "CNY"), for: coins) == isTooCheap)
    }

    @Test("The comparison has no result for another currency or for no coins")
    func unknownValue() {
        let value = CoinValue(amountMicrounits: 8000, currency: "CNY")
        #expect(value.isAbove(Money(amountMilliunits: 1000, currency: "USD"), for: 1) == nil)
        #expect(value.isAbove(Money(amountMilliunits: 1000, currency: "CNY"), for: 0) == nil)
    }

    @Test("A product is sold exactly in the storefronts of its availability")
    func areas() {
        let codes: Set = ["CHN", "HKG"]
        #expect(ProductAvailability.everywhere.contains("CHN"))
        #expect(ProductAvailability.only(codes).contains("HKG") && !ProductAvailability.only(codes).contains("USA"))
        #expect(!ProductAvailability.except(codes).contains("HKG") && ProductAvailability.except(codes).contains("USA"))
    }

    @Test("A kind without a Sandbox policy has the default, and stating the default explicitly is equal")
    func sandbox() {
        var policies = SandboxPolicies()
        #expect(policies[.consumable] == .capped(fulfillmentsADay: 20, coinsADay: [:]))
        policies[.consumable] = .standard
        #expect(policies == SandboxPolicies())
        #expect(policies.hashValue == SandboxPolicies().hashValue)
        policies[.autoRenewable] = .deny
        #expect(policies != SandboxPolicies())
        #expect(policies[.consumable] == .standard && policies[.autoRenewable] == .deny)
        #expect(SandboxPolicy.entitlementDuration == .days(7))
    }

    @Test(
        "A renewal grants the coins of a purchase by default, and only auto-renewable subscriptions renew"
    )
    func renewals() {
        let monthly = Product(id: ProductID("m"), kind: .autoRenewable, grants: ["gems": 6])
        #expect(monthly.renewalGrants == ["gems": 6])
        let other = Product(id: ProductID("m"), kind: .autoRenewable, grants: ["gems": 6], renewalGrants: [:])
        #expect(other.renewalGrants.isEmpty)
        #expect(Product(id: ProductID("g"), kind: .consumable, grants: ["gems": 6]).renewalGrants.isEmpty)
    }

    @Test(
        "A period grants the coins of its reason; without one the first of a chain is the purchase",
        arguments: [
            (TransactionSnapshot.Reason.purchase, "2", 6), (.renewal, "1", 3), (.renewal, "2", 3), (nil, "1", 6),
            (nil, "2", 3),
        ] as [(TransactionSnapshot.Reason?, String, Int)]
    )
    func periods(reason: TransactionSnapshot.Reason?, id: String, gems: Int) {
        var snapshot = Sample.period(id, of: "1")
        snapshot.reason = reason
        let monthly = Product(id: snapshot.productID, kind: .autoRenewable, grants: ["g": 6], renewalGrants: ["g": 3])
        #expect(monthly.coins(for: snapshot) == ["g": gems])
        let gem = Product(id: snapshot.productID, kind: .consumable, grants: ["g": 6])
        #expect(gem.coins(for: snapshot) == ["g": 6])
    }
}
