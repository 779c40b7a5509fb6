import AppStore
import Ledger
import PurserService
import Testing

@Suite struct DocumentSpellingTests {
    @Test(
        "The nearest known word is found despite typing errors",
        arguments: [
            ("bundelId", "bundleId"), ("BUNDLEID", "bundleId"), ("catalog", "catalog"), ("bundle", "bundleId"),
            ("levl", "level"),
        ]
    )
    func near(typed: String, meant: String) {
        #expect(Spelling.nearest(to: typed, among: ["level", "bundleId", "catalog"]) == meant)
    }

    @Test(
        "A prefix of a word is a suggestion for it, if no other word is nearer",
        arguments: [("bund", "bundleId"), ("le", nil)]
    )
    func beginning(typed: String, meant: String?) {
        #expect(Spelling.meant(by: typed, among: ["catalog", "bundleId", "levels"]) == meant)
    }

    @Test("A word that is not near to any known one gets no suggestion", arguments: ["tls", "", "xyzxyzxyz"])
    func far(typed: String) {
        #expect(Spelling.nearest(to: typed, among: ["level", "bundleId", "catalog"]) == nil)
    }

    @Test("With a single known word, the message does not say that it is one of several")
    func choice() {
        #expect(Spelling.choice("bad", among: ["good"]) == "This must be good.")
        #expect(Spelling.choice("bad", among: ["good", "fine"]) == "This must be one of good, fine.")
    }

    @Test("A very long word is not compared at all")
    func long() {
        let word = String(repeating: "a", count: 100_000)
        #expect(Spelling.nearest(to: word, among: [word]) == nil)
    }

    @Test(
        "Durations are a whole number and a unit",
        arguments: [("10s", 10000), ("2min", 120_000), ("1h", 3_600_000), ("3d", 259_200_000), ("0s", 0)]
            as [(
                String, Int64
            )]
    )
    func durations(text: String, milliseconds: Int64) {
        #expect(Span(spelling: text)?.milliseconds == milliseconds)
    }

    @Test(
        "Other texts than durations are refused",
        arguments: ["", "1", "h", "-1h", "1.5h", "1 h", "1H", "1m", "1h30min", "9999999999s", "99999d", "١h"]
    )
    func noDurations(text: String) {
        #expect(Span(spelling: text) == nil)
    }

    @Test(
        "Prices are a currency and a decimal number",
        arguments: [
            ("USD 9.99", 9990, "USD"), ("CNY 68", 68000, "CNY"), ("KWD 0.125", 125, "KWD"), ("EUR 1.5", 1500, "EUR"),
        ] as [(String, Int64, String)]
    )
    func prices(text: String, milliunits: Int64, currency: String) {
        #expect(Money(spelling: text) == Money(amountMilliunits: milliunits, currency: currency))
    }

    @Test(
        "Other texts than prices are refused",
        arguments: [
            "", "9.99", "USD", "USD9.99", "usd 9.99", "USD 9,99", "USD -1", "USD 1.2345", "USD 1.", "USD .5",
            "USD  1", "USD 1 ", "USD 1e3", "USD 9999999999999",
        ]
    )
    func noPrices(text: String) {
        #expect(Money(spelling: text) == nil)
    }
}
