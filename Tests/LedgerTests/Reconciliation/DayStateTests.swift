import Ledger
import PurserTesting
import Testing

@Suite struct DayStateTests {
    private static func digest(_ byte: UInt8) throws -> EvidenceDigest {
        try #require(EvidenceDigest(Array(repeating: byte, count: EvidenceDigest.byteCount)))
    }

    private static func acceptance(_ byte: UInt8) throws -> DayState.Acceptance {
        DayState.Acceptance(
            by: "ada",
            reason: "Apple confirmed it.",
            at: Instant(milliseconds: 1_780_000_000_000),
            digest: try self.digest(byte)
        )
    }

    @Test("A day is open until a report matches or is explained")
    func phases() throws {
        var state = DayState(day: PacificDay(number: 20_000))
        #expect(state.phase == .open && !state.isReopened)
        #expect(!state.update(.unexplained, digest: try Self.digest(1)))
        #expect(state.phase == .open)
        #expect(!state.update(.explained, digest: try Self.digest(2)))
        #expect(state.phase == .explained)
        #expect(!state.update(.matched, digest: try Self.digest(3)))
        #expect(state.phase == .matched && state.acceptance == nil)
    }

    @Test("A later correction reopens an accepted day, and its acceptance remains stored")
    func reopening() throws {
        var state = DayState(day: PacificDay(number: 20_000))
        #expect(!state.accept(try Self.acceptance(1)))
        #expect(!state.update(.unexplained, digest: try Self.digest(1)))
        #expect(!state.accept(try Self.acceptance(2)))
        #expect(state.phase == .open)
        #expect(state.accept(try Self.acceptance(1)))
        #expect(state.phase == .accepted)
        #expect(!state.update(.unexplained, digest: try Self.digest(1)))
        #expect(state.phase == .accepted)
        #expect(state.update(.unexplained, digest: try Self.digest(2)))
        #expect(state.phase == .open && state.isReopened && state.acceptance?.by == "ada")
        #expect(!state.update(.matched, digest: try Self.digest(3)))
        #expect(state.phase == .matched)
    }

    @Test("A day has the summary of its last comparison, as a text that can be stored")
    func summary() throws {
        var month = SoldMonth(seed: 6, cells: SoldMonth.cells.prefix(20))
        let row = try #require(month.rows.firstIndex { $0.group.day == SoldMonth.first + 20 })
        let units = month.rows[row].units
        month.rows.remove(at: row)
        let day = try #require(month.reconciliation.day(SoldMonth.first + 20))
        let summary = DayState.Summary(day, comparedAt: Instant(milliseconds: 1_780_000_000_000))
        #expect(summary.matchedGroupCount == day.matchedGroupCount && summary.matchedGroupCount > 0)
        #expect(summary.explainedCount == 0 && summary.unexplainedCount == 1)
        #expect(summary.ourUnitsThousandths - summary.theirUnitsThousandths == units)
        #expect(DayState.Summary(text: summary.text) == summary)
        for text in ["", "1", "1 2 3 4 5", "1 2 3 4 5 6 7", "1 2 3 4 5 x", "-1 2 3 4 5 6", "1  2 3 4 5 6"] {
            #expect(DayState.Summary(text: text) == nil, Comment(rawValue: text))
        }
        var state = DayState(day: day.day)
        #expect(state.summary == nil)
        #expect(!state.update(.unexplained, digest: try Self.digest(1), summary: summary))
        #expect(state.summary == summary)
        let kept = DayState(
            day: state.day,
            outcome: state.outcome,
            digest: state.digest,
            acceptance: state.acceptance,
            summary: state.summary
        )
        #expect(kept == state)
    }

    @Test("Every correction of a day's sums or differences changes its statement")
    func statement() {
        var month = SoldMonth(seed: 5, cells: SoldMonth.cells.prefix(20))
        let day = SoldMonth.first + 20
        let before = month.reconciliation.day(day)?.statement
        let other = month.reconciliation.day(day + 12)?.statement
        #expect(before != nil)
        let row = month.rows.firstIndex { $0.group.day == day } ?? 0
        month.rows[row].units += 1000
        #expect(month.reconciliation.day(day)?.statement != before)
        #expect(month.reconciliation.day(day + 12)?.statement == other)
        month.rows[row].units -= 1000
        let rate = month.rows[row].rate
        month.rows[row].rate = SaleSum.Rate(currency: rate.currency, unitMilliunits: rate.unitMilliunits + 1)
        #expect(month.reconciliation.day(day)?.statement != before)
    }
}
