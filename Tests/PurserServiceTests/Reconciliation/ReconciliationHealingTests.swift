import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

/// A report with more sales than the ledger, with Apple's notification history beside it.
@Suite struct ReconciliationHealingTests {
    /// Two shops in one simulated store; Apple's notifications reach the second only while it is up.
    private struct Twins {
        let world: World
        let up: SimulatedShop
        let down: SimulatedShop

        init() throws {
            self.world = try SimulatedShop.world(seed: 7)
            self.up = try SimulatedShop(world: self.world)
            self.down = try SimulatedShop(world: self.world)
        }

        func pass(hours: Int) async throws {
            try await self.world.advance(by: .seconds(hours * 3600)) { notification in
                _ = await self.up.receive(notification)
                return await self.down.receive(notification)
            }
        }

        func buy(_ customer: String) async throws {
            _ = try self.world.buy("coins.100", by: self.world.customer(customer))
            try await self.pass(hours: 1)
        }

        var today: PacificDay { PacificDay(of: self.up.ambient.now()) }

        var service: ReconciliationService { self.service(in: self.down.repository) }

        func service(in repository: any Repository) -> ReconciliationService {
            ReconciliationService(
                repository: repository,
                reports: self.reports,
                apps: [self.down.app],
                skus: [self.down.app.name: ReconciliationStage.sku],
                readings: [self.down.reading],
                ambient: self.down.ambient,
                audit: AuditLog(repository: self.down.repository, ambient: self.down.ambient)
            )
        }

        var reports: ReportService {
            ReportService(repository: self.down.repository, ambient: self.down.ambient)
        }

        /// Stores a report of the first shop's sales on a day, with `count` more of each row.
        func report(_ day: PacificDay, more: Int = 0) async throws {
            let page = try await self.up.repository.read { [app = self.up.app.name] view in
                try view.sales(
                    of: app,
                    environment: .production,
                    within: day.begin..<day.end,
                    after: nil,
                    limit: 100
                )
            }
            let rows = page.sales.map { sale in
                let price = sale.price?.amountMilliunits ?? 0
                let cents = "\(price % 1000 / 10)"
                return ReconciliationStage.gems(
                    1 + more,
                    [
                        "SKU": sale.product.rawValue, "Customer Currency": sale.price?.currency ?? "",
                        "Customer Price": "\(price / 1000).\(cents.count < 2 ? "0" : "")\(cents)",
                        "Country Code": sale.storefront.flatMap { Storefront(code: $0)?.alpha2 } ?? "",
                    ]
                )
            }
            _ = try await self.reports.add(
                ReconciliationStage.text(day, rows),
                named: "S_D_85123456_\(day.text.replacing("-", with: "")).txt",
                to: self.down.app.name,
                origin: .file,
                by: RequestOrigin(name: "erin")
            )
        }
    }

    /// A repository that fails once, when the history of a day is planned.
    private final class Failing: ObservedRepository {
        let base: any Repository
        private let unitsLeft: Mutex<Int>

        /// Fails at the unit of work with this number, counted from 0, of those of `ReconciliationService.plan`: which
        /// differences were planned before, what was read of the history, the plan, and the mark that it is planned.
        init(_ base: any Repository, at unit: Int) {
            self.base = base
            self.unitsLeft = Mutex(unit)
        }

        func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
            guard call.isFrom("plan") else { return }
            let fails = self.unitsLeft.withLock { left in
                defer { left -= 1 }
                return left == 0
            }
            if fails { throw .unavailable }
        }
    }

    /// Two shops of which the second lost a purchase of the returned day.
    private static func twins() async throws -> (Twins, PacificDay) {
        let twins = try Twins()
        try await twins.pass(hours: 20)
        try await twins.buy("anna")
        _ = try await twins.down.reading.run(.production)
        twins.down.setDown(true)
        try await twins.buy("ben")
        let day = twins.today
        try await twins.pass(hours: 24)
        twins.down.setDown(false)
        try await twins.report(day)
        return (twins, day)
    }

    @Test("A lost purchase is fetched from Apple, and the day agrees")
    func healed() async throws {
        let (twins, day) = try await Self.twins()
        let app = twins.down.app.name
        let before = try await twins.service.reconcile(app, days: day...day)
        #expect(before.state(day).phase == .open)
        #expect(before.differences.map(\.difference.causes.first) == [.missingInLedger])
        let after = try await twins.service.reconcileAndHeal(app, days: day...day)
        #expect(after.healing == [day: .asked])
        #expect(after.state(day).phase == .matched && after.unexplainedCount == 0)
        let again = try await twins.service.reconcileAndHeal(app, days: day...day)
        #expect(again.healing.isEmpty)
    }

    @Test("The history is read once for the same differences, and again for others")
    func once() async throws {
        let (twins, day) = try await Self.twins()
        let app = twins.down.app.name
        try await twins.report(day, more: 1)
        let first = try await twins.service.reconcileAndHeal(app, days: day...day)
        #expect(first.healing == [day: .asked] && first.state(day).phase == .open)
        // The lost purchase was recovered, so the difference changed; then it stays the same.
        let second = try await twins.service.reconcileAndHeal(app, days: day...day)
        #expect(second.healing == [day: .asked] && second.state(day).phase == .open)
        let calls = twins.down.asked.count
        let third = try await twins.service.reconcileAndHeal(app, days: day...day)
        #expect(third.healing == [day: .already] && third.state(day).phase == .open)
        #expect(twins.down.asked.count == calls)
        try await twins.report(day, more: 2)
        let fourth = try await twins.service.reconcileAndHeal(app, days: day...day)
        #expect(fourth.healing == [day: .asked])
    }

    @Test("A day whose reading could not be planned is read the next time, whatever of the plan failed")
    func unplanned() async throws {
        for unit in 0..<10 {
            let (twins, day) = try await Self.twins()
            let app = twins.down.app.name
            let service = twins.service(in: Failing(twins.down.repository, at: unit))
            do throws(ReconciliationError) {
                let result = try await service.reconcileAndHeal(app, days: day...day)
                #expect(unit > 0 && result.healing == [day: .asked], "Nothing of the plan was left to fail.")
                return
            } catch {
                #expect(error == .storage(.unavailable))
            }
            let after = try await service.reconcileAndHeal(app, days: day...day)
            #expect(after.healing == [day: .asked], "unit \(unit)")
            #expect(after.state(day).phase == .matched, "unit \(unit)")
        }
        Issue.record("A plan has more units of work than the test lets fail.")
    }

    @Test("Without a key no history is read, and the answer states it")
    func withoutKey() async throws {
        let stage = try ReconciliationStage()
        let day = ReconciliationStage.day
        try await stage.report(day, [ReconciliationStage.gems(1)])
        let result = try await stage.service().reconcileAndHeal(stage.app, days: day...day)
        #expect(result.healing == [day: .none] && result.state(day).phase == .open)
    }
}
