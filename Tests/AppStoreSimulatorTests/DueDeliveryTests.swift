import AppStore
import AppStoreSimulator
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PurserTesting
import Synchronization
import Testing

/// Tests that due notifications are delivered while the clock stands still.
@Suite struct DueDeliveryTests {
    private static let wallClock: Int64 = 1_790_000_000

    /// Sends a request to Apple's interface of the world behind a caller.
    private static func call(
        _ method: HTTPMethod,
        _ path: String,
        body: String = "",
        _ world: World,
        _ caller: SimulatorServerTests.Caller
    ) async throws -> (status: Int, value: JSONValue?) {
        let token = try world.apiKey().bearerToken(bundleId: "com.example.shop", issuedAtSeconds: Self.wallClock)
        var request = HTTPClientRequest(url: caller.base + path)
        request.method = method
        request.headers.add(name: "authorization", value: "Bearer \(token)")
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(string: body))
        let response = try await caller.client.execute(request, timeout: .seconds(TestTimeout.seconds))
        let bytes = try await response.body.collect(upTo: 1 << 20)
        return (Int(response.status.code), try? JSONValue(json: Array(bytes.readableBytesView)))
    }

    @Test("A requested test notification is delivered without an advance of the clock")
    func testNotification() async throws {
        let world = try Shop.world()
        try world.setNotificationURL("http://127.0.0.1:9/apple")
        // The test polls for the result.
        try world.act(.setSwitch) { action in
            action.name = "limitsRates"
            action.enabled = false
        }
        let sent = Mutex<[String]>([])
        let receiver: NotificationReceiver = { notification in
            sent.withLock { $0.append(notification.line) }
            return .answered(status: 200)
        }
        try await SimulatorServerTests.during { ready in
            SimulatorServer(
                worlds: Worlds(main: world) { Self.wallClock * 1000 },
                receiver: receiver,
                logger: SimulatorServerTests.quiet,
                onReady: ready
            )
        } _: { caller in
            let asked = try await Self.call(.POST, "/inApps/v1/notifications/test", world, caller)
            #expect(asked.status == 200)
            guard case .string(let token)? = asked.value?["testNotificationToken"] else {
                Issue.record("there is no token")
                return
            }
            let end = ContinuousClock.now + TestTimeout.duration
            var status = try await Self.call(.GET, "/inApps/v1/notifications/test/\(token)", world, caller)
            while status.status == 404, ContinuousClock.now < end {
                status = try await Self.call(.GET, "/inApps/v1/notifications/test/\(token)", world, caller)
            }
            #expect(status.status == 200)
            #expect(status.value?["firstSendAttemptResult"] == .string("SUCCESS"))
        }
        #expect(sent.withLock { $0 } == ["TEST/-"])
        #expect(world.now == Shop.opening)
    }

    @Test("A renewal that is due when auto-renew is turned on again is charged and notified immediately")
    func dueRenewal() async throws {
        let world = try Shop.world(environment: .sandbox)
        try world.act(.setSwitch) { action in
            action.name = "earlyCharge"
            action.milliseconds = 50_000
        }
        let sent = Mutex<[String]>([])
        let receiver: NotificationReceiver = { notification in
            sent.withLock { $0.append(notification.name) }
            return .answered(status: 200)
        }
        for verb in [WorldVerb.buy, .cancel, .advance, .reenable] {
            var action = WorldAction(verb)
            if verb == .advance {
                // Half a minute before the end of a month of five minutes.
                action.milliseconds = 270_000
            } else {
                action.customer = "anna"
                action.product = Shop.monthly
            }
            try await world.perform(action, delivering: receiver)
        }
        #expect(
            sent.withLock { $0 } == [
                "SUBSCRIBED/INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", "DID_RENEW/-",
            ]
        )
        #expect(world.now.milliseconds == Shop.opening.milliseconds + 270_000)
        // The records are replayed in another world.
        let again = try Shop.world(environment: .sandbox)
        try again.replay(world.records)
        #expect(again.journal == world.journal)
        #expect(again.records == world.records)
    }
}
