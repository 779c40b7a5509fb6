import AppStore
import AppStoreSimulator
import Synchronization
import Testing

/// Tests which version 1 notifications are sent, and their content.
@Suite struct Version1Tests {
    /// Returns the waiting notifications as version 1 posts.
    private static func posts(_ world: World) throws -> [JSONValue] {
        try world.drainOutbox().flatMap { try world.version1Bodies(of: $0) }.map { try JSONValue(json: $0) }
    }

    private static func types(_ world: World) throws -> [String] {
        try Self.posts(world).map { Self.text($0["notification_type"]) ?? "" }
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value else { return nil }
        return text
    }

    /// The row of a transaction in a post.
    private static func row(_ id: String, in post: JSONValue?) throws -> ReceiptTransaction? {
        let answer = VerifyReceiptResponse(try #require(post?["unified_receipt"]))
        return answer.latestRows.first { $0.transactionID == id }
    }

    @Test("An upgrade sends CANCEL for the replaced period, a change of status, and INTERACTIVE_RENEWAL")
    func upgrade() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let basic = try world.buy(Shop.basic, by: anna)
        #expect(try Self.types(world) == ["INITIAL_BUY"])
        try world.advance(by: .days(10))
        try world.buy(Shop.monthly, by: anna)
        let posts = try Self.posts(world)
        let types = posts.map { Self.text($0["notification_type"]) }
        #expect(types == ["CANCEL", "DID_CHANGE_RENEWAL_STATUS", "INTERACTIVE_RENEWAL"])
        let old = try world.transactionPayload(for: basic.transactionId)
        let cancel = try #require(posts.first)
        #expect(Self.text(cancel["cancellation_date_ms"]) == "\(world.now.milliseconds)")
        #expect(Self.text(cancel["web_order_line_item_id"]) == old.webOrderLineItemId)
        #expect(Self.text(cancel["auto_renew_status"]) == "true")
        #expect(posts.dropFirst().allSatisfy { $0["cancellation_date_ms"] == nil })
        // The row says that it was upgraded; a date there would be a refund.
        let row = try #require(try Self.row(basic.transactionId, in: cancel))
        #expect(row.isUpgraded == true && row.canceledAt == nil)
    }

    @Test("The notifications of a resubscription depend on the earlier product")
    func resubscribe() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.basic, by: anna)
        try world.cancel(Shop.basic, of: anna)
        try world.advance(by: .months(2))
        _ = world.drainOutbox()
        try world.buy(Shop.basic, by: anna)
        #expect(try Self.types(world) == ["DID_CHANGE_RENEWAL_STATUS"])
        try world.cancel(Shop.basic, of: anna)
        try world.advance(by: .months(2))
        _ = world.drainOutbox()
        try world.buy(Shop.monthly, by: anna)
        #expect(try Self.types(world) == ["INTERACTIVE_RENEWAL", "DID_CHANGE_RENEWAL_STATUS"])
    }

    @Test("Until 10 March 2021 a recovery sends RENEWAL too", arguments: [(2021, true), (2026, false)])
    func renewal(year: Int, isOld: Bool) throws {
        let app = WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, environment: .production)
        let start = try Shop.day("\(year)-01-05")
        let world = try World(seed: 7, startingAt: start, app: app, catalog: Shop.catalog)
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.declineCard(of: anna)
        try world.advance(by: .months(1))
        #expect(try Self.types(world) == ["INITIAL_BUY", "DID_FAIL_TO_RENEW"])
        try world.advance(by: .days(3))
        try world.repairCard(of: anna)
        #expect(try Self.types(world) == (isOld ? ["RENEWAL", "DID_RECOVER"] : ["DID_RECOVER"]))
    }

    @Test("Only the notification of its refund contains a finished consumable")
    func finished() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let coins = try world.buy(Shop.coins, by: anna)
        try world.act(.finish) { $0.transaction = coins.transactionId }
        _ = world.drainOutbox()
        try world.refund(coins.transactionId, reason: .appIssue)
        let refund = try #require(try Self.posts(world).first)
        #expect(Self.text(refund["notification_type"]) == "REFUND")
        let row = try #require(try Self.row(coins.transactionId, in: refund))
        #expect(row.canceledAt == world.now && row.cancellationReason == 1)
        try world.buy(Shop.monthly, by: anna)
        let next = try Self.posts(world).first
        #expect(Self.text(next?["notification_type"]) == "INITIAL_BUY")
        #expect(try Self.row(coins.transactionId, in: next) == nil)
    }

    @Test("The refund of a subscription sends CANCEL with its date, and a change of status")
    func refund() throws {
        let world = try Shop.world()
        let bought = try world.buy(Shop.monthly, by: try world.customer("anna"))
        _ = world.drainOutbox()
        try world.refund(bought.transactionId)
        let posts = try Self.posts(world)
        #expect(posts.map { Self.text($0["notification_type"]) } == ["CANCEL", "DID_CHANGE_RENEWAL_STATUS"])
        #expect(Self.text(posts[0]["cancellation_date_ms"]) == "\(world.now.milliseconds)")
        #expect(try Self.row(bought.transactionId, in: posts[0])?.canceledAt == world.now)
    }

    @Test("Family members receive notifications of changes and of the end; the sandbox sends them none")
    func family() throws {
        for environment in [WorldEnvironment.production, .sandbox] {
            let world = try RichShop.world(environment: environment)
            for name in ["anna", "bob"] {
                try world.act(.joinFamily) {
                    $0.customer = name
                    $0.name = "smith"
                }
            }
            try world.shop("anna", "pro.monthly")
            func sent(_ name: String) throws -> [String] {
                let own = world.drainOutbox().filter { $0.customer?.name == name }
                return try own.flatMap { try world.version1Bodies(of: $0) }.compactMap {
                    try NotificationV1(json: $0)?.type
                }
            }
            #expect(try sent("bob") == [])
            try world.act(.leaveFamily) { $0.customer = "bob" }
            #expect(try sent("bob") == (environment == .production ? ["REVOKE"] : []))
        }
    }

    @Test("Several posts are sent one after the other, and the next attempt resumes at the one that failed")
    func attempts() async throws {
        let world = try Shop.world()
        try world.act(.setSwitch) { action in
            action.name = "sendsVersion1"
            action.enabled = true
        }
        let heard = Mutex<[String]>([])
        let failures = Mutex(1)
        let receiver: NotificationReceiver = { notification in
            let type = (try? NotificationV1(json: notification.body))?.type ?? "no notification of version 1"
            heard.withLock { $0.append(type) }
            let fails = type == "DID_CHANGE_RENEWAL_STATUS" && failures.withLock { $0 > 0 }
            if fails { failures.withLock { $0 -= 1 } }
            return .answered(status: fails ? 500 : 200)
        }
        for product in [Shop.basic, Shop.monthly] {
            var action = WorldAction(.buy)
            action.customer = "anna"
            action.product = product
            try await world.perform(action, delivering: receiver)
        }
        #expect(heard.withLock { $0 } == ["INITIAL_BUY", "CANCEL", "DID_CHANGE_RENEWAL_STATUS"])
        #expect(world.deliveries.last?.isDelivered == false)
        heard.withLock { $0 = [] }
        try await world.advance(by: .seconds(6 * 3600), delivering: receiver)
        #expect(heard.withLock { $0 } == ["DID_CHANGE_RENEWAL_STATUS", "INTERACTIVE_RENEWAL"])
        #expect(world.deliveries.last?.isDelivered == true)
        #expect(world.deliveries.last?.attempts.count == 2)
    }
}
