import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct HistoryReadingTests {
    /// Two shops in one simulated App Store: one is always up, the other may be down, so that Apple's attempts fail.
    private struct Twins {
        let world: World
        let up: SimulatedShop
        let down: SimulatedShop

        init(seed: UInt64) throws {
            self.world = try SimulatedShop.world(seed: seed)
            self.up = try SimulatedShop(world: self.world)
            self.down = try SimulatedShop(world: self.world)
        }

        func pass(_ duration: Duration) async throws {
            try await self.world.advance(by: duration) { notification in
                _ = await self.up.receive(notification)
                return await self.down.receive(notification)
            }
        }

        /// Whether both have the same state of every transaction.
        func expectEqual() async throws {
            for customer in self.world.customers {
                for purchase in self.world.transactions(of: customer) {
                    let expected = try await self.up.chain(of: purchase.transactionId)
                    #expect(expected != nil)
                    #expect(try await self.down.chain(of: purchase.transactionId) == expected)
                }
                let expected = try await self.up.entitlements(of: customer.name)
                #expect(try await self.down.entitlements(of: customer.name) == expected)
            }
        }
    }

    /// A few customers with a subscription each and another purchase, known to both shops.
    private static func twins(seed: UInt64 = 1, customers: Int = 5) async throws -> Twins {
        let twins = try Twins(seed: seed)
        for number in 1...customers {
            let customer = try twins.world.customer("c\(number)")
            let token = UUID(uuidString: "00000000-0000-4000-8000-\(String(format: "%012d", number))")
            let purchase = try twins.world.buy("news.weekly", by: customer, appAccountToken: token)
            for shop in [twins.up, twins.down] {
                try await shop.submit(
                    purchase.transactionId,
                    by: customer.name,
                    token: token.flatMap { AccountToken($0.uuidString) }
                )
            }
            try await twins.pass(.seconds(3600))
        }
        return twins
    }

    /// What happens to the customers in three days: a period ends, some cancel, some are refunded, some buy.
    private static func live(_ twins: Twins, customers: Int = 5) async throws {
        for number in 1...customers {
            let customer = try twins.world.customer("c\(number)")
            if number % 3 == 0 { try twins.world.cancel("news.weekly", of: customer) }
            if number % 4 == 1 { try twins.world.buy("coins.100", by: customer) }
            if number % 5 == 2, let first = twins.world.transactions(of: customer).first {
                try twins.world.refund(first.transactionId)
            }
            try await twins.pass(.seconds(72 * 3600 / customers))
        }
    }

    @Test("A node that was down for three days has the state of one that was up after one reading", arguments: 1...3)
    func threeDays(seed: Int) async throws {
        let twins = try await Self.twins(seed: UInt64(seed))
        try await twins.pass(.seconds(5 * 24 * 3600))
        twins.down.setDown(true)
        try await Self.live(twins)
        twins.down.setDown(false)
        let count = try await twins.down.reading.run(.production)
        #expect(count.missing > 5)
        #expect(count.refused == 0 && count.lost == 0)
        try await twins.expectEqual()
        let again = try await twins.down.reading.run(.production)
        #expect(again.missing == 0)
    }

    @Test("What is in the ledger already is neither verified nor written again")
    func known() async throws {
        let twins = try await Self.twins()
        try await twins.pass(.seconds(10 * 24 * 3600))
        let position = try await twins.down.repository.read { view in try view.newestEvidencePosition() }
        let count = try await twins.down.reading.run(.production)
        #expect(count.listed >= 10 && count.missing == 0)
        #expect(try await twins.down.repository.read { view in try view.newestEvidencePosition() } == position)
    }

    @Test("A 200 response without a record is detected, reported and healed")
    func lost() async throws {
        let twins = try await Self.twins()
        // A proxy in front of the server answers for it.
        try await twins.world.advance(by: .seconds(3 * 24 * 3600)) { notification in
            _ = await twins.up.receive(notification)
            return .answered(status: 200)
        }
        try await Self.live(twins)
        try await twins.world.advance(by: .seconds(8 * 24 * 3600)) { notification in
            _ = await twins.up.receive(notification)
            return .answered(status: 200)
        }
        let count = try await twins.down.reading.run(.production)
        #expect(count.lost > 0)
        #expect(count.lost <= count.missing)
        try await twins.expectEqual()
    }

    @Test("An interrupted reading continues where it stopped, and nothing is applied in part", arguments: 1...4)
    func interrupted(pages: Int) async throws {
        let twins = try await Self.twins(customers: 8)
        twins.down.setDown(true)
        try await Self.live(twins, customers: 8)
        try await twins.pass(.seconds(20 * 24 * 3600))
        twins.down.setDown(false)
        // The key is revoked during the reading.
        twins.down.acceptKey(calls: pages)
        await #expect(throws: HealingError.appStore(.unauthorized)) {
            _ = try await twins.down.reading.run(.production)
        }
        let progress = try await twins.down.repository.read { view in
            try view.history(of: twins.down.app.name, environment: .production)
        }
        #expect(!progress.windows.isEmpty)
        twins.down.acceptKey(calls: nil)
        _ = try await twins.down.reading.run(.production)
        try await twins.expectEqual()
        let done = try await twins.down.repository.read { view in
            try view.history(of: twins.down.app.name, environment: .production)
        }
        #expect(done.windows.isEmpty)
        #expect(done.readThrough == done.plannedThrough)
    }
}

extension HistoryReadingTests {
    @Test(
        "The ledger is complete in the end, however Apple's interface misbehaves",
        arguments: [
            Misbehavior("a storm of 429", .rateLimit, probability: 30_000, milliseconds: 90_000),
            Misbehavior("500 with a number", .error, probability: 30_000, status: 500, errorCode: 5_000_001),
            Misbehavior("500 without a body", .error, probability: 30_000, status: 503),
            Misbehavior("cut bodies", .cut, probability: 30_000),
            Misbehavior("a token that the other side forgot", .error, count: 1, status: 401),
        ]
    )
    func misbehavior(_ misbehavior: Misbehavior) async throws {
        let twins = try await Self.twins(customers: 8)
        twins.down.setDown(true)
        try await Self.live(twins, customers: 8)
        try await twins.pass(.seconds(30 * 24 * 3600))
        twins.down.setDown(false)
        try twins.world.perform(misbehavior.action)
        // A reading that timed out continues at its position, as it does every hour.
        var failure = await Self.failure(of: twins.down.reading)
        for _ in 0..<4 where failure != nil { failure = await Self.failure(of: twins.down.reading) }
        #expect(failure == nil)
        try await twins.expectEqual()
    }

    private static func failure(of reading: HistoryReading) async -> String? {
        do {
            _ = try await reading.run(.production)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("A history that lags is read again until it is complete")
    func stale() async throws {
        let twins = try await Self.twins(customers: 8)
        twins.down.setDown(true)
        try await Self.live(twins, customers: 8)
        try await twins.pass(.seconds(2 * 24 * 3600))
        twins.down.setDown(false)
        try twins.world.perform(Misbehavior("stale", .stale, milliseconds: 3_000_000).action)
        _ = try await twins.down.reading.run(.production)
        try twins.world.perform(WorldAction(.clearFaults))
        // The next scheduled reading overlaps the previous one.
        try await twins.pass(.seconds(3600))
        _ = try await twins.down.reading.run(.production)
        try await twins.expectEqual()
    }

    @Test("A page whose token has expired is read again from the window's beginning")
    func expiredPage() async throws {
        let twins = try await Self.twins(customers: 8)
        twins.down.setDown(true)
        try await Self.live(twins, customers: 8)
        try await twins.pass(.seconds(20 * 24 * 3600))
        twins.down.setDown(false)
        twins.down.acceptKey(calls: 3)
        await #expect(throws: HealingError.self) { _ = try await twins.down.reading.run(.production) }
        twins.down.acceptKey(calls: nil)
        let name = twins.down.app.name
        let open = try await twins.down.repository.read { view in try view.history(of: name, environment: .production) }
            .windows
        // The server is down for two more days, after which Apple no longer knows the tokens.
        twins.down.setDown(true)
        try await twins.pass(.seconds(2 * 24 * 3600))
        twins.down.setDown(false)
        _ = try await twins.down.reading.run(.production)
        try await twins.expectEqual()
        #expect(open.contains { $0.page != nil } || open.count > 1)
    }

    @Test("A node that was down for longer than the history covers checks every chain, including refunds")
    func beyondReach() async throws {
        let twins = try await Self.twins(customers: 5)
        _ = try await twins.down.reading.run(.production)
        twins.down.setDown(true)
        try await Self.live(twins)
        try await twins.pass(.seconds(200 * 24 * 3600))
        twins.down.setDown(false)
        _ = try await twins.down.reading.run(.production)
        try await twins.down.checkDue()
        #expect(twins.down.asked.contains { $0.contains("/refund/lookup/") })
        for shop in [twins.up, twins.down] { await shop.publishDue() }
        for customer in twins.world.customers {
            let expected = try await twins.up.entitlements(of: customer.name)
            let found = try await twins.down.entitlements(of: customer.name)
            #expect(found.map(\.name) == expected.map(\.name))
            #expect(found.map(\.isActive) == expected.map(\.isActive))
            for purchase in twins.world.transactions(of: customer) {
                let chain = try await twins.down.chain(of: purchase.transactionId)
                let known = chain?.chain.transactions.map(\.transactionID.rawValue) ?? []
                #expect(known.contains(purchase.transactionId), "\(purchase.productId)")
            }
        }
    }
}
