import AppStore
import AppStoreSimulator
import Foundation
import Testing

@Suite struct SubscriptionLifeTests {
    @Test("The notification of a first purchase contains everything that a server needs")
    func firstPurchase() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let token = try #require(UUID(uuidString: "A3F0C1D2-0000-4000-8000-00000000000A"))
        let purchase = try world.buy(Shop.monthly, by: anna, appAccountToken: token)
        let notification = try #require(world.drainOutbox().first)
        #expect(notification.line == "SUBSCRIBED/INITIAL_BUY 1")

        let outer = try #require(CompactJWS(notification.signedPayload))
        let payload = try NotificationPayload(json: outer.payload)
        #expect(payload.notificationType == .subscribed)
        #expect(payload.subtype == .initialBuy)
        #expect(payload.notificationUUID == notification.uuid)
        #expect(payload.version == "2.0")
        #expect(payload.signedDate == Shop.opening)
        let data = try #require(payload.data)
        #expect(data.appAppleId == 1_234_567_890)
        #expect(data.bundleId == "com.example.shop")
        #expect(data.bundleVersion == "1")
        #expect(data.environment == .production)
        #expect(data.status == .active)

        let signedTransaction = try #require(data.signedTransactionInfo)
        let inner = try #require(CompactJWS(signedTransaction.bytes))
        let transaction = try TransactionPayload(json: inner.payload)
        #expect(transaction.transactionId == purchase.transactionId)
        #expect(transaction.originalTransactionId == purchase.transactionId)
        #expect(transaction.transactionId?.count == 15)
        #expect(transaction.webOrderLineItemId?.isEmpty == false)
        #expect(transaction.bundleId == "com.example.shop")
        #expect(transaction.productId == Shop.monthly)
        #expect(transaction.subscriptionGroupIdentifier == "21000001")
        #expect(transaction.purchaseDate == Shop.opening)
        #expect(transaction.originalPurchaseDate == Shop.opening)
        #expect(transaction.expiresDate == (try Shop.day("2026-02-28")))
        #expect(transaction.quantity == 1)
        #expect(transaction.type == .autoRenewableSubscription)
        #expect(transaction.appAccountToken == "a3f0c1d2-0000-4000-8000-00000000000a")
        #expect(transaction.inAppOwnershipType == .purchased)
        #expect(transaction.signedDate == Shop.opening)
        #expect(transaction.environment == .production)
        #expect(transaction.transactionReason == .purchase)
        #expect(transaction.storefront == "USA")
        #expect(transaction.storefrontId == "143441")
        #expect(transaction.price == 9990)
        #expect(transaction.currency == "USD")
        #expect(transaction.appTransactionId?.count == 18)
        #expect(transaction.revocationDate == nil)
        #expect(transaction.isUpgraded == nil)

        let signedRenewal = try #require(data.signedRenewalInfo)
        let renewalJWS = try #require(CompactJWS(signedRenewal.bytes))
        let renewal = try RenewalInfoPayload(json: renewalJWS.payload)
        #expect(renewal.originalTransactionId == purchase.transactionId)
        #expect(renewal.productId == Shop.monthly)
        #expect(renewal.autoRenewProductId == Shop.monthly)
        #expect(renewal.autoRenewStatus == .on)
        #expect(renewal.isInBillingRetryPeriod == false)
        #expect(renewal.renewalDate == transaction.expiresDate)
        #expect(renewal.renewalPrice == 9990)
        #expect(renewal.currency == "USD")
        #expect(renewal.recentSubscriptionStartDate == Shop.opening)
        #expect(renewal.signedDate == Shop.opening)
        #expect(renewal.environment == .production)
        #expect(renewal.appTransactionId == transaction.appTransactionId)
        #expect(renewal.appAccountToken == transaction.appAccountToken)
        #expect(renewal.expirationIntent == nil)
    }

    @Test("A subscriber's year is twelve renewals, each on the day of the first or the month's last")
    func year() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let purchase = try world.buy(Shop.monthly, by: anna)
        try world.advance(by: .months(12))
        let sent = world.drainOutbox()
        #expect(sent.map(\.line) == ["SUBSCRIBED/INITIAL_BUY 1"] + Array(repeating: "DID_RENEW/- 1", count: 12))
        let ends = sent.compactMap(\.transactionPayload?.expiresDate)
        let days = [
            "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31",
            "2026-09-30", "2026-10-31", "2026-11-30", "2026-12-31", "2027-01-31", "2027-02-28",
        ]
        #expect(ends == (try days.map { try Shop.day($0) }))
        for (earlier, later) in zip(sent, sent.dropFirst()) {
            #expect(later.transactionPayload?.purchaseDate == earlier.transactionPayload?.expiresDate)
            #expect(later.transactionPayload?.originalTransactionId == purchase.transactionId)
            #expect(later.transactionPayload?.transactionReason == .renewal)
            #expect(later.renewalInfoPayload?.renewalDate == later.transactionPayload?.expiresDate)
        }
        let identifiers = sent.compactMap(\.transactionPayload?.transactionId)
        #expect(identifiers == identifiers.sorted())
        #expect(Set(identifiers).count == 13)
        #expect(Set(sent.compactMap(\.transactionPayload?.webOrderLineItemId)).count == 13)
        #expect(world.transactions(of: anna).count == 13)
    }

    @Test("A canceled subscription ends with its period")
    func canceled() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.advance(by: .days(10))
        try world.cancel(Shop.monthly, of: anna)
        #expect(world.subscriptions(of: anna).first?.givesAccess == true)
        #expect(world.agenda.map(\.text) == ["pro.monthly expires"])
        try world.advance(by: .months(3))
        let sent = world.drainOutbox()
        #expect(
            sent.map(\.line) == [
                "SUBSCRIBED/INITIAL_BUY 1", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1", "EXPIRED/VOLUNTARY 2",
            ]
        )
        #expect(sent[1].renewalInfoPayload?.autoRenewStatus == .off)
        #expect(sent[1].renewalInfoPayload?.expirationIntent == nil)
        #expect(sent[2].renewalInfoPayload?.expirationIntent == .customerCanceled)
        #expect(sent[2].signedAt == (try Shop.day("2026-02-28")))
        #expect(world.subscriptions(of: anna).first?.phase == .expired)
        #expect(throws: WorldError.notSubscribed(Shop.monthly)) { try world.cancel(Shop.monthly, of: anna) }
    }

    @Test("A subscription renews after auto-renew is turned on again")
    func reenabled() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.cancel(Shop.monthly, of: anna)
        #expect(throws: WorldError.alreadyCanceled) { try world.cancel(Shop.monthly, of: anna) }
        try world.reenable(Shop.monthly, of: anna)
        #expect(throws: WorldError.alreadyRenewing) { try world.reenable(Shop.monthly, of: anna) }
        try world.advance(by: .months(1))
        #expect(
            world.sent() == [
                "SUBSCRIBED/INITIAL_BUY 1", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1",
                "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED 1", "DID_RENEW/- 1",
            ]
        )
    }

    @Test("Changes within one instant are signed in their order")
    func signingOrder() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.cancel(Shop.monthly, of: anna)
        try world.reenable(Shop.monthly, of: anna)
        let instants = world.drainOutbox().map(\.signedAt.milliseconds)
        #expect(instants == [0, 1, 2].map { Shop.opening.milliseconds + $0 })
    }

    @Test("A customer who comes back keeps the chain", arguments: [Shop.monthly, Shop.basic])
    func resubscribed(product: String) throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let first = try world.buy(Shop.monthly, by: anna)
        try world.cancel(Shop.monthly, of: anna)
        try world.advance(by: .days(70))
        _ = world.drainOutbox()
        let second = try world.buy(product, by: anna)
        let sent = try #require(world.drainOutbox().first)
        #expect(sent.line == "SUBSCRIBED/RESUBSCRIBE 1")
        #expect(second.originalTransactionId == first.transactionId)
        #expect(second.transactionId != first.transactionId)
        #expect(sent.transactionPayload?.transactionReason == .purchase)
        #expect(sent.transactionPayload?.originalPurchaseDate == Shop.opening)
        #expect(sent.transactionPayload?.purchaseDate == world.now)
        #expect(sent.renewalInfoPayload?.autoRenewStatus == .on)
        // 42 days without a subscription do not end the streak.
        #expect(sent.renewalInfoPayload?.recentSubscriptionStartDate == Shop.opening)
        #expect(throws: WorldError.alreadySubscribed(product)) { try world.buy(product, by: anna) }
    }

    @Test("A gap of more than 60 days begins a new streak")
    func newStreak() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.cancel(Shop.monthly, of: anna)
        try world.advance(by: .months(6))
        try world.buy(Shop.monthly, by: anna)
        #expect(world.drainOutbox().last?.renewalInfoPayload?.recentSubscriptionStartDate == world.now)
    }

    @Test("A second group is a first purchase again")
    func secondGroup() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.buy("news.weekly", by: anna)
        #expect(world.sent() == ["SUBSCRIBED/INITIAL_BUY 1", "SUBSCRIBED/INITIAL_BUY 1"])
    }

    @Test("A product that is removed from sale ends its subscriptions and cannot be bought")
    func notForSale() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.removeFromSale(Shop.monthly)
        try world.advance(by: .months(2))
        let sent = world.drainOutbox()
        #expect(sent.map(\.line) == ["SUBSCRIBED/INITIAL_BUY 1", "EXPIRED/PRODUCT_NOT_FOR_SALE 2"])
        #expect(sent.last?.renewalInfoPayload?.expirationIntent == .productUnavailable)
        #expect(throws: WorldError.notForSale(Shop.monthly)) { try world.buy(Shop.monthly, by: anna) }
    }

    @Test("A renewal charged early is signed before its period begins")
    func earlyCharge() throws {
        var behavior = WorldBehavior.production
        behavior.earlyChargeMilliseconds = 86_400_000
        let world = try Shop.world(behavior: behavior)
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.advance(to: try Shop.day("2026-02-27"))
        let sent = world.drainOutbox()
        #expect(sent.map(\.line) == ["SUBSCRIBED/INITIAL_BUY 1", "DID_RENEW/- 1"])
        #expect(sent.last?.signedAt == (try Shop.day("2026-02-27")))
        #expect(sent.last?.transactionPayload?.purchaseDate == (try Shop.day("2026-02-28")))
    }

    @Test("A sandbox subscription stops after twelve renewals")
    func sandboxLimit() throws {
        let world = try Shop.world(environment: .sandbox)
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.advance(by: .seconds(7200))
        let sent = world.drainOutbox()
        #expect(
            sent.map(\.line) == ["SUBSCRIBED/INITIAL_BUY 1"] + Array(repeating: "DID_RENEW/- 1", count: 12) + [
                "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1", "EXPIRED/VOLUNTARY 2",
            ]
        )
        #expect(sent.last?.transactionPayload?.expiresDate?.milliseconds == Shop.opening.milliseconds + 13 * 300_000)
        #expect(sent.last?.payload.data?.appAppleId == nil)
        #expect(sent.last?.payload.data?.environment == .sandbox)
        #expect(sent.first?.transactionPayload?.transactionId?.count == 16)
    }
}
