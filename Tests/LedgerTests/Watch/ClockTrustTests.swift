import Ledger
import Testing

/// When a clock is believed.
@Suite struct ClockTrustTests {
    /// Whether a clock is believed in each of some minutes, one after the other.
    private func believed(_ minutes: [Int64], since: Int64? = nil) -> [Bool] {
        var trust = ClockTrust(since: since)
        return minutes.map { trust.take($0) }
    }

    @Test("A day ahead is believed, more only after an hour of minutes")
    func steps() {
        #expect(self.believed([100, 100 + ClockTrust.greatestStep]) == [true, true])
        let wrong = (0...60).map { 100_000 + Int64($0) }
        #expect(self.believed(wrong, since: 100) == Array(repeating: false, count: 59) + [true, true])
    }

    @Test("A clock that comes back is believed at once, and begins anew when it jumps again")
    func back() {
        let wrong = (0..<59).map { 100_000 + Int64($0) }
        let believed = self.believed(wrong + [101, 100_100], since: 100)
        #expect(believed == Array(repeating: false, count: 59) + [true, false])
    }
}
