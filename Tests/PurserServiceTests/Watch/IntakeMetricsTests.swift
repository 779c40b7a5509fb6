import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// Recorded facts count once, however often and in whichever form they arrive, and old ones do not count.
@Suite struct IntakeMetricsTests {
    private static let label = #"app="shop",environment="Production""#
    private static let signedAt = SamplePayloads.signedAt
    private static let day: Int64 = 86_400_000

    private let metrics = CountedMetrics()

    private static func later(_ milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: Self.signedAt.milliseconds + milliseconds)
    }

    private static func refunded(
        _ payload: TransactionPayload = SamplePayloads.consumable(),
        at revokedAt: Timestamp = Self.later(60_000),
        signedAt: Timestamp = Self.later(61_000),
        _ type: RevocationType = .refundFull,
        percentage: Int32? = nil
    ) -> TransactionPayload {
        var payload = payload
        payload.revocationDate = revokedAt
        payload.revocationType = type
        payload.revocationPercentage = percentage
        payload.signedDate = signedAt
        return payload
    }

    @Test("A notification counts once by its type and its purchase, even when sent or submitted again")
    func notification() async throws {
        try await self.metrics.counting {
            let shop = try TestShop()
            let compact = try shop.notification()
            _ = try await shop.ingest.notification(compact, for: shop.app)
            _ = try await shop.ingest.notification(compact, for: shop.app)
            // Apple may sign it again when it sends it again.
            let again = try shop.notification(signedAt: Self.later(1000))
            _ = try await shop.ingest.notification(again, for: shop.app)
            let customer = try #require(CustomerID("anna"))
            _ = try await shop.ingest.purchase(
                shop.authority.sign(SamplePayloads.transaction()).bytes,
                by: customer,
                intent: .purchase,
                tokens: [],
                for: shop.app
            )
            let odd = try shop.notification(
                type: NotificationType(rawValue: "NEVER_HEARD_OF"),
                uuid: "0a2e14d5-51f5-4503-b5a8-c3a1af68eb21"
            )
            _ = try await shop.ingest.notification(odd, for: shop.app)
        }
        #expect(
            self.metrics.series(of: "purser_notification_types_total") == [
                "{\(Self.label),type=\"SUBSCRIBED\"} 1", "{\(Self.label),type=\"other\"} 1",
            ]
        )
        #expect(
            self.metrics.series(of: "purser_purchases_total") == ["{\(Self.label),product=\"pro.monthly\"} 1"]
        )
        #expect(
            self.metrics.series(of: "purser_intake_delay_seconds_count").first == "{\(Self.label),part=\"apple\"} 2"
        )
    }

    @Test("A field that Apple added counts by its name once, is kept with the evidence, and changes nothing")
    func unknownFields() async throws {
        try await self.metrics.counting {
            let shop = try TestShop()
            let customer = try #require(CustomerID("anna"))
            var payload = SamplePayloads.transaction()
            payload.unknownFields = [
                JSONMember(key: "giftedBy", value: .string("bert")), JSONMember(key: "odd name\n", value: .bool(true)),
            ]
            payload.multiSeatInfo = .with {
                $0.unknownFields = [JSONMember(key: "minimumSeats", value: .number("2"))]
            }
            for _ in 0..<2 {
                _ = try await shop.ingest.purchase(
                    shop.authority.sign(payload).bytes,
                    by: customer,
                    intent: .purchase,
                    tokens: [],
                    for: shop.app
                )
            }
            let many = (0..<60).map { JSONMember(key: "field\($0)", value: .null) }
            var other = SamplePayloads.consumable()
            other.unknownFields = many
            _ = try await shop.ingest.purchase(
                shop.authority.sign(other).bytes,
                by: customer,
                intent: .purchase,
                tokens: [],
                for: shop.app
            )
        }
        let counted = self.metrics.series(of: "purser_unknown_fields_total")
        func series(_ field: String, _ object: String) -> String {
            #"{app="shop",environment="Production",field="\#(field)",object="\#(object)"} 1"#
        }
        #expect(counted.contains(series("giftedBy", "transaction")), "\(counted)")
        #expect(counted.contains(series("minimumSeats", "transaction_seats")), "\(counted)")
        // Two have a name already, and one has none that can be a label.
        #expect(counted.contains { $0.contains(#"field="other""#) && $0.hasSuffix(" 15") }, "\(counted)")
        #expect(counted.count == 49)
    }

    @Test("A notification of version 1 counts by a type of Apple's, with the secret or with new facts")
    func oldNotification() async throws {
        try await self.metrics.counting {
            let shop = try KeylessShop()
            _ = try shop.world.buy("basic.monthly", by: shop.world.customer("anna"))
            let receipt = try shop.world.receipt(of: shop.world.customer("anna"))
            let secret = try shop.world.sharedSecret()
            for (type, password) in [("INITIAL_BUY", secret), ("DID_RENEW", secret), ("NEVER_HEARD_OF", secret)] {
                _ = try await shop.ingest.notification(
                    Self.old(type, password, Data(receipt.bytes).base64EncodedString()),
                    for: shop.app
                )
            }
            await #expect(throws: (any Error).self) {
                let stranger = try Self.old("DID_RENEW", "wrong", Data(receipt.bytes).base64EncodedString())
                _ = try await shop.ingest.notification(stranger, for: shop.app)
            }
        }
        #expect(
            self.metrics.series(of: "purser_notification_types_total") == [
                "{\(Self.label),type=\"DID_RENEW\"} 1", "{\(Self.label),type=\"INITIAL_BUY\"} 1",
                "{\(Self.label),type=\"other\"} 1",
            ]
        )
        #expect(self.metrics.series(of: "purser_subscription_purchases_total") == ["{\(Self.label)} 1"])
    }

    @Test("For an app without a secret, a repeated receipt does not count for Apple")
    func oldNotificationAgain() async throws {
        try await self.metrics.counting {
            let shop = try KeylessShop()
            _ = try shop.world.buy("basic.monthly", by: shop.world.customer("anna"))
            let receipt = try shop.world.receipt(of: shop.world.customer("anna"))
            let app = ServedApp(name: shop.app.name, verifier: shop.app.verifier, catalog: shop.app.catalog)
            for _ in 0..<3 {
                let old = try Self.old("INITIAL_BUY", "any", Data(receipt.bytes).base64EncodedString())
                _ = try await shop.ingest.notification(old, for: app)
            }
        }
        #expect(
            self.metrics.series(of: "purser_notification_types_total") == [
                "{\(Self.label),type=\"INITIAL_BUY\"} 1"
            ]
        )
    }

    private static func old(_ type: String, _ password: String, _ receipt: String) throws -> NotificationV1 {
        let json =
            #"{"notification_type":"\#(type)","environment":"PROD","password":"\#(password)","#
            + #""unified_receipt":{"latest_receipt":"\#(receipt)"}}"#
        return try #require(try NotificationV1(json: Array(json.utf8)))
    }

    @Test("The delay is the time from Apple's signature to the arrival, and the commit has its own part")
    func delay() async throws {
        try await self.metrics.counting {
            let shop = try TestShop()
            shop.setNow(Instant(milliseconds: Self.later(7000).milliseconds))
            _ = try await shop.ingest.notification(shop.notification(), for: shop.app)
        }
        #expect(
            self.metrics.series(of: "purser_intake_delay_seconds_sum").first == "{\(Self.label),part=\"apple\"} 7"
        )
        #expect(
            self.metrics.series(of: "purser_intake_delay_seconds_count") == [
                "{\(Self.label),part=\"apple\"} 1", "{\(Self.label),part=\"commit\"} 1",
            ]
        )
    }

    @Test("Notifications from Apple's history do not count, and their purchases only while they are new")
    func history() async throws {
        try await self.metrics.counting {
            let shop = try TestShop()
            _ = try await shop.ingest.notification(shop.notification(), for: shop.app, isSent: false)
            shop.setNow(Instant(milliseconds: Self.later(2 * Self.day).milliseconds))
            let old = try shop.notification(
                uuid: "0a2e14d5-51f5-4503-b5a8-c3a1af68eb22",
                transaction: SamplePayloads.transaction(id: "2000000000000002", originalID: "2000000000000002"),
                renewalInfo: SamplePayloads.renewalInfo(originalID: "2000000000000002")
            )
            _ = try await shop.ingest.notification(old, for: shop.app)
            // Apple signs its answers now, whatever their age.
            let answered = SamplePayloads.consumable(id: "2000000000000003")
            let answer = AnsweredEvidence(
                transactions: [try shop.authority.sign(answered).bytes],
                askedAt: shop.ambient.now()
            )
            _ = try await shop.ingest.answer(answer, for: shop.app)
        }
        #expect(self.metrics.series(of: "purser_notification_types_total") == [])
        #expect(
            self.metrics.series(of: "purser_purchases_total") == ["{\(Self.label),product=\"pro.monthly\"} 1"]
        )
    }

    @Test("A notification that waited for the clock counts when it is applied")
    func released() async throws {
        try await self.metrics.counting {
            let shop = try TestShop()
            let ahead = Self.later(600_000)
            let test = try shop.notification(
                type: .test,
                subtype: nil,
                uuid: "0a2e14d5-51f5-4503-b5a8-c3a1af68eb23",
                transaction: nil,
                renewalInfo: nil,
                signedAt: ahead
            )
            _ = try await shop.ingest.notification(test, for: shop.app)
            #expect(self.metrics.series(of: "purser_notification_types_total") == [])
            shop.setNow(Instant(milliseconds: ahead.milliseconds))
            await QuarantineReleaseWorker(ingest: shop.ingest, apps: [shop.app], clock: ContinuousClock()).releaseDue()
        }
        #expect(
            self.metrics.series(of: "purser_notification_types_total") == ["{\(Self.label),type=\"TEST\"} 1"]
        )
    }

    @Test("A refund counts once, by product and by amount, however often Apple states it")
    func refund() async throws {
        try await self.metrics.counting {
            let shop = try TestShop()
            shop.setNow(Instant(milliseconds: Self.later(120_000).milliseconds))
            let signed = try shop.authority.sign(SamplePayloads.consumable()).bytes
            let bought = AnsweredEvidence(transactions: [signed], askedAt: shop.ambient.now())
            _ = try await shop.ingest.answer(bought, for: shop.app)
            #expect(self.metrics.series(of: "purser_refunds_total") == [])
            let compact = try shop.notification(
                type: .refund,
                subtype: nil,
                transaction: Self.refunded(),
                renewalInfo: nil,
                status: nil,
                signedAt: Self.later(61_000)
            )
            _ = try await shop.ingest.notification(compact, for: shop.app)
            _ = try await shop.ingest.notification(compact, for: shop.app)
            let repeated = try shop.authority.sign(Self.refunded(signedAt: Self.later(90_000))).bytes
            let answer = AnsweredEvidence(transactions: [repeated], askedAt: shop.ambient.now())
            _ = try await shop.ingest.answer(answer, for: shop.app)
            // Recorded with its purchase, and a quarter of the price.
            let part = Self.refunded(
                SamplePayloads.consumable(id: "2000000000000901"),
                .refundProrated,
                percentage: 25_000
            )
            let other = AnsweredEvidence(
                transactions: [try shop.authority.sign(part).bytes],
                askedAt: shop.ambient.now()
            )
            _ = try await shop.ingest.answer(other, for: shop.app)
        }
        #expect(
            self.metrics.series(of: "purser_refunds_total") == ["{\(Self.label),product=\"gems.600\"} 2"]
        )
        #expect(
            self.metrics.series(of: "purser_storefront_refunds_total") == ["{\(Self.label),storefront=\"USA\"} 2"]
        )
        #expect(
            self.metrics.series(of: "purser_purchases_total") == ["{\(Self.label),product=\"gems.600\"} 2"]
        )
        #expect(
            self.metrics.series(of: "purser_storefront_purchases_total") == [
                "{\(Self.label),storefront=\"USA\"} 2"
            ]
        )
        #expect(
            self.metrics.series(of: "purser_refunded_milliunits_total") == [
                "{app=\"shop\",currency=\"USD\",environment=\"Production\"} 12487"
            ]
        )
    }

    @Test("A product that the catalog lacks, and a missing storefront, count as other")
    func otherGoods() async throws {
        try await self.metrics.counting {
            let shop = try TestShop()
            var payload = Self.refunded(SamplePayloads.consumable(productID: "gems.nobody"))
            payload.storefront = nil
            shop.setNow(Instant(milliseconds: Self.later(120_000).milliseconds))
            let signed = try shop.authority.sign(payload).bytes
            let answer = AnsweredEvidence(transactions: [signed], askedAt: shop.ambient.now())
            _ = try await shop.ingest.answer(answer, for: shop.app)
        }
        for metric in ["purser_purchases_total", "purser_refunds_total"] {
            #expect(self.metrics.series(of: metric) == ["{\(Self.label),product=\"other\"} 1"])
        }
        for metric in ["purser_storefront_purchases_total", "purser_storefront_refunds_total"] {
            #expect(self.metrics.series(of: metric) == ["{\(Self.label),storefront=\"other\"} 1"])
        }
    }

    @Test("An old refund does not count when it becomes known, nor does a family member's loss")
    func noRefund() async throws {
        try await self.metrics.counting {
            let shop = try TestShop()
            shop.setNow(Instant(milliseconds: Self.later(2 * Self.day).milliseconds))
            var shared = SamplePayloads.transaction()
            shared.inAppOwnershipType = .familyShared
            let now = Self.later(2 * Self.day)
            for payload in [
                Self.refunded(signedAt: now), Self.refunded(shared, at: now, signedAt: now, .familyRevoke),
            ] {
                let answer = AnsweredEvidence(
                    transactions: [try shop.authority.sign(payload).bytes],
                    askedAt: shop.ambient.now()
                )
                _ = try await shop.ingest.answer(answer, for: shop.app)
            }
        }
        #expect(self.metrics.series(of: "purser_refunds_total") == [])
        #expect(self.metrics.series(of: "purser_refunded_milliunits_total") == [])
    }

    @Test("An import counts nothing, although Apple's answers are signed now")
    func imported() async throws {
        try await self.metrics.counting {
            let stage = try ImportStage()
            let id = try stage.buy("pro.monthly", by: "anna")
            let job = try await stage.workOff(stage.submit("originalTransactionId,owner\n\(id),ann\n"))
            #expect(job.counts.done == 1)
        }
        #expect(self.metrics.series(of: "purser_purchases_total") == [])
        #expect(self.metrics.series(of: "purser_intake_delay_seconds_count") == [])
    }

    // MARK: The Sandbox

    /// Submits purchases of coins made in the Sandbox, one of them twice.
    private static func buyInSandbox(
        _ policy: SandboxPolicy,
        environments: Set<AppStoreEnvironment> = [.production, .sandbox]
    ) async throws {
        let shop = try TestShop(environments: environments)
        var policies = SandboxPolicies()
        policies[.consumable] = policy
        let catalog = Catalog(
            products: TestShop.catalog.products,
            coins: TestShop.catalog.coins,
            sandbox: policies,
            fulfillment: FulfillmentPolicy(from: shop.ambient.now() - .days(1), coins: .wallets)
        )
        let app = ServedApp(name: shop.app.name, verifier: shop.app.verifier, catalog: catalog)
        let customer = try #require(CustomerID("anna"))
        let begin = shop.ambient.now()
        for (place, id) in ["2000000000000900", "2000000000000900", "2000000000000901"].enumerated() {
            shop.setNow(begin + .seconds(Int64(place)))
            _ = try await shop.ingest.purchase(
                try shop.authority.sign(SamplePayloads.consumable(id: id, environment: .sandbox)).bytes,
                by: customer,
                intent: .purchase,
                tokens: [],
                for: app
            )
        }
    }

    @Test("Sandbox purchases on a server with Production are counted, with their coins")
    func sandboxMoney() async throws {
        try await self.metrics.counting { try await Self.buyInSandbox(.allow) }
        #expect(self.metrics.series(of: "purser_sandbox_fulfilled_total") == ["{app=\"shop\"} 2"])
        #expect(self.metrics.series(of: "purser_sandbox_coins_total") == ["{app=\"shop\"} 1200"])
        #expect(self.metrics.series(of: "purser_sandbox_refused_total") == [])
    }

    @Test("Purchases that the policy refuses count once, and a Sandbox-only server counts no fulfillment")
    func sandboxRefused() async throws {
        try await self.metrics.counting {
            try await Self.buyInSandbox(.capped(fulfillmentsADay: 1, coinsADay: [:]), environments: [.sandbox])
        }
        #expect(self.metrics.series(of: "purser_sandbox_fulfilled_total") == [])
        #expect(self.metrics.series(of: "purser_sandbox_refused_total") == ["{app=\"shop\"} 1"])
        let denied = CountedMetrics()
        try await denied.counting { try await Self.buyInSandbox(.deny) }
        #expect(denied.series(of: "purser_sandbox_refused_total") == ["{app=\"shop\"} 2"])
    }
}
