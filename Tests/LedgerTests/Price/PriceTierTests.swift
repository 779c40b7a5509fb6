import Ledger
import Testing

@Suite struct PriceTierTests {
    @Test(
        "A level is a number or the name of an alternate tier",
        arguments: ["1", "12", "87", "alternate A", "alternate 5"]
    )
    func levels(spelling: String) throws {
        let level = try #require(PriceTier.Level(spelling: spelling))
        #expect(level.spelling == spelling)
    }

    @Test(
        "Invalid levels are refused",
        arguments: ["", "0", "88", "-1", "+1", "1.5", "alternate", "alternate C", "alternate 6", "A", "tier 1", "１"]
    )
    func others(spelling: String) {
        #expect(PriceTier.Level(spelling: spelling) == nil)
    }
}
