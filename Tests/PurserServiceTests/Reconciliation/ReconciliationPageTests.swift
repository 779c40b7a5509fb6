import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct ReconciliationPageTests {
    private static let day = ReconciliationStage.day

    @Test(
        "A page compares a day with few sales, and otherwise has its last comparison",
        arguments: ReconciliationStage.Storage.allCases
    )
    func page(storage: ReconciliationStage.Storage) async throws {
        try await ReconciliationStage.during(storage) { stage in
            let service = stage.service()
            try await stage.sell("1", on: Self.day)
            // A day in the weeks that a comparison may read.
            try await stage.sell("2", on: Self.day + -9)
            try await stage.report(Self.day, [ReconciliationStage.gems(2)])
            let unread = try await service.page(of: Self.day, in: stage.app, maximumSales: 1)
            #expect(unread.isTooLarge && unread.found == nil && unread.gap == nil)
            #expect(unread.state.digest == nil, "Nothing was compared.")
            let compared = try await service.page(of: Self.day, in: stage.app, maximumSales: 2)
            let found = try #require(compared.found)
            #expect(!compared.isTooLarge && found.outcome == .unexplained && compared.state.digest == found.digest)
            let last = try await service.page(of: Self.day, in: stage.app, maximumSales: 1)
            #expect(last.isTooLarge && last.found == found && last.state == compared.state)
            // Another node has its state, and not its differences.
            let other = stage.service()
            let elsewhere = try await other.page(of: Self.day, in: stage.app, maximumSales: 1)
            #expect(elsewhere.isTooLarge && elsewhere.found == nil && elsewhere.state == compared.state)
            // A comparison that the state no longer has is not shown.
            try await stage.sell("3", on: Self.day)
            _ = try await other.reconcile(stage.app, days: Self.day...Self.day)
            let outdated = try await service.page(of: Self.day, in: stage.app, maximumSales: 1)
            #expect(outdated.found == nil && outdated.state.phase == .matched)
            #expect(try await other.page(of: Self.day, in: stage.app, maximumSales: 1).found?.outcome == .matched)
        }
    }

    @Test("A day without a report says why it is not compared, however many sales there are")
    func gap() async throws {
        let stage = try ReconciliationStage()
        for id in ["1", "2"] { try await stage.sell(id, on: Self.day) }
        for maximum in [1, 2] {
            let page = try await stage.service().page(of: Self.day, in: stage.app, maximumSales: maximum)
            #expect(page.gap == .notImported && page.found == nil && page.isTooLarge == (maximum == 1))
        }
        await #expect(throws: ReconciliationError.appUnknown(AppName("other"))) {
            _ = try await stage.service().page(of: Self.day, in: AppName("other"))
        }
    }
}
