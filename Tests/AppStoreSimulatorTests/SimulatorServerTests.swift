import AppStore
import AppStoreSimulator
import AsyncHTTPClient
import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import PurserTesting
import ServiceLifecycle
import Synchronization
import Testing

@Suite struct SimulatorServerTests {
    struct Answer {
        let status: Int
        let bytes: [UInt8]

        func field<Value>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
            let object = try JSONSerialization.jsonObject(with: Data(self.bytes)) as? [String: Any]
            return try #require(object?[name] as? Value)
        }
    }

    struct Caller {
        let client: HTTPClient
        let base: String

        func get(_ path: String) async throws -> Answer {
            try await self.send(HTTPClientRequest(url: self.base + path))
        }

        func post(_ path: String, _ json: String = "") async throws -> Answer {
            var request = HTTPClientRequest(url: self.base + path)
            request.method = .POST
            request.body = .bytes(ByteBuffer(string: json))
            return try await self.send(request)
        }

        func act(_ json: String, in world: String? = nil) async throws -> Answer {
            try await self.post((world.map { "/w/\($0)" } ?? "") + "/_sim/v1/actions", json)
        }

        func delete(_ path: String) async throws -> Answer {
            var request = HTTPClientRequest(url: self.base + path)
            request.method = .DELETE
            return try await self.send(request)
        }

        private func send(_ request: HTTPClientRequest) async throws -> Answer {
            let response = try await self.client.execute(request, timeout: .seconds(TestTimeout.seconds))
            let body = try await response.body.collect(upTo: 1 << 24)
            return Answer(status: Int(response.status.code), bytes: Array(body.readableBytesView))
        }
    }

    static var quiet: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }

    /// Runs a service that says its port, does something meanwhile, and lets it stop in peace.
    static func during(
        _ service: (@escaping @Sendable (Int) async -> Void) -> any Service,
        _ act: (Caller) async throws -> Void
    ) async throws {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let group = ServiceGroup(services: [service { port.yield($0) }], logger: Self.quiet)
        // The client tries a closed port again until this time is over.
        let timeout = HTTPClient.Configuration.Timeout(connect: .seconds(TestTimeout.seconds))
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: HTTPClient.Configuration(timeout: timeout)
        )
        let running = Task { try await group.run() }
        do {
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            try await act(Caller(client: client, base: "http://127.0.0.1:\(port)"))
        } catch {
            await group.triggerGracefulShutdown()
            try await client.shutdown()
            throw error
        }
        await group.triggerGracefulShutdown()
        try await running.value
        try await client.shutdown()
    }

    @Test("A sequence of actions runs over HTTP")
    func story() async throws {
        let world = try Shop.world()
        let sent = Mutex<[String]>([])
        let receiver: NotificationReceiver = { notification in
            sent.withLock { $0.append(notification.line) }
            return .answered(status: 200)
        }
        try await Self.during { ready in
            SimulatorServer(worlds: Worlds(main: world) { 0 }, receiver: receiver, logger: Self.quiet, onReady: ready)
        } _: { caller in
            #expect(try await caller.get("/_sim/v1/clock").field("now", as: Int64.self) == Shop.opening.milliseconds)
            #expect(try await caller.get("/_sim/v1/root.der").bytes == world.certificates.root)
            #expect(try await caller.get("/_sim/v1/root.pem").bytes == Array(world.certificates.rootPEM.utf8))

            let token = "00000000-0000-4000-8000-000000000001"
            let bought = try await caller.post(
                "/_sim/v1/actions",
                #"{"action":"buy","customer":"anna","product":"pro.monthly","token":"\#(token)","storefront":"DEU"}"#
            )
            #expect(bought.status == 200)
            #expect(try bought.field("notifications", as: [String].self) == ["SUBSCRIBED/INITIAL_BUY"])
            let made = try #require(try bought.field("transactions", as: [[String: Any]].self).first)
            let jws = try #require(made["signedTransaction"] as? String)
            let held = try #require(CompactJWS(Array(jws.utf8)))
            let transaction = try TransactionPayload(json: held.payload)
            #expect(transaction.appAccountToken == token)
            #expect(transaction.storefront == "DEU")
            let id = try #require(transaction.transactionId)

            let later = try await caller.post("/_sim/v1/clock/advance", #"{"by": "P1M"}"#)
            #expect(try later.field("now", as: Int64.self) == (try Shop.day("2026-02-28")).milliseconds)
            #expect(
                try await caller.act(#"{"action":"cancel","customer":"anna","product":"pro.monthly"}"#).status == 200
            )
            #expect(try await caller.get("/_sim/v1/agenda").field("events", as: [[String: Any]].self).count == 1)
            #expect(try await caller.post("/_sim/v1/clock/advance", #"{"by": "next"}"#).status == 200)
            #expect(
                try await caller.act(#"{"action":"refund","transaction":"\#(id)","percentage":50000}"#).status == 200
            )
            #expect(try await caller.act(#"{"action":"reverseRefund","transaction":"\#(id)"}"#).status == 200)
            let signed = try await caller.get("/_sim/v1/transactions/\(id)/signed")
            #expect(try signed.field("signedRenewalInfo", as: String.self).isEmpty == false)
            let anna = try await caller.get("/_sim/v1/customers/anna")
            #expect(try anna.field("transactions", as: [[String: Any]].self).count == 2)
            #expect(try await caller.get("/_sim/v1/journal").field("entries", as: [[String: Any]].self).count == 6)
            #expect(
                try await caller.get("/_sim/v1/deliveries").field("deliveries", as: [[String: Any]].self).count == 6
            )
        }
        #expect(
            sent.withLock { $0 } == [
                "SUBSCRIBED/INITIAL_BUY 1", "DID_RENEW/- 1", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1",
                "EXPIRED/VOLUNTARY 2", "REFUND/- 2", "REFUND_REVERSED/- 2",
            ]
        )
    }

    @Test("An error response contains a code and a message")
    func refusals() async throws {
        let world = try Shop.world()
        try await Self.during { ready in
            SimulatorServer(worlds: Worlds(main: world) { 0 }, receiver: nil, logger: Self.quiet, onReady: ready)
        } _: { caller in
            let past = Shop.opening.milliseconds - 1
            let cases: [(path: String, body: String, status: Int, code: String)] = [
                ("/_sim/v1/actions", #"{"action":"buy","customer":"a","product":"no"}"#, 404, "unknown_product"),
                ("/_sim/v1/actions", #"{}"#, 400, "invalid_body"),
                ("/_sim/v1/actions", #"{"action":"fly"}"#, 400, "unknown_action"),
                ("/_sim/v1/actions", #"{"action":"buy","customer":"a"}"#, 400, "missing_field"),
                ("/_sim/v1/actions", #"{"action":"buy","customer":"a","product":"x","days":1}"#, 400, "unknown_field"),
                ("/_sim/v1/actions", #"{"action":"buy","customer":"a","product":1}"#, 400, "invalid_body"),
                ("/_sim/v1/actions", "not JSON", 400, "invalid_body"),
                (
                    "/_sim/v1/actions", #"{"action":"buy","customer":"a","product":"coins.100","quantity":11}"#, 400,
                    "invalid_quantity"
                ),
                (
                    "/_sim/v1/actions", #"{"action":"buy","customer":"a","product":"coins.100","token":"anna"}"#, 400,
                    "invalid_value"
                ),
                (
                    "/_sim/v1/actions", #"{"action":"buy","customer":"a","product":"coins.100","storefront":"ZZZ"}"#,
                    400, "invalid_value"
                ),
                ("/_sim/v1/actions", #"{"action":"refund","transaction":"1"}"#, 404, "unknown_transaction"),
                ("/_sim/v1/clock/advance", #"{"to": \#(past)}"#, 409, "instant_in_past"),
                ("/_sim/v1/clock/advance", #"{"by": "soon"}"#, 400, "invalid_value"),
                ("/_sim/v1/clock/advance", #"{"to": 9223372036854775807}"#, 400, "too_far"),
                ("/_sim/v1/clock/advance", #"{"milliseconds": 9223372036854775807}"#, 400, "invalid_value"),
                ("/_sim/v1/clock/advance", #"{"by": "P9999Y"}"#, 400, "invalid_value"),
                ("/_sim/v1/clock/advance", #"{}"#, 400, "missing_field"),
                (
                    "/_sim/v1/actions",
                    #"{"action":"buy","customer":"a","product":"pro.monthly","since":-9223372036854775808}"#, 400,
                    "invalid_value"
                ),
                (
                    "/_sim/v1/actions", #"{"action":"changePrice","product":"coins.100","price":9223372036854775807}"#,
                    400, "invalid_value"
                ),
                ("/_sim/v1/actions", #"{"action":"setGracePeriod","days":9223372036854775807}"#, 400, "invalid_value"),
                (
                    "/_sim/v1/actions", #"{"action":"setSwitch","name":"grace","milliseconds":9223372036854775807}"#,
                    400, "invalid_value"
                ),
                ("/_sim/v1/worlds", #"{"name": "x", "startsAt": 9223372036854775807}"#, 400, "invalid_value"),
                ("/_sim/v1/worlds", #"{"name": "x", "gracePeriodDays": -1}"#, 400, "invalid_value"),
                ("/_sim/v1/clock", #"{"rate": -1}"#, 400, "invalid_value"),
                ("/_sim/v1/replay", #"{}"#, 400, "invalid_body"),
                ("/_sim/v1/replay", #"{"records":[{"at":1,"kind":"wish"}]}"#, 400, "invalid_body"),
                ("/_sim/v1/replay", #"{"records":[{"at":9223372036854775807,"kind":"command"}]}"#, 400, "too_far"),
                ("/_sim/v1/snapshots/none/restore", "", 404, "no_snapshot"),
                ("/_sim/v1/worlds", #"{"name": "a b"}"#, 400, "unfit_name"),
                ("/_sim/v1/worlds", #"{"name": "main"}"#, 409, "name_is_taken"),
                ("/_sim/v1/worlds", #"{"name": "x", "profile": "fast"}"#, 400, "invalid_value"),
                ("/w/none/_sim/v1/actions", #"{"action":"clearFaults"}"#, 404, "no_world"),
                ("/_sim/v1/nothing", "", 404, "no_such_route"),
                ("/nothing", "", 404, "no_such_route"),
            ]
            for (path, body, status, code) in cases {
                let answer = try await caller.post(path, body)
                #expect(answer.status == status, "\(path) \(body)")
                #expect(try answer.field("code", as: String.self) == code, "\(path) \(body)")
                #expect(try answer.field("message", as: String.self).isEmpty == false)
            }
        }
        #expect(world.deliveries.isEmpty)
    }

    @Test("Without a receiver notifications wait in the world")
    func noReceiver() async throws {
        let world = try Shop.world()
        try await Self.during { ready in
            SimulatorServer(worlds: Worlds(main: world) { 0 }, receiver: nil, logger: Self.quiet, onReady: ready)
        } _: { caller in
            _ = try await caller.act(#"{"action":"buy","customer":"ben","product":"coins.100"}"#)
            _ = try await caller.post("/_sim/v1/clock/advance", #"{"milliseconds": 1000}"#)
        }
        #expect(world.sent() == ["ONE_TIME_CHARGE/-"])
    }

    @Test("The sender posts what Apple posts, and distinguishes responses from failures")
    func sender() async throws {
        let received = Mutex<[[UInt8]]>([])
        let router = Router()
        router.post("apple/:status") { request, context in
            let body = try await request.body.collect(upTo: 1 << 20)
            received.withLock { $0.append(Array(body.readableBytesView)) }
            return HTTPResponse.Status(code: try context.parameters.require("status", as: Int.self))
        }
        let routes = router
        let closed = "http://127.0.0.1:1/"
        try await Self.during { ready in
            Application(
                router: routes,
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { await ready($0.localAddress?.port ?? 0) },
                logger: Self.quiet
            )
        } _: { caller in
            let sender = NotificationSender(client: caller.client, timeout: .seconds(TestTimeout.seconds))
            // A connection to a closed port is retried until the timeout.
            let hasty = NotificationSender(client: caller.client, timeout: .seconds(1))
            func outcome(
                _ address: String?,
                _ sender: NotificationSender
            ) async throws -> (WorldDelivery.Outcome?, [UInt8]) {
                let app = WorldApp(
                    bundleId: "com.example.shop",
                    appAppleId: 1,
                    environment: .production,
                    notificationURL: address
                )
                let world = try World(seed: 7, startingAt: Shop.opening, app: app, catalog: Shop.catalog)
                try world.buy(Shop.coins, by: try world.customer("ben"))
                let notification = try #require(world.drainOutbox().first)
                return (await sender.send(notification), notification.body)
            }
            let (ok, body) = try await outcome(caller.base + "/apple/200", sender)
            #expect(ok == .answered(status: 200))
            #expect(received.withLock { $0 } == [body])
            #expect(try NotificationBody(json: body).signedPayload != nil)
            #expect(try await outcome(caller.base + "/apple/503", sender).0 == .answered(status: 503))
            #expect(try await outcome(closed, hasty).0?.isSuccess == false)
            #expect(try await outcome(nil, sender).0 == nil)
        }
    }
}
