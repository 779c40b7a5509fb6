import Ledger
import PurserTesting
import Testing

@Suite struct RefundCaseTests {
    private static let start = Sample.beginning

    private static func word(_ id: String, _ kind: RefundWord.Kind, after minutes: Int64) -> RefundWord {
        RefundWord(id: id, kind: kind, signedAt: Self.start + .minutes(minutes))
    }

    @Test("Without a word there is no case, and a request opens one that is to be answered in time")
    func opening() throws {
        #expect(RefundCase([]) == nil)
        let asked = Self.word("a", .requested(reason: "OTHER"), after: 0)
        let refund = try #require(RefundCase([asked, asked]))
        #expect(refund.state == .requested)
        let round = try #require(refund.rounds.first)
        #expect(refund.rounds.count == 1 && round.number == 1 && round.decidedBefore == 0)
        #expect(round.standing(at: Self.start, .production) == .open(until: Self.start + .hours(12)))
        #expect(round.standing(at: Self.start + .hours(12), .production) == .late(until: Self.start + .hours(48)))
        #expect(round.standing(at: Self.start + .hours(48), .production) == .over)
        #expect(round.standing(at: Self.start + .minutes(5), .sandbox) == .late(until: Self.start + .hours(48)))
        #expect(!refund.isPossibleChargeback && refund.timeToDecision == nil)
    }

    @Test(
        "A request that was signed before the decision that closed its case is not answered, whichever came first here"
    )
    func overtaken() throws {
        let words = [
            Self.word("outcome", .declined, after: 10), Self.word("asked", .requested(reason: nil), after: 3),
        ]
        for order in [words, words.reversed()] {
            let refund = try #require(RefundCase(order))
            #expect(refund.state == .declined)
            #expect(refund.rounds.map { $0.standing(at: Self.start + .minutes(11), .production) } == [.decided])
            #expect(refund.timeToDecision == .minutes(7))
        }
    }

    @Test("A request after a decline opens the case again, and knows how many rounds were decided before it")
    func rounds() throws {
        let refund = try #require(
            RefundCase([
                Self.word("1", .requested(reason: nil), after: 0), Self.word("2", .requested(reason: nil), after: 1),
                Self.word("no", .declined, after: 2), Self.word("3", .requested(reason: nil), after: 60),
            ])
        )
        #expect(refund.state == .requested)
        #expect(
            refund.rounds.map(\.decidedBefore) == [0, 0, 1],
            "Two requests that one word decides are one decision."
        )
        #expect(refund.decidedRounds == 1)
        let now = Self.start + .minutes(61)
        #expect(refund.rounds.map { $0.standing(at: now, .production) == .decided } == [true, true, false])
    }

    @Test("Money that went back unasked is labelled, and a request before it takes the label away")
    func chargeback() throws {
        let refunded = Self.word("r", .refunded(share: 100_000), after: 5)
        #expect(try #require(RefundCase([refunded])).isPossibleChargeback)
        let early = Self.word("a", .requested(reason: nil), after: 4)
        #expect(try !#require(RefundCase([refunded, early])).isPossibleChargeback)
        let late = Self.word("b", .requested(reason: nil), after: 6)
        #expect(try #require(RefundCase([refunded, late])).isPossibleChargeback)
        #expect(try !#require(RefundCase([Self.word("d", .declined, after: 5)])).isPossibleChargeback)
    }

    @Test("A refund, a reversal and a family's end each say how the case stands")
    func states() throws {
        let asked = Self.word("a", .requested(reason: nil), after: 0)
        let refunded = Self.word("r", .refunded(share: 33_000), after: 5)
        let reversed = Self.word("v", .reversed, after: 9)
        #expect(try #require(RefundCase([asked, refunded])).state == .refunded(share: 33_000))
        #expect(try #require(RefundCase([asked, reversed, refunded])).state == .reversed)
        #expect(try #require(RefundCase([Self.word("f", .revoked, after: 1)])).state == .revoked)
    }

    @Test("A reversal of an earlier refund leaves a later request open; one of a refund nobody heard of ends it")
    func reversal() throws {
        let asked = Self.word("a", .requested(reason: nil), after: 0)
        let refunded = Self.word("r", .refunded(share: 100_000), after: 5)
        let again = Self.word("b", .requested(reason: nil), after: 7)
        let reversed = Self.word("v", .reversed, after: 9)
        let open = try #require(RefundCase([asked, refunded, again, reversed]))
        #expect(open.state == .requested && open.rounds.last?.decidedAt == nil && open.decidedRounds == 1)
        let declined = Self.word("d", .declined, after: 12)
        let ended = try #require(RefundCase([asked, refunded, again, reversed, declined]))
        #expect(ended.state == .declined && ended.rounds.last?.decidedAt == declined.signedAt)
        #expect(ended.decidedRounds == 2)
        let unheard = try #require(RefundCase([again, reversed]))
        #expect(unheard.state == .reversed && unheard.rounds.first?.decidedAt == reversed.signedAt)
    }

    @Test("Any order and any repetition of words makes the same case")
    func law() throws {
        for seed in UInt64(1)...UInt64(200 * TestScale.factor) {
            var generator = SeededGenerator(seed: seed)
            let kinds: [RefundWord.Kind] = [
                .requested(reason: nil), .requested(reason: "OTHER"), .declined, .refunded(share: 50_000),
                .refunded(share: 100_000), .reversed, .revoked,
            ]
            let words = (0..<(1 + generator.number(below: 8))).map { _ in
                // Few names and few instants, so that both meet.
                Self.word(
                    "\(generator.number(below: 6))",
                    generator.pick(kinds),
                    after: Int64(generator.number(below: 4))
                )
            }
            let expected = try #require(RefundCase(words))
            for _ in 0..<5 {
                var again = words + words.prefix(generator.number(below: words.count + 1))
                again.shuffle(using: &generator)
                #expect(RefundCase(again) == expected, "seed \(seed)")
            }
            #expect(expected.decidedRounds <= expected.rounds.count)
            #expect(expected.rounds.map(\.number) == Array(0..<expected.rounds.count).map { $0 + 1 })
        }
    }
}
