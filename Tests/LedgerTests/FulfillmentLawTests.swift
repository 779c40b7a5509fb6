import Ledger
import PurserTesting
import Testing

@Suite struct FulfillmentLawTests {
    @Test(
        "In any order, and wherever the worker stops, a purchase is fulfilled once and revoked as configured",
        arguments: LawTests.parts
    )
    func once(seeds: Range<UInt64>) {
        for seed in seeds {
            var story = FulfillmentStory(seed: seed)
            let fault = story.play()
            #expect(fault == nil, "seed \(seed): \(fault ?? "")")
        }
    }

    @Test("Before any work, the demand does not depend on the order of arrival", arguments: LawTests.parts)
    func order(seeds: Range<UInt64>) {
        for seed in seeds {
            let story = FulfillmentStory(seed: seed)
            var (one, other) = (story, story)
            let first = one.arrive(inOrder: story.units)
            var chance = SeededGenerator(seed: seed ^ 0xD1CE)
            let second = other.arrive(inOrder: story.units.shuffled(using: &chance))
            // What was refunded before anything was due leaves no trace, or one that is canceled.
            let ends = [first, second].map { states in states.filter { $0 != .canceled } }
            #expect(ends[0] == ends[1], "seed \(seed)")
        }
    }

    @Test("The same check catches what is wrong on purpose", arguments: FulfillmentStory.Flaw.allCases)
    func flaws(flaw: FulfillmentStory.Flaw) {
        var caught = 0
        for seed in UInt64(0)..<2000 {
            var story = FulfillmentStory(seed: seed, flaw: flaw)
            if story.play() != nil { caught += 1 }
        }
        #expect(caught > 5, "only \(caught) of 2,000 stories noticed \(flaw)")
    }
}
