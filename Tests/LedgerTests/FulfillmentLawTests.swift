import Ledger
import PurserTesting
import Testing

@Suite struct FulfillmentLawTests {
    @Test(
        "In any order of arrival, and wherever the worker stops, a purchase is fulfilled once and revoked as demanded",
        arguments: LawTests.parts
    )
    func once(seeds: Range<UInt64>) {
        for seed in seeds {
            var story = FulfillmentStory(seed: seed)
            let fault = story.play()
            #expect(fault == nil, "seed \(seed): \(fault ?? "")")
        }
    }

    @Test("The demand before any worker runs does not depend on the order of arrival", arguments: LawTests.parts)
    func order(seeds: Range<UInt64>) {
        for seed in seeds {
            let story = FulfillmentStory(seed: seed)
            var (one, other) = (story, story)
            let first = one.arrive(inOrder: story.units)
            var chance = SeededGenerator(seed: seed ^ 0xD1CE)
            let second = other.arrive(inOrder: story.units.shuffled(using: &chance))
            // A purchase that was refunded before anything was due has no fulfillment, or a canceled one.
            let ends = [first, second].map { states in states.filter { $0 != .canceled } }
            #expect(ends[0] == ends[1], "seed \(seed)")
        }
    }

    @Test("The same check detects each deliberate flaw", arguments: FulfillmentStory.Flaw.allCases)
    func flaws(flaw: FulfillmentStory.Flaw) {
        var caught = 0
        for seed in UInt64(0)..<2000 {
            var story = FulfillmentStory(seed: seed, flaw: flaw)
            if story.play() != nil { caught += 1 }
        }
        #expect(caught > 5, "only \(caught) of 2,000 stories detected \(flaw)")
    }
}
