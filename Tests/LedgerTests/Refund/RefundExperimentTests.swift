import Ledger
import PurserTesting
import Testing

@Suite struct RefundExperimentTests {
    private static func entry(
        _ arm: RefundExperiment.Arm = .trial,
        refunded share: Int64?,
        price: Int64 = 10_000
    ) -> RefundTrialEntry {
        RefundTrialEntry(
            version: 1,
            arm: arm,
            keptShare: share.map { RuleValue.wholeShare - $0 },
            price: Money(amountMilliunits: price, currency: "CNY")
        )
    }

    private static func experiment(seed: Int64 = 1, share: Int64 = 50_000) throws -> RefundExperiment {
        try #require(RefundExperiment(seed: seed, shareMilliunits: share))
    }

    @Test("A case stays in its arm, and the arms have their shares", arguments: [1000, 20_000, 50_000] as [Int64])
    func shares(share: Int64) throws {
        let experiment = try Self.experiment(seed: 7, share: share)
        let names = (0..<20_000).map { TransactionID("\(2_000_000_000_000_000 + $0)") }
        let tried = names.filter { experiment.arm(of: $0) == .trial }
        #expect(tried == names.filter { experiment.arm(of: $0) == .trial })
        let expected = 20_000 * Int(share) / 100_000
        #expect(abs(tried.count - expected) < 300, "\(tried.count) of \(expected)")
        let another = try Self.experiment(seed: 8, share: share)
        #expect(tried != names.filter { another.arm(of: $0) == .trial })
        let larger = try Self.experiment(seed: 7, share: share + 10_000)
        #expect(tried.allSatisfy { larger.arm(of: $0) == .trial }, "A larger share has all of a smaller one.")
    }

    @Test(
        "An experiment without two arms, or whose numbers contradict each other, is none",
        arguments: [
            (1, 0, 100, 1000), (1, 100_000, 100, 1000), (1, -1, 100, 1000), (1, 50_000, 29, 1000),
            (1, 50_000, 100, 199), (-1, 50_000, 100, 1000), (1, 50_000, 100, 100_001), (1, 50_000, .max, .max),
        ] as [(Int64, Int64, Int64, Int64)]
    )
    func none(seed: Int64, share: Int64, minimumCases: Int64, maximumCases: Int64) {
        #expect(
            RefundExperiment(seed: seed, shareMilliunits: share, minimumCases: minimumCases, maximumCases: maximumCases)
                == nil
        )
        #expect(RefundExperiment(seed: 0, shareMilliunits: 50_000, minimumCases: 100, maximumCases: 200) != nil)
    }

    /// Plays cases into both arms until the experiment is over; each arm is declined so many times in a thousand.
    private static func play(
        _ experiment: RefundExperiment,
        trial: Int,
        holdOut: Int,
        seed: UInt64
    ) throws -> (RefundTrial.Ending, Int64) {
        var generator = SeededGenerator(seed: seed)
        var (tried, held) = (RefundTally(), RefundTally())
        for number in 0..<experiment.maximumCases * 2 {
            let arm = experiment.arm(of: TransactionID("\(number)"))
            let isDeclined = generator.number(below: 1000) < (arm == .trial ? trial : holdOut)
            let tally = Self.entry(refunded: isDeclined ? 0 : 100_000).tally
            if arm == .trial { tried += tally } else { held += tally }
            if let ending = experiment.ending(trial: tried, holdOut: held) {
                return (ending, tried.decided + held.decided)
            }
        }
        Issue.record("It never ended.")
        return (.enough, 0)
    }

    @Test("A version that loses money is stopped early, one that keeps more too")
    func stops() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let experiment = try Self.experiment(seed: Int64(seed))
            let worse = try Self.play(experiment, trial: 300, holdOut: 600, seed: seed)
            #expect(worse.0 == .worse && worse.1 < 1000, "seed \(seed): \(worse)")
            let better = try Self.play(experiment, trial: 900, holdOut: 600, seed: seed)
            #expect(better.0 == .better && better.1 < 1000, "seed \(seed): \(better)")
        }
    }

    @Test("Two equal versions are rarely found different, although they are compared after every case")
    func same() throws {
        let endings = try (1...60 as ClosedRange<UInt64>).map { seed in
            let made = RefundExperiment(seed: Int64(seed), shareMilliunits: 50_000, maximumCases: 2000)
            return try Self.play(try #require(made), trial: 500, holdOut: 500, seed: seed).0
        }
        #expect(endings.filter { $0 != .enough }.count <= 2, "\(endings)")
    }
}
