import Ledger
import PurserTesting
import Testing

@Suite struct RefundBackoffTests {
    private static func request(_ minutes: Int64 = 0) throws -> RefundRequest {
        let signedRefund = SignedRefund(
            id: "a",
            kind: .requested(reason: nil),
            signedAt: Sample.beginning + .minutes(minutes)
        )
        return try #require(RefundCase([signedRefund])?.requests.first)
    }

    private static func wait(_ attempts: Int64, after seconds: Int64) throws -> Span {
        RefundBackoff.wait(
            after: attempts,
            longest: .minutes(10),
            for: try Self.request(),
            .production,
            at: Sample.beginning + .seconds(seconds)
        )
    }

    @Test("Waits grow up to the longest, however many attempts there were")
    func grow() throws {
        #expect(try Self.wait(1, after: 0) == .seconds(5))
        #expect(try Self.wait(2, after: 0) == .seconds(10))
        #expect(try Self.wait(7, after: 0) == .seconds(320))
        #expect(try Self.wait(8, after: 0) == .minutes(10))
        #expect(try Self.wait(.max, after: 0) == .minutes(10))
        #expect(try Self.wait(0, after: 0) == .seconds(5))
    }

    @Test("No wait goes past the last moment at which an answer would be in time")
    func deadline() throws {
        let hours = Int64(12 * 3600)
        #expect(try Self.wait(20, after: hours - 300) == .seconds(240), "A minute before the end.")
        #expect(try Self.wait(20, after: hours - 60) == .seconds(5), "In the last minute as often as at first.")
        #expect(try Self.wait(20, after: hours - 2) == .seconds(2), "At the end it is late.")
        #expect(try Self.wait(20, after: hours) == .minutes(10), "Then it is late anyway.")
        for seconds in stride(from: Int64(0), to: hours, by: 37) {
            let wait = try Self.wait(20, after: seconds)
            #expect(wait > .zero)
            #expect(seconds * 1000 + wait.milliseconds <= hours * 1000)
        }
    }

    @Test("Apple's Retry-After counts instead of the number of attempts")
    func sent() throws {
        func wait(until seconds: Int64, after elapsed: Int64 = 0) throws -> Span {
            RefundBackoff.wait(
                until: Sample.beginning + .seconds(seconds),
                longest: .minutes(10),
                for: try Self.request(),
                .production,
                at: Sample.beginning + .seconds(elapsed)
            )
        }
        #expect(try wait(until: 90) == .seconds(90))
        #expect(try wait(until: 1) == .seconds(5), "Retries have a minimum wait.")
        #expect(try wait(until: 90, after: 100) == .seconds(5), "Nor where the instant is past.")
        #expect(try wait(until: 24 * 3600) == .minutes(10))
        let hours = Int64(12 * 3600)
        #expect(try wait(until: hours, after: hours - 300) == .seconds(240), "A minute before the end.")
    }

    @Test("If nothing is sent, the next wait equals the elapsed one, without a count")
    func rest() throws {
        func rest(_ seconds: Int64, _ deadlines: RefundDeadlines = .production) throws -> Span {
            RefundBackoff.rest(
                longest: .hours(1),
                for: try Self.request(),
                deadlines,
                at: Sample.beginning + .seconds(seconds)
            )
        }
        #expect(try rest(0) == .seconds(5))
        #expect(try rest(90) == .seconds(90))
        #expect(try rest(2 * 3600) == .hours(1))
        #expect(try rest(200, .sandbox) == .seconds(40), "The Sandbox listens for five minutes.")
        #expect(try rest(47 * 3600) == .hours(1))
    }
}
