import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PersistenceSQLite
import PurserService
import PurserTesting
import Testing

/// The poller on a database: storing, leasing and rescheduling receipts work as in memory.
@Suite struct ReceiptPollerDatabaseTests {
    /// Runs a closure with a shop whose ledger is in SQLite.
    private static func during(_ name: String, _ act: (KeylessShop) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "poller-\(name)-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let repository = try SQLiteRepository(path: folder.appending(path: "purser.db").path, logger: logger) { _ in }
        try await act(try KeylessShop(repository: repository))
    }

    @Test("Renewals and a refund are recorded, and checks stop long after the end")
    func followed() async throws {
        try await Self.during("life") { shop in
            let id = try await shop.buy()
            try await shop.pass(.days(40), by: .hours(12))
            let renewed = try #require(try await shop.chain(of: id))
            #expect(renewed.purchases.count == 2)
            let newest = try #require(renewed.purchases.last?.transactionIDs.first?.rawValue)
            try shop.world.cancel("basic.monthly", of: shop.world.customer("anna"))
            try shop.world.refund(newest)
            try await shop.pass(.days(8), by: .hours(12))
            #expect(try await shop.chain(of: id)?.purchases.last?.isRevoked == true)
            try await shop.pass(.days(130), by: .days(1))
            #expect(try await shop.keptCount() == 0)
        }
    }

    @Test("While Apple cannot be reached nothing is lost")
    func unreachable() async throws {
        try await Self.during("down") { shop in
            let id = try await shop.buy()
            shop.setDown(true)
            try await shop.pass(.days(35), by: .days(1))
            #expect(try await shop.chain(of: id)?.purchases.count == 1)
            shop.setDown(false)
            try await shop.pass(.days(1))
            #expect(try await shop.chain(of: id)?.purchases.count == 2)
        }
    }

    @Test("Several workers check a receipt once")
    func workers() async throws {
        try await Self.during("workers") { shop in
            for name in ["anna", "bert", "carl", "dora"] { try await shop.buy(by: name) }
            try shop.world.advance(by: Duration.days(8))
            await withDiscardingTaskGroup { group in
                for _ in 0..<4 { group.addTask { await shop.poll() } }
            }
            #expect(shop.asked.count == 4)
        }
    }
}
