import Ledger
import PurserService
import Testing

@Suite struct StatusSampleTests {
    private static let begin = Instant(milliseconds: 1_767_225_600_000)

    private static func id(_ number: Int) -> OriginalTransactionID { OriginalTransactionID("\(number)") }

    /// A sample of active subscriptions, each compared several times; the first ones differ until they are corrected.
    private static func sample(running: Int, times: Int, differing: Int) -> StatusSample {
        var sample = StatusSample()
        for time in 0..<times {
            for number in 0..<running {
                let differs = time == 0 && number < differing
                sample.add(Self.id(number), isOverdue: false, differs: differs, at: Self.begin)
            }
        }
        return sample
    }

    @Test(
        "The share is of subscriptions, however often each was compared",
        arguments: [(running: 100, differing: 30, share: 0.3), (10, 3, 0.15), (1, 1, 0.05), (40, 0, 0)]
    )
    func share(running: Int, differing: Int, share: Double) {
        var sample = Self.sample(running: running, times: 30, differing: differing)
        #expect(sample.share(at: Self.begin) == share)
        #expect(sample.share(at: Self.begin + StatusSample.reach) == nil, "It no longer counts.")
    }

    @Test("In a large shop each lost renewal is a fiftieth", arguments: [(lost: 3, share: 0.06), (5, 0.1), (60, 1)])
    func lost(lost: Int, share: Double) {
        var sample = Self.sample(running: 14, times: 1, differing: 0)
        for number in 0..<max(lost, 10) {
            // Each is found several times at once.
            for _ in 0..<3 {
                sample.add(Self.id(1000 + number), isOverdue: true, differs: number < lost, at: Self.begin)
            }
        }
        #expect(sample.share(at: Self.begin) == share)
    }

    @Test("In a small shop two lost renewals are a drift, and one is none")
    func lostOfFew() {
        var sample = Self.sample(running: 10, times: 5, differing: 0)
        sample.add(Self.id(1000), isOverdue: true, differs: true, at: Self.begin)
        #expect(sample.share(at: Self.begin) == 0.05)
        sample.add(Self.id(1001), isOverdue: true, differs: true, at: Self.begin)
        #expect(sample.share(at: Self.begin) == 0.1)
    }

    @Test("Ended overdue subscriptions do not count as agreeing active ones")
    func ended() {
        var sample = Self.sample(running: 20, times: 1, differing: 4)
        for number in 0..<200 { sample.add(Self.id(1000 + number), isOverdue: true, differs: false, at: Self.begin) }
        #expect(sample.share(at: Self.begin) == 0.2)
    }

    @Test("There is no share of fewer than twenty comparisons")
    func few() {
        var sample = Self.sample(running: 19, times: 1, differing: 19)
        #expect(sample.share(at: Self.begin) == nil)
        sample.add(Self.id(1000), isOverdue: true, differs: false, at: Self.begin)
        #expect(sample.share(at: Self.begin) == 0.95)
    }
}
