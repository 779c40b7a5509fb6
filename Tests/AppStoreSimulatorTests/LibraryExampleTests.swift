import AppStore
import AppStoreSimulator
import Testing

/// The example of the page for iOS engineers and testers, and every verb's constructor.
@Suite struct LibraryExampleTests {
    @Test("The example of the documentation does what it shows")
    func example() throws {
        let world = try World(
            seed: 1,
            startingAt: Timestamp(milliseconds: 1_767_225_600_000),
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, profile: .sandbox5m),
            catalog: SampleCatalog.catalog
        )
        try world.perform(.buy("pro.monthly", by: "anna"))
        try world.perform(.declineCard(of: "anna"))
        let sent = try world.perform(.advance(by: "PT10M")).notifications.map(\.name)
        #expect(sent == ["DID_FAIL_TO_RENEW/-"])
    }

    @Test("Every verb has a constructor that makes what the tables allow")
    func constructors() throws {
        let all: [WorldAction] = [
            .buy("p", by: "c"), .redeem("x", by: "c"), .restore(by: "c"), .cancel("p", of: "c"),
            .reenable("p", of: "c"), .consentToPrice("p", by: "c"), .askToBuy("c"), .approve(for: "c"),
            .decline(for: "c"), .interruptPurchases(of: "c"), .resolveInterruption(of: "c"), .declineCard(of: "c"),
            .repairCard(of: "c"), .moveStorefront(of: "c", to: "DEU"), .joinFamily("f", "c"), .leaveFamily("c"),
            .shareWithFamily("c"), .requestRefund(of: "1"), .rescindConsent(for: "c"), .openExternalPurchase(by: "c"),
            .refund("1"), .reverseRefund(of: "1"), .expire("p", of: "c"), .renewNow("p", of: "c"),
            .delayRenewal("p", of: "c", milliseconds: 1), .changePrice(of: "p", to: 1), .removeFromSale("p"),
            .returnToSale("p"), .setGracePeriod(days: 3), .setNotificationURL("http://127.0.0.1:1/"),
            .answerConsumption(about: "1"), .extendRenewal(of: "1", days: 1),
            .extendAllRenewals(of: "p", days: 1, request: "r"), .requestTestNotification(),
            .setAppAccountToken(of: "1", to: "t"), .finish("1"),
            .callCommerce("cancelSubscription", of: "1", .object([])), .revokeCertificate(), .advance(by: "P1D"),
            .changeSeats(of: "p", to: 2, by: "c"), .joinGroup(of: "1", "c"), .leaveGroup(of: "1", "c"),
            .claimSeat(of: "1", request: "r"), .unclaimSeat("n", of: "1"), .associateSeat("n", of: "1", with: "c"),
            .setSwitch("limitsRates", false), .addFault(WorldFault(.double)), .clearFaults,
        ]
        for action in all { try action.requireKnownFields() }
        #expect(Set(all.map(\.verb)) == Set(WorldVerb.allCases))
    }
}
