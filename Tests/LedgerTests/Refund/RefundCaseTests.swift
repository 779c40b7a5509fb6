import Ledger
import PurserTesting
import Testing

@Suite struct RefundCaseTests {
    private static let start = Sample.beginning

    private static func signedRefund(_ id: String, _ kind: SignedRefund.Kind, after minutes: Int64) -> SignedRefund {
        SignedRefund(id: id, kind: kind, signedAt: Self.start + .minutes(minutes))
    }

    @Test("Without a word there is no case, and a request opens one that is to be answered in time")
    func opening() throws {
        #expect(RefundCase([]) == nil)
        let asked = Self.signedRefund("a", .requested(reason: "OTHER"), after: 0)
        let refund = try #require(RefundCase([asked, asked]))
        #expect(refund.state == .requested)
        let request = try #require(refund.requests.first)
        #expect(refund.requests.count == 1 && request.number == 1 && request.decidedBefore == 0)
        #expect(request.status(at: Self.start, .production) == .open(until: Self.start + .hours(12)))
        #expect(request.status(at: Self.start + .hours(12), .production) == .late(until: Self.start + .hours(48)))
        #expect(request.status(at: Self.start + .hours(48), .production) == .over)
        #expect(request.status(at: Self.start + .minutes(5), .sandbox) == .late(until: Self.start + .hours(48)))
        #expect(!refund.isPossibleChargeback && refund.timeToDecision == nil)
    }

    @Test(
        "A request that was signed before the decision that closed its case is not answered, whichever came first here"
    )
    func superseded() throws {
        let signedRefunds = [
            Self.signedRefund("outcome", .declined, after: 10),
            Self.signedRefund("asked", .requested(reason: nil), after: 3),
        ]
        for order in [signedRefunds, signedRefunds.reversed()] {
            let refund = try #require(RefundCase(order))
            #expect(refund.state == .declined)
            #expect(refund.requests.map { $0.status(at: Self.start + .minutes(11), .production) } == [.decided])
            #expect(refund.timeToDecision == .minutes(7))
        }
    }

    @Test("A request after a decline opens the case again, and knows how many rounds were decided before it")
    func requests() throws {
        let refund = try #require(
            RefundCase([
                Self.signedRefund("1", .requested(reason: nil), after: 0),
                Self.signedRefund("2", .requested(reason: nil), after: 1),
                Self.signedRefund("no", .declined, after: 2),
                Self.signedRefund("3", .requested(reason: nil), after: 60),
            ])
        )
        #expect(refund.state == .requested)
        #expect(
            refund.requests.map(\.decidedBefore) == [0, 0, 1],
            "Two requests that one word decides are one decision."
        )
        #expect(refund.decidedRequests == 1)
        let now = Self.start + .minutes(61)
        #expect(refund.requests.map { $0.status(at: now, .production) == .decided } == [true, true, false])
    }

    @Test("Money that went back unasked is labeled, and a request before it takes the label away")
    func chargeback() throws {
        let refunded = Self.signedRefund("r", .refunded(share: 100_000), after: 5)
        #expect(try #require(RefundCase([refunded])).isPossibleChargeback)
        let early = Self.signedRefund("a", .requested(reason: nil), after: 4)
        #expect(try !#require(RefundCase([refunded, early])).isPossibleChargeback)
        let late = Self.signedRefund("b", .requested(reason: nil), after: 6)
        #expect(try #require(RefundCase([refunded, late])).isPossibleChargeback)
        #expect(try !#require(RefundCase([Self.signedRefund("d", .declined, after: 5)])).isPossibleChargeback)
    }

    @Test("A refund, a reversal and a family's end each say how the case stands")
    func states() throws {
        let asked = Self.signedRefund("a", .requested(reason: nil), after: 0)
        let refunded = Self.signedRefund("r", .refunded(share: 33_000), after: 5)
        let reversed = Self.signedRefund("v", .reversed, after: 9)
        #expect(try #require(RefundCase([asked, refunded])).state == .refunded(share: 33_000))
        #expect(try #require(RefundCase([asked, reversed, refunded])).state == .reversed)
        #expect(try #require(RefundCase([Self.signedRefund("f", .revoked, after: 1)])).state == .revoked)
    }

    @Test("A reversal of an earlier refund leaves a later request open; one of an unknown refund ends it")
    func reversal() throws {
        let asked = Self.signedRefund("a", .requested(reason: nil), after: 0)
        let refunded = Self.signedRefund("r", .refunded(share: 100_000), after: 5)
        let again = Self.signedRefund("b", .requested(reason: nil), after: 7)
        let reversed = Self.signedRefund("v", .reversed, after: 9)
        let open = try #require(RefundCase([asked, refunded, again, reversed]))
        #expect(open.state == .requested && open.requests.last?.decidedAt == nil && open.decidedRequests == 1)
        let declined = Self.signedRefund("d", .declined, after: 12)
        let ended = try #require(RefundCase([asked, refunded, again, reversed, declined]))
        #expect(ended.state == .declined && ended.requests.last?.decidedAt == declined.signedAt)
        #expect(ended.decidedRequests == 2)
        let unheard = try #require(RefundCase([again, reversed]))
        #expect(unheard.state == .reversed && unheard.requests.first?.decidedAt == reversed.signedAt)
    }

    @Test("Any order and any repetition of words makes the same case")
    func law() throws {
        for seed in UInt64(1)...UInt64(200 * TestScale.factor) {
            var generator = SeededGenerator(seed: seed)
            let kinds: [SignedRefund.Kind] = [
                .requested(reason: nil), .requested(reason: "OTHER"), .declined, .refunded(share: 50_000),
                .refunded(share: 100_000), .reversed, .revoked,
            ]
            let signedRefunds = (0..<(1 + generator.number(below: 8))).map { _ in
                // Few names and few instants, so that both meet.
                Self.signedRefund(
                    "\(generator.number(below: 6))",
                    generator.pick(kinds),
                    after: Int64(generator.number(below: 4))
                )
            }
            let expected = try #require(RefundCase(signedRefunds))
            for _ in 0..<5 {
                var again = signedRefunds + signedRefunds.prefix(generator.number(below: signedRefunds.count + 1))
                again.shuffle(using: &generator)
                #expect(RefundCase(again) == expected, "seed \(seed)")
            }
            #expect(expected.decidedRequests <= expected.requests.count)
            #expect(expected.requests.map(\.number) == Array(0..<expected.requests.count).map { $0 + 1 })
        }
    }
}
