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

@Suite struct ChainCheckerTests {
    private static let weekly = "news.weekly"

    /// A shop with one subscriber, whose first period is in the ledger.
    private static func shop(seed: UInt64 = 1) async throws -> (shop: SimulatedShop, id: String) {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: seed))
        let anna = try shop.world.customer("anna")
        let purchase = try shop.world.buy(Self.weekly, by: anna)
        try await shop.submit(purchase.transactionId, by: "anna")
        try await shop.world.advance(by: .seconds(60)) { await shop.receive($0) }
        return (shop, purchase.transactionId)
    }

    private static func phase(of shop: SimulatedShop, _ id: String) async throws -> SubscriptionPhase? {
        let chain = try #require(try await shop.chain(of: id)).chain
        return chain.state(at: shop.ambient.now(), environment: .production, gracePolicy: GracePolicy()).phase
    }

    private static func pass(_ shop: SimulatedShop, _ duration: Duration) async throws {
        try await shop.world.advance(by: duration) { await shop.receive($0) }
        await shop.publishDue()
    }

    @Test("A purchase that only the app has submitted is checked once, after its notification had time to arrive")
    func submittedAlone() async throws {
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 2))
        shop.setDown(true)
        let purchase = try shop.world.buy(Self.weekly, by: try shop.world.customer("anna"))
        try await shop.submit(purchase.transactionId, by: "anna")
        try await shop.checkDue()
        #expect(shop.asked.isEmpty)
        try await Self.pass(shop, .seconds(60))
        try await shop.checkDue()
        try await shop.checkDue()
        #expect(shop.asked == ["GET /inApps/v1/subscriptions/\(purchase.transactionId)"])
        let chain = try #require(try await shop.chain(of: purchase.transactionId)).chain
        #expect(chain.renewals.count == 1)
    }

    @Test("A chain with complete evidence is not checked")
    func nothingOpen() async throws {
        let (shop, _) = try await Self.shop()
        for _ in 0..<30 { try await Self.pass(shop, .seconds(24 * 3600)) }
        try await shop.checkDue()
        #expect(shop.asked.isEmpty)
    }

    @Test("A renewal without a notification is found by a check, a minute after the period's end")
    func silentRenewal() async throws {
        let (shop, id) = try await Self.shop()
        shop.setDown(true)
        try await Self.pass(shop, .seconds(7 * 24 * 3600))
        #expect(try await Self.phase(of: shop, id) == .overdue)
        try await shop.checkDue()
        #expect(shop.asked.isEmpty || shop.asked.count == 2)
        try await Self.pass(shop, .seconds(120))
        try await shop.checkDue()
        #expect(try await Self.phase(of: shop, id) == .active)
        #expect(try #require(try await shop.chain(of: id)).chain.transactions.count == 2)
    }

    @Test("An expiry without a notification is confirmed by a check, after which no checks follow")
    func silentExpiry() async throws {
        let (shop, id) = try await Self.shop()
        try shop.world.cancel(Self.weekly, of: try shop.world.customer("anna"))
        shop.setDown(true)
        try await Self.pass(shop, .seconds(8 * 24 * 3600))
        try await shop.checkDue()
        #expect(try await Self.phase(of: shop, id) == .expired(isConfirmed: true))
        let count = shop.asked.count
        for _ in 0..<5 {
            try await Self.pass(shop, .seconds(24 * 3600))
            try await shop.checkDue()
        }
        #expect(shop.asked.count == count)
    }

    @Test("If Apple's newest transaction was unknown, earlier ones are read too")
    func severalMissing() async throws {
        let (shop, id) = try await Self.shop()
        shop.setDown(true)
        try await Self.pass(shop, .seconds(30 * 24 * 3600))
        try await shop.checkDue()
        #expect(try #require(try await shop.chain(of: id)).chain.transactions.count == 5)
        #expect(shop.asked.contains { $0.hasPrefix("GET /inApps/v2/history/") })
    }

    @Test("A history of more than one page is read to its end, and the next time from there")
    func pages() async throws {
        let (shop, id) = try await Self.shop()
        shop.setDown(true)
        try await Self.pass(shop, .seconds(45 * 7 * 24 * 3600))
        try await shop.checkDue()
        #expect(try #require(try await shop.chain(of: id)).chain.transactions.count == 46)
        let first = shop.asked.filter { $0.contains("/history/") }.count
        #expect(first == 3)
        try await Self.pass(shop, .seconds(8 * 24 * 3600))
        try await shop.checkDue()
        #expect(try #require(try await shop.chain(of: id)).chain.transactions.count == 47)
        #expect(shop.asked.filter { $0.contains("/history/") }.count == first + 1)
    }

    @Test("While Apple answers with web pages an overdue renewal stays open, and a later check finds it")
    func webPages() async throws {
        let (shop, id) = try await Self.shop()
        shop.setDown(true)
        var fault = WorldAction(.addFault)
        fault.fault = WorldFault(.webPage)
        _ = try shop.world.perform(fault)
        try await Self.pass(shop, .seconds(7 * 24 * 3600 + 120))
        try await shop.checkDue()
        #expect(!shop.asked.isEmpty)
        #expect(try await Self.phase(of: shop, id) == .overdue)
        #expect(try #require(try await shop.chain(of: id)).chain.transactions.count == 1)
        _ = try shop.world.perform(WorldAction(.clearFaults))
        try await Self.pass(shop, .seconds(24 * 3600))
        try await shop.checkDue()
        #expect(try await Self.phase(of: shop, id) == .active)
    }

    @Test("A check that Apple cannot answer now is repeated, and the answer heals the ledger")
    func putOff() async throws {
        let (shop, id) = try await Self.shop()
        shop.setDown(true)
        try await Self.pass(shop, .seconds(7 * 24 * 3600 + 120))
        shop.acceptKey(calls: 0)
        try await shop.checkDue()
        #expect(try await Self.phase(of: shop, id) == .overdue)
        shop.acceptKey(calls: nil)
        let before = shop.asked.count
        try await shop.checkDue()
        #expect(shop.asked.count == before)
        try await Self.pass(shop, .seconds(301))
        try await shop.checkDue()
        #expect(try await Self.phase(of: shop, id) == .active)
    }

    @Test("An app without a key has no checks, and does not delay others")
    func withoutKey() async throws {
        let (shop, id) = try await Self.shop()
        shop.setDown(true)
        try await Self.pass(shop, .seconds(7 * 24 * 3600 + 120))
        let keyless = ServedApp(name: shop.app.name, verifier: shop.app.verifier, catalog: shop.app.catalog)
        let checker = ChainChecker(
            repository: shop.repository,
            ingest: shop.ingest,
            ambient: shop.ambient,
            logger: .init(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let checks = try await shop.repository.read { view in try view.dueChainChecks(at: shop.ambient.now(), limit: 10)
        }
        #expect(checks.map(\.originalTransactionID.rawValue) == [id])
        for check in checks { #expect(try await checker.check(check, of: keyless) == false) }
        #expect(
            try await shop.repository.read { view in try view.dueChainChecks(at: shop.ambient.now(), limit: 10) }
                .isEmpty
        )
        #expect(shop.asked.isEmpty)
    }
}
