import Ledger
import Testing

/// When a clock is believed.
@Suite struct ClockTrustTests {
    @Test("A day ahead is believed, more only after an hour of minutes")
    func steps() {
        var trust = ClockTrust(since: nil)
        #expect(trust.take(100))
        #expect(trust.take(100 + ClockTrust.greatestStep))
        let wrong = 102 + 2 * ClockTrust.greatestStep
        for minute in 0..<Int64(ClockTrust.probation - 1) { #expect(!trust.take(wrong + minute)) }
        #expect(trust.take(wrong + 59) && trust.take(wrong + 60))
    }

    @Test("A clock that comes back is believed at once, and begins anew when it jumps again")
    func back() {
        var trust = ClockTrust(since: 100)
        for minute in 0..<59 as Range<Int64> { #expect(!trust.take(100_000 + minute)) }
        #expect(trust.take(101))
        #expect(!trust.take(100_100))
    }
}
