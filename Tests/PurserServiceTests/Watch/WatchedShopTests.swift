import AppStoreSimulator
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting
import Testing

/// Alarms that real failures raise, and that are resolved afterwards; the tests write no metrics.
@Suite(.timeLimit(.minutes(10))) struct WatchedShopTests {
    /// Runs a closure with a shop on SQLite whose links lead to a receiver on this machine.
    private static func run(
        _ name: String,
        seed: UInt64,
        catalog: Catalog? = nil,
        _ act: (WatchedShop) async throws -> Void
    ) async throws {
        try await WatchStage.withFile(name) { open in
            try await Receiver.run(.answer(WatchedShop.refusal)) { receiver async throws in
                let repository = try open()
                let watched = try WatchedShop(
                    seed: seed,
                    repository: repository,
                    port: receiver.port,
                    catalog: catalog
                )
                try await act(watched)
                await repository.close()
            }
        }
    }

    private static func lines(_ watched: WatchedShop) async throws -> String {
        try await watched.fired().map { alarm in
            let hour = (((alarm.firedAt ?? alarm.since) - watched.hour(0, ofDay: 0)).milliseconds / 60_000)
            return "day \(hour / 1440) \(hour % 1440 / 60):\(hour % 60) \(alarm.key.text) \(alarm.state)"
                + " \(alarm.reading.value) \(alarm.reading.facts)"
        }.joined(separator: "\n")
    }

    @Test("Missing renewals, a refused key, a wave of refunds and a drift each fire and are resolved")
    func apple() async throws {
        try await Self.run("apple", seed: 11) { watched in
            let shop = watched.shop
            try await watched.live(until: watched.hour(11, ofDay: 15), busyDay: 9)
            #expect(try await Self.lines(watched) == "", "Nothing is wrong yet.")

            // Apple charges up to a day before the end of a period; from now on nothing arrives, and Apple cannot be
            // asked.
            shop.setDown(true)
            shop.acceptKey(calls: 0)
            #expect(try await watched.fires(.keyRefused, within: .hours(2), by: .minutes(10)))
            try await watched.pass(until: watched.hour(12, ofDay: 16), by: .hours(1))
            var isMissed = try await watched.fired().contains { $0.key.name == .renewalsMissing }
            if !isMissed { isMissed = try await watched.fires(.renewalsMissing, within: .hours(3)) }
            #expect(isMissed, "30 renewals have no result.")
            shop.setDown(false)
            shop.acceptKey(calls: nil)
            #expect(try await watched.resolves(.keyRefused, within: .hours(6), by: .minutes(5)))
            #expect(try await watched.resolves(.renewalsMissing, within: .hours(48), by: .minutes(30)))

            let coins = try watched.sell(WatchedShop.coins, to: 30)
            try await watched.pass(.hours(1))
            for transaction in coins { try shop.world.refund(transaction) }
            #expect(try await watched.fires(.refundWave, within: .minutes(3)), "30 refunds")
            #expect(try await watched.resolves(.refundWave, within: .hours(6), by: .minutes(10)))

            shop.setDown(true)
            try watched.refundSubscriptions()
            #expect(try await watched.fires(.statusDrift, within: .hours(12), by: .minutes(10)), "lost refunds")
            shop.setDown(false)
            #expect(try await watched.resolves(.statusDrift, within: .hours(48), by: .minutes(30)))
        }
    }

    @Test(
        "A lost node, a link that is down, a refused key, held evidence and an absent fulfiller fire and are resolved"
    )
    func server() async throws {
        let weekly = Product(id: ProductID(WatchedShop.weekly), kind: .autoRenewable, group: "news", level: 1)
        let coins = Product(id: ProductID(WatchedShop.coins), kind: .consumable, grants: ["coins": 100])
        let catalog = Catalog(
            products: [weekly.id: weekly, coins.id: coins],
            coins: ["coins": Coin()],
            fulfillment: FulfillmentPolicy(from: Instant(milliseconds: 0), coins: .fulfiller)
        )
        try await Self.run("server", seed: 12, catalog: catalog) { watched in
            let shop = watched.shop
            let endpoint = WebhookEndpoint(
                id: WebhookID("we_1"),
                app: shop.app.name,
                content: .events,
                address: "https://shop.example.com",
                title: "shop",
                isFulfiller: true,
                state: .active,
                createdAt: watched.now,
                createdBy: "test"
            )
            try await shop.repository.write { unit in try unit.changeWebhooks(of: shop.app.name) { $0 = [endpoint] } }
            try watched.sell(WatchedShop.weekly, to: 5)
            try await watched.pass(until: watched.now + .minutes(30), by: .minutes(1))
            #expect(try await Self.lines(watched) == "", "Nothing is wrong yet.")

            watched.change { $0.isNodeGone = true }
            #expect(try await watched.fires(.nodeLost, within: .minutes(6)), "node")
            watched.change { $0.isNodeGone = false }
            #expect(try await watched.resolves(.nodeLost, within: .minutes(10)), "node")

            watched.change { $0.isLinkDown = true }
            #expect(try await watched.fires(.linkDown, within: .minutes(2)), "link")
            watched.change { $0.isLinkDown = false }
            #expect(try await watched.resolves(.linkDown, within: .minutes(10)), "link")

            shop.acceptKey(calls: 0)
            #expect(try await watched.fires(.keyRefused, within: .minutes(25)), "key")
            shop.acceptKey(calls: nil)
            #expect(try await watched.resolves(.keyRefused, within: .minutes(40)), "key")

            watched.change { $0.clockBehind = .days(1) }
            try watched.sell(WatchedShop.weekly, to: 120)
            #expect(try await watched.fires(.backlog, within: .minutes(20)), "held evidence")
            watched.change { $0.clockBehind = .hours(0) }
            #expect(try await watched.resolves(.backlog, within: .minutes(20)), "held evidence")

            watched.change { $0.isFulfillerDown = true }
            let bought = try watched.sell(WatchedShop.coins, to: 1)
            for transaction in bought { try await shop.submit(transaction, by: "anna") }
            #expect(try await watched.fires(.fulfillmentDelay, within: .minutes(75)), "fulfillment")
            watched.change { $0.isFulfillerDown = false }
            #expect(try await watched.resolves(.fulfillmentDelay, within: .days(1), by: .minutes(5)), "fulfillment")

            let names = try await watched.fired().map(\.key.name)
            let expected: [AlarmName] = [.nodeLost, .linkDown, .keyRefused, .backlog, .fulfillmentDelay]
            let lines = try await Self.lines(watched)
            #expect(Set(names) == Set(expected), "Nothing else fires: \(lines)")
        }
    }

    @Test("The alarms of several failures fire in order, once each, within two minutes, and are resolved")
    func badDay() async throws {
        try await Self.run("day", seed: 13) { watched in
            let day: Int64 = 9
            func at(_ hour: Int64, _ minute: Int64 = 0) -> Instant { watched.hour(hour, ofDay: day) + .minutes(minute) }
            try await watched.live(until: at(6))
            let coins = try watched.sell(WatchedShop.coins, to: 30)
            try await watched.live(until: at(9))
            try await watched.pass(until: at(10), by: .minutes(5))

            watched.change { $0.isLinkSlow = true }
            try await watched.pass(until: at(11), by: .minutes(1))
            watched.change {
                $0.isLinkSlow = false
                $0.isLinkDown = true
            }
            try await watched.pass(until: at(12), by: .minutes(1))
            watched.change { $0.isLinkDown = false }
            try watched.sell(WatchedShop.weekly, to: 4)
            try await watched.pass(until: at(13), by: .minutes(1))
            try await watched.pass(until: at(15), by: .minutes(5))

            for transaction in coins { try watched.shop.world.refund(transaction) }
            try await watched.pass(until: at(17), by: .minutes(1))
            try await watched.pass(until: at(20), by: .minutes(5))

            watched.change { $0.freeBytes = 500_000_000 }
            try await watched.pass(until: at(21), by: .minutes(1))
            watched.change { $0.freeBytes = 200_000_000_000 }
            try await watched.pass(until: at(22), by: .minutes(1))

            let causes: [(name: AlarmName, hour: Int64)] = [
                (.appleFailing, 10), (.linkDown, 11), (.linkDown, 11), (.refundWave, 15), (.diskFilling, 20),
            ]
            let fired = try await watched.fired()
            let lines = try await Self.lines(watched)
            #expect(fired.map(\.key.name) == causes.map(\.name), "\(lines)")
            for (alarm, cause) in zip(fired, causes) {
                let firedAt = try #require(alarm.firedAt)
                #expect((at(cause.hour)...at(cause.hour, 2)).contains(firedAt), "\(lines)")
            }
            #expect(fired.allSatisfy { $0.state == .resolved }, "\(lines)")
        }
    }
}
