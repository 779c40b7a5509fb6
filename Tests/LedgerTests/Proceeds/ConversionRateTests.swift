import Ledger
import Testing

@Suite struct ConversionRateTests {
    @Test("A rate has its day and its source, and converts exactly")
    func convert() throws {
        let rate = try #require(ConversionRate(spelling: "EUR=1.08@2026-03-31:ECB"))
        #expect(rate.currency == "EUR")
        #expect(rate.day.text == "2026-03-31")
        #expect(rate.source == "ECB")
        #expect(rate.spelling == "EUR=1.08@2026-03-31:ECB")
        #expect(rate.convert(10_000) == 10_800)
        #expect(rate.convert(-1) == -1)
        #expect(rate.convert(7) == 8)
        let yen = try #require(ConversionRate(spelling: "JPY=0.006543@2026-03-31:Bank: of Japan"))
        #expect(yen.source == "Bank: of Japan")
        #expect(yen.convert(1_000_000_000) == 6_543_000)
    }

    @Test(
        "A rate needs a number, a day and a source",
        arguments: [
            "EUR=1.08", "EUR=1.08@2026-03-31", "EUR=1.08@2026-03-31:", "EUR=@2026-03-31:ECB", "EUR=0@2026-03-31:ECB",
            "EUR=-1@2026-03-31:ECB", "EUR=1,08@2026-03-31:ECB", "eur=1.08@2026-03-31:ECB", "EUR=1.08@2026-02-30:ECB",
            "EUR=1.0000000001@2026-03-31:ECB", "EUR=1.@2026-03-31:ECB", "=1@2026-03-31:ECB", "",
        ]
    )
    func refused(spelling: String) {
        #expect(ConversionRate(spelling: spelling) == nil)
    }
}
