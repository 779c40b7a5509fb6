import PersistenceSQLite
import PurserTesting
import Testing

/// Fulfillments of coins in both ledgers, by stories in many orders.
///
/// A failure names the seed, which makes the same story.
@Suite struct WalletStoryTests {
    private static var seeds: Range<UInt64> { 0..<(12 * TestScale.factor) }

    @Test("In SQLite wallets follow from the evidence in any order and number of arrivals")
    func sqlite() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for seed in Self.seeds {
            let story = WalletStory(seed: seed)
            for order in UInt64(0)..<3 {
                let fault = try await story.play(in: repository, order: order)
                #expect(fault == nil, "seed \(seed), order \(order): \(fault ?? "")")
            }
        }
        await repository.close()
    }

    @Test("In memory they say the same")
    func memory() async throws {
        for seed in Self.seeds {
            let repository = InMemoryRepository()
            let story = WalletStory(seed: seed)
            for order in UInt64(0)..<3 {
                let fault = try await story.play(in: repository, order: order)
                #expect(fault == nil, "seed \(seed), order \(order): \(fault ?? "")")
            }
        }
    }

    @Test("The same check catches what is wrong on purpose", arguments: WalletStory.Flaw.allCases)
    func flaws(flaw: WalletStory.Flaw) async throws {
        var isCaught = false
        for seed in UInt64(0)..<30 where !isCaught {
            isCaught = try await WalletStory(seed: seed).play(in: InMemoryRepository(), order: 0, flaw: flaw) != nil
        }
        #expect(isCaught, "\(flaw.rawValue) shows in no story")
    }
}
