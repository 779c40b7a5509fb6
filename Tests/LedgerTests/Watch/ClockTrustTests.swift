import Ledger
import Testing

/// Tests of when a clock is trusted.
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

    @Test("Minutes that were doubted are doubted by who leads next, unless there are as many as an hour has")
    func nextLeader() {
        let far = ClockTrust.greatestStep + 1
        func isBelieved(_ minutes: [Int64]) -> Bool {
            var trust = ClockTrust(knowing: minutes)
            return trust.take((minutes.max() ?? 0) + 1)
        }
        let old = Array(0...100 as ClosedRange<Int64>)
        #expect(isBelieved([]))
        #expect(isBelieved(old))
        let doubted = (0..<Int64(ClockTrust.probation - 1)).map { 100 + far + $0 }
        #expect(!isBelieved(old + doubted.prefix(1)))
        #expect(!isBelieved((old + doubted).reversed()))
        #expect(isBelieved(old + doubted + [100 + far + Int64(ClockTrust.probation) - 1]))
        // A clock that jumps twice is as wrong as before.
        var trust = ClockTrust(knowing: old + doubted.prefix(20) + [100_000])
        let isBelievedAfterTwo = trust.take(130 + far)
        #expect(!isBelievedAfterTwo)
        #expect(isBelieved(old + [100 + ClockTrust.greatestStep]))
    }

    @Test("A clock that comes back is believed at once, and begins anew when it jumps again")
    func back() {
        let wrong = (0..<59).map { 100_000 + Int64($0) }
        let believed = self.believed(wrong + [101, 100_100], since: 100)
        #expect(believed == Array(repeating: false, count: 59) + [true, false])
    }
}
