import Ledger
import PurserTesting
import Testing

/// Random programs of everything that can be asked of a wallet.
///
/// A failure names the seed, which makes the same program.
@Suite struct WalletLawTests {
    /// Seeds in four parts, so that they run side by side: 100 in all, ten times as many at full scale.
    static let parts: [Range<UInt64>] = (0..<UInt64(4)).map { part in
        let size = 25 * TestScale.factor
        return (part * size)..<((part + 1) * size)
    }

    @Test("After every step the ledger balances and says what a count of single coins says", arguments: Self.parts)
    func balance(seeds: Range<UInt64>) {
        for seed in seeds {
            let complaint = Self.complaint(about: seed)
            #expect(complaint == nil, "seed \(seed): \(complaint ?? "")")
        }
    }

    @Test("The same comparison catches each mistake that is made on purpose", arguments: NaiveWallet.Flaw.allCases)
    func flaws(flaw: NaiveWallet.Flaw) {
        let isCaught = (UInt64(0)..<200).contains { Self.complaint(about: $0, flaw: flaw) != nil }
        #expect(isCaught, "\(flaw.rawValue) shows in no program")
    }

    @Test("The programs do everything and are refused everything")
    func coverage() {
        var kinds: [Movement.Kind: Int] = [:]
        var refusals: [String: Int] = [:]
        var repayments = 0
        for seed in UInt64(0)..<200 {
            let run = WalletRun(WalletProgram(seed: seed))
            for movement in run.movements { kinds[movement.kind, default: 0] += 1 }
            for refusal in run.refusals { if let refusal { refusals[refusal.code, default: 0] += 1 } }
            repayments += run.wallet.repayments.count
        }
        for kind in Movement.Kind.allCases where kind != .merged {
            #expect(kinds[kind, default: 0] >= 20, "\(kind) only \(kinds[kind, default: 0]) times")
        }
        let codes = ["quantity_not_positive", "balance_insufficient", "blocked_by_debt", "purchase_not_in_wallet"]
        for code in codes {
            #expect(refusals[code, default: 0] >= 20, "\(code) only \(refusals[code, default: 0]) times")
        }
        #expect(repayments >= 50)
    }

    @Test("Refunds and reversals come to the same in any order and any repetition", arguments: Self.parts)
    func permutation(seeds: Range<UInt64>) {
        var differences = 0
        for seed in seeds {
            let program = WalletProgram(seed: seed)
            let run = WalletRun(program)
            guard let now = program.requests.last?.at else { continue }
            let evidence = WalletProgram.evidence(seed: seed, at: now)
            var chance = SeededGenerator(seed: seed)
            let other = (evidence + evidence.prefix(3)).shuffled(using: &chance)
            let (one, two) = (run.after(evidence, program.terms), run.after(other, program.terms))
            #expect(one.lots == two.lots, "seed \(seed)")
            #expect(one.repayments == two.repayments, "seed \(seed)")
            #expect(one.debt == two.debt && one.balance == two.balance && one.held == two.held, "seed \(seed)")
            #expect(one.purchases.map(\.revocationTarget) == two.purchases.map(\.revocationTarget), "seed \(seed)")
            if one.lots != run.wallet.lots { differences += 1 }
        }
        #expect(differences > 5, "The evidence changes next to nothing.")
    }

    // MARK: What is compared

    /// Returns the violation after a step of a program; `nil` when there is none.
    private static func complaint(about seed: UInt64, flaw: NaiveWallet.Flaw? = nil) -> String? {
        let program = WalletProgram(seed: seed)
        var run = WalletRun(program.terms)
        for step in program.requests.indices {
            run.follow(program.requests[step])
            let naive = NaiveWallet(program.requests[...step], terms: program.terms, flaw: flaw)
            if let complaint = run.complaint(comparedWith: naive) {
                return "step \(step), \(program.requests[step].kind): \(complaint)"
            }
        }
        return nil
    }
}
