import Ledger
import PurserService
import Testing

@Suite struct HistoryPlanTests {
    private static let now = Instant(milliseconds: 1_767_225_600_000)

    private static func progress(through: Instant?, deepAt: Instant? = nil) -> HistoryProgress {
        HistoryProgress(plannedThrough: through, windows: [], count: HistoryCount(), deepAt: deepAt)
    }

    @Test("The first reading covers Apple's whole history, refund requests first")
    func first() {
        let plan = HistoryPlan(after: .none, at: Self.now)
        #expect(plan.windows.map(\.type).prefix(4) == ["CONSUMPTION_REQUEST", "REFUND", "REFUND_REVERSED", "REVOKE"])
        #expect(plan.windows.allSatisfy { $0.from >= Self.now - .days(180) && $0.through <= Self.now })
        #expect(plan.windows.first?.from == Self.now - HistoryPlan.reach)
        #expect(!plan.isBeyondReach)
        #expect(plan.deepAt == Self.now)
    }

    @Test("The parts of a long window are adjacent, and end now")
    func slices() {
        let all = HistoryPlan(after: Self.progress(through: Self.now - .days(3)), at: Self.now).windows
            .filter { $0.type == nil }
        #expect(all.count == HistoryPlan.maximumSlices)
        for (window, next) in zip(all, all.dropFirst()) { #expect(window.through == next.from) }
        #expect(all.last?.through == Self.now)
        #expect(Set(all.map(\.rank)).count == 1)
    }

    @Test("An hour after the last one, a reading has one short window that overlaps it")
    func short() {
        let progress = Self.progress(through: Self.now - .hours(1), deepAt: Self.now - .hours(2))
        let plan = HistoryPlan(after: progress, at: Self.now)
        #expect(plan.windows.allSatisfy { $0.type == nil })
        #expect(plan.windows.first?.from == Self.now - .hours(2))
        #expect(plan.windows.last?.through == Self.now)
        #expect(plan.deepAt == nil)
    }

    @Test("Once a day a reading covers a week, for notifications that were listed late")
    func deep() {
        let progress = Self.progress(through: Self.now - .hours(1), deepAt: Self.now - .hours(24))
        let plan = HistoryPlan(after: progress, at: Self.now)
        #expect(plan.windows.first?.from == Self.now - .days(7))
        #expect(plan.deepAt == Self.now)
    }

    @Test(
        "More time than the history covers is reported, and the history is read as far as it goes",
        arguments: [(179, false), (181, true)]
    )
    func beyond(days: Int64, isBeyond: Bool) {
        let plan = HistoryPlan(after: Self.progress(through: Self.now - .days(days)), at: Self.now)
        #expect(plan.isBeyondReach == isBeyond)
        #expect(plan.windows.allSatisfy { $0.from >= Self.now - HistoryPlan.reach })
    }

    @Test("A clock that was set back still results in a window that Apple accepts", arguments: [0, 1, 100] as [Int64])
    func setBack(days: Int64) {
        let ahead = Self.now + .days(days)
        let plan = HistoryPlan(after: Self.progress(through: ahead, deepAt: ahead), at: Self.now)
        #expect(!plan.windows.isEmpty)
        #expect(plan.windows.allSatisfy { $0.from < $0.through && $0.through <= Self.now })
    }
}
