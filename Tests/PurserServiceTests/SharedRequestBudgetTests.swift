import AppStore
import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting
import Testing

@Suite struct SharedRequestBudgetTests {
    private static let now: Int64 = 1_767_225_600_000

    private static func permit(
        _ operation: AppStoreOperation = .getTransactionInfo,
        _ environment: AppStoreEnvironment = .production,
        priority: RequestPriority = .ordinary
    ) -> RequestPermit {
        RequestPermit(
            bundleID: "com.example.shop",
            environment: environment,
            operation: operation,
            priority: priority
        )
    }

    /// Takes permits until one is refused.
    private static func exhaust(_ budget: SharedRequestBudget, _ permit: RequestPermit, at now: Int64) async -> Int {
        var count = 0
        while await budget.take(permit, at: now) == .granted { count += 1 }
        return count
    }

    @Test("The budget survives a restart")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "purser-budget-\(UInt64(Self.now))").path
        try? FileManager.default.removeItem(atPath: folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let first = try SQLiteRepository(path: folder + "/purser.db", logger: logger) { _ in }
        let permit = Self.permit(.requestTestNotification, .sandbox)
        let spent = await Self.exhaust(
            SharedRequestBudget(repository: first, app: AppName("shop")),
            permit,
            at: Self.now
        )
        #expect(spent > 0)
        await first.close()
        let second = try SQLiteRepository(path: folder + "/purser.db", logger: logger) { _ in }
        let again = SharedRequestBudget(repository: second, app: AppName("shop"))
        #expect(await again.take(permit, at: Self.now) != .granted)
        guard case .notBefore(let instant) = await again.take(permit, at: Self.now) else {
            Issue.record("A spent budget says when to ask again.")
            return
        }
        #expect(instant > Self.now)
        #expect(await again.take(permit, at: instant) == .granted)
        await second.close()
    }

    @Test("Two nodes on one database share it, and each operation and environment has its own")
    func shared() async throws {
        let repository = InMemoryRepository()
        let one = SharedRequestBudget(repository: repository, app: AppName("shop"))
        let other = SharedRequestBudget(repository: repository, app: AppName("shop"))
        let permit = Self.permit(.getRefundHistory)
        let count = await Self.exhaust(one, permit, at: Self.now)
        #expect(await other.take(permit, at: Self.now) != .granted)
        #expect(await other.take(Self.permit(.getRefundHistory, .sandbox), at: Self.now) == .granted)
        #expect(await other.take(Self.permit(.lookUpOrderId), at: Self.now) == .granted)
        let elsewhere = SharedRequestBudget(repository: repository, app: AppName("other"))
        #expect(await Self.exhaust(elsewhere, permit, at: Self.now) == count)
    }

    @Test("Ordinary requests leave a reserve for urgent ones")
    func headRoom() async {
        let budget = SharedRequestBudget(repository: InMemoryRepository(), app: AppName("shop"))
        let ordinary = await Self.exhaust(budget, Self.permit(), at: Self.now)
        let urgent = await Self.exhaust(budget, Self.permit(priority: .urgent), at: Self.now)
        #expect(ordinary > 0 && urgent > 0)
        #expect(ordinary + urgent == RequestRate(requestsPerHour: 50 * 3600).burst)
    }

    @Test("In any hour there are at most as many requests as Apple allows")
    func anyHour() async {
        let budget = SharedRequestBudget(repository: InMemoryRepository(), app: AppName("shop"))
        let permit = Self.permit(.extendAllRenewalDates)
        var grants: [Int64] = []
        // One second at a time, after a pause that has filled the bucket.
        for second in 0..<7300 {
            let now = Self.now + Int64(second) * 1000
            while await budget.take(permit, at: now) == .granted { grants.append(now) }
        }
        for (index, start) in grants.enumerated() {
            let end = grants[index...].prefix { $0 < start + 3_600_000 }.count
            #expect(end <= 3600)
        }
        #expect(grants.count > 7000)
    }

    @Test("A pause that Apple ordered is stored")
    func pause() async {
        let budget = SharedRequestBudget(repository: InMemoryRepository(), app: AppName("shop"))
        await budget.pause(Self.permit(), until: Self.now + 60_000)
        #expect(await budget.take(Self.permit(priority: .urgent), at: Self.now + 59_000) != .granted)
        #expect(await budget.take(Self.permit(priority: .urgent), at: Self.now + 60_001) == .granted)
    }

    @Test("If the ledger cannot be read, nothing is sent")
    func closed() async {
        let repository = InMemoryRepository()
        await repository.close()
        let budget = SharedRequestBudget(repository: repository, app: AppName("shop"))
        #expect(await budget.take(Self.permit(), at: Self.now) == .unavailable)
    }
}
