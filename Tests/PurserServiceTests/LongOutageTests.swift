import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting
import Testing

/// A long outage with a realistic number of customers.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct LongOutageTests {
    private static let customers = Int(1000 * TestScale.factor)
    private static let product = "news.weekly"
    /// The number of concurrent arrivals; they share commits, as they do behind a load balancer.
    private static let crowd = 128

    private static func token(_ number: Int) -> UUID? {
        UUID(uuidString: "00000000-0000-4000-8000-\(String(format: "%012d", number))")
    }

    private static func inCrowds<Element: Sendable>(
        _ elements: [Element],
        _ work: @escaping @Sendable (Element) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, element) in elements.enumerated() {
                if place >= Self.crowd { try await group.next() }
                group.addTask { try await work(element) }
            }
            try await group.waitForAll()
        }
    }

    private static func deliver(_ world: World, to shops: [SimulatedShop]) async throws {
        try await Self.inCrowds(world.drainOutbox()) { notification in
            for shop in shops { _ = await shop.receive(notification) }
        }
    }

    @Test("Thousands of customers' purchases are complete after one healing that follows three days of outage")
    func threeDays() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "purser-outage-\(getpid())").path
        try? FileManager.default.removeItem(atPath: folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let world = try SimulatedShop.world(seed: 5)
        let shops = try ["up", "down"].map { name in
            try SimulatedShop(
                world: world,
                repository: SQLiteRepository(path: "\(folder)/\(name).db", logger: logger) { _ in }
            )
        }
        let (up, down) = (shops[0], shops[1])

        // A week in which every customer subscribes and submits the purchase.
        let names = (1...Self.customers).map { "c\($0)" }
        for day in 0..<7 {
            var bought: [(name: String, id: String, token: UUID?)] = []
            for number in stride(from: day + 1, through: Self.customers, by: 7) {
                let token = Self.token(number)
                let purchase = try world.buy(Self.product, by: world.customer("c\(number)"), appAccountToken: token)
                bought.append(("c\(number)", purchase.transactionId, token))
            }
            try await Self.deliver(world, to: shops)
            try await Self.inCrowds(bought) { item in
                let token = item.token.flatMap { AccountToken($0.uuidString) }
                for shop in [up, down] { try await shop.submit(item.id, by: item.name, token: token) }
            }
            try world.advance(by: .seconds(24 * 3600))
            try await Self.deliver(world, to: shops)
        }

        // Three days in which one of the servers receives nothing.
        for day in 0..<3 {
            for number in stride(from: day + 1, through: Self.customers, by: 30) {
                let customer = try world.customer("c\(number)")
                switch number % 4 {
                case 0: try world.cancel(Self.product, of: customer)
                case 1: try world.buy("coins.100", by: customer)
                case 2:
                    if let first = world.transactions(of: customer).first { try world.refund(first.transactionId) }
                default: try world.declineCard(of: customer)
                }
            }
            try world.advance(by: .seconds(24 * 3600))
            try await Self.deliver(world, to: [up])
        }

        let count = try await down.reading.run(.production)
        #expect(count.missing > Self.customers * 2 / 5)
        #expect(count.refused == 0)
        let calls = down.asked.count
        #expect(calls < count.listed / 10, "\(calls) calls for \(count.listed) notifications")
        var differences = 0
        for name in names {
            for purchase in world.transactions(of: try world.customer(name)) {
                let expected = try await up.chain(of: purchase.transactionId)
                let found = try await down.chain(of: purchase.transactionId)
                if expected == nil || found != expected { differences += 1 }
            }
            if try await up.entitlements(of: name) != (try await down.entitlements(of: name)) { differences += 1 }
        }
        #expect(differences == 0)
        await up.repository.close()
        await down.repository.close()
    }
}
