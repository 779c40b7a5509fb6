import Ledger
import PurserTesting
import Testing

@Suite struct RefundTallyTests {
    private static func entry(refunded share: Int64?, price: Int64? = 10_000) -> RefundTrialEntry {
        RefundTrialEntry(
            version: 1,
            arm: .trial,
            keptShare: share.map { RuleValue.wholeShare - $0 },
            price: price.map { Money(amountMilliunits: $0, currency: "CNY") }
        )
    }

    @Test("The kept share, the rate of declines and their intervals match the textbooks")
    func intervals() {
        var tally = RefundTally()
        #expect(tally.declineRate() == nil && tally.keptShare() == nil)
        for number in 0..<100 { tally += Self.entry(refunded: number < 10 ? 0 : 100_000).tally }
        tally += Self.entry(refunded: nil).tally
        #expect([tally.cases, tally.decided, tally.declined, tally.refunded] == [101, 100, 10, 90])
        #expect(tally.asked == ["CNY": 1_000_000] && tally.kept == ["CNY": 100_000])
        // Wilson's interval of 10 in 100, and the mean of a hundred numbers of which ten are 1.
        #expect(tally.declineRate() == RefundTally.Estimate(share: 10_000, low: 5523, high: 17_437))
        #expect(tally.keptShare() == RefundTally.Estimate(share: 10_000, low: 4090, high: 15_910))
        var half = RefundTally()
        half += Self.entry(refunded: 33_333).tally
        #expect(half.keptShare() == nil, "One case has no interval.")
        half += Self.entry(refunded: 33_333, price: 30_000).tally
        #expect(half.keptShare() == RefundTally.Estimate(share: 66_667, low: 66_667, high: 66_667))
        #expect(half.kept == ["CNY": 26_800])
        let gain = half.gain(over: tally)
        #expect(gain?.share == 56_667)
        #expect(gain.map { $0.low < $0.share && $0.share < $0.high } == true)
        #expect(tally.gain(over: half).map(\.share) == -56_667)
    }

    @Test("Adding and subtracting in every order leaves the same sums")
    func order() {
        var generator = SeededGenerator(seed: 3)
        let entries = (0..<200).map { _ in
            Self.entry(refunded: Int64(generator.number(below: 100_001)), price: Int64(generator.number(below: 90_000)))
        }
        var forwards = RefundTally()
        for entry in entries { forwards += entry.tally }
        var backwards = RefundTally()
        for entry in entries.reversed() {
            backwards += entry.tally
            backwards -= Self.entry(refunded: 1).tally
            backwards += Self.entry(refunded: 1).tally
        }
        #expect(forwards == backwards)
        #expect(forwards.keptShare() == backwards.keptShare())
        for entry in entries { backwards -= entry.tally }
        #expect(backwards.cases == 0 && backwards.keptSquares == 0 && backwards.kept == ["CNY": 0])
    }

    @Test("Sums of the most and the most expensive cases fit into 64 bits")
    func largest() {
        let entry = Self.entry(refunded: 0, price: .max)
        let asked = entry.tally.asked["CNY"] ?? 0
        #expect(!asked.multipliedReportingOverflow(by: RefundExperiment.mostOfAll).overflow)
        #expect(!entry.tally.keptSquares.multipliedReportingOverflow(by: RefundExperiment.mostOfAll).overflow)
        #expect(Self.entry(refunded: 0, price: nil).tally.asked == [:], "A case without a known price counts.")
        #expect(Self.entry(refunded: 0, price: nil).tally.decided == 1)
    }
}
