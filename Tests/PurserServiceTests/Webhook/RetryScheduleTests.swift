import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct RetryScheduleTests {
    private static let now = Sample.beginning

    @Test("The waits grow by the schedule, and vary by a tenth")
    func waits() {
        let expected: [Int64] = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 14_400, 14_400]
        for (index, seconds) in expected.enumerated() {
            var found: Set<Int64> = []
            for chance: UInt8 in [0, 128, 255] {
                let next = RetrySchedule.next(
                    after: index + 1,
                    failingSince: Self.now,
                    at: Self.now,
                    retryAfter: nil,
                    chance: chance
                )
                let wait = ((next ?? Self.now) - Self.now).milliseconds
                #expect(wait >= seconds * 900 && wait <= seconds * 1100, "Attempt \(index + 1): \(wait) ms.")
                found.insert(wait)
            }
            #expect(found.count == 3)
        }
    }

    @Test("A receiver's request to wait is obeyed up to a day, and never shortens the schedule")
    func retryAfter() {
        func wait(_ asked: Duration) -> Int64 {
            let next = RetrySchedule.next(
                after: 1,
                failingSince: Self.now,
                at: Self.now,
                retryAfter: asked,
                chance: 128
            )
            return ((next ?? Self.now) - Self.now).milliseconds
        }
        #expect(wait(.seconds(100)) == 100_000)
        #expect(wait(.seconds(1)) == 5000)
        #expect(wait(.seconds(10_000_000)) == 86_400_000)
        #expect(wait(.seconds(Int64.max)) == 86_400_000)
    }

    @Test("After three days the event stream is suspended, and not a moment before")
    func patience() {
        func next(_ since: Span) -> Instant? {
            let now = Self.now + since
            return RetrySchedule.next(after: 20, failingSince: Self.now, at: now, retryAfter: nil, chance: 128)
        }
        #expect(next(Span(milliseconds: 72 * 3_600_000 - 1)) != nil)
        #expect(next(.hours(72)) == nil)
    }
}
