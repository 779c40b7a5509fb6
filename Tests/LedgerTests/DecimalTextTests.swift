import Ledger
import Testing

@Suite("Decimal numbers as text")
struct DecimalTextTests {
    @Test("An amount has two decimal places, or three if needed")
    func amounts() {
        #expect(
            [0, 5, 1230, 9990, -1_234_500, 125].map(DecimalText.amount) == [
                "0.00", "0.005", "1.23", "9.99", "-1234.50", "0.125",
            ]
        )
        #expect(DecimalText.amount(.min) == "-9223372036854775.808")
    }

    @Test("Units have as many decimal places as they need")
    func units() {
        #expect(
            [0, 3000, -1000, 350, 500, -1, 10_000].map(DecimalText.units) == [
                "0", "3", "-1", "0.35", "0.5", "-0.001", "10",
            ]
        )
    }

    @Test("A rate has two to six decimal places, and a percentage one")
    func rates() {
        #expect([12_500, 7_100_000, 1, 1_000_000].map(DecimalText.rate) == ["0.0125", "7.10", "0.000001", "1.00"])
        #expect([312, -5, 300].map(DecimalText.percent) == ["31.2 %", "-0.5 %", "30.0 %"])
        #expect([312, -5, 300].map(DecimalText.shortPercent) == ["31.2 %", "-0.5 %", "30 %"])
    }

    @Test("A valid decimal number is read as an integer of its smallest place, and any other text is refused")
    func reading() {
        let good: [(Substring, Int64)] = [("9.99", 9990), ("0.125", 125), ("7", 7000), ("007.5", 7500)]
        for (text, number) in good { #expect(DecimalText.number(text, digits: 3, places: 3) == number, "\(text)") }
        for text: Substring in ["", ".", ".5", "5.", "1.2345", "1234", "-1", "+1", "1,5", "1.2.3", "\u{0661}"] {
            #expect(DecimalText.number(text, digits: 3, places: 3) == nil, "\(text)")
        }
    }
}
