import Ledger
import Testing

@Suite("Amounts with the decimal places of their currency")
struct MoneyPlacesTests {
    @Test(
        "An amount is rounded to the decimal places of its currency, and half away from zero",
        arguments: [
            (1_439_025, "JPY", 1_439_000), (500, "JPY", 1000), (24_975, "USD", 24_980), (-24_975, "USD", -24_980),
            (177_694, "CNY", 177_690), (4162, "KWD", 4162), (0, "USD", 0), (.max, "JPY", .max), (.min, "USD", .min),
        ] as [(Int64, String, Int64)]
    )
    func rounded(amount: Int64, currency: String, expected: Int64) {
        #expect(Money.rounded(amount, in: currency) == expected)
    }

    @Test("An amount in a file has the decimal places of its currency, or more where it has more")
    func text() {
        #expect(DecimalText.amount(0, in: "USD") == "0.00" && DecimalText.amount(0, in: "JPY") == "0")
        #expect(DecimalText.amount(1_500_000, in: "JPY") == "1500" && DecimalText.amount(500, in: "JPY") == "0.5")
        #expect(DecimalText.amount(-8325, in: "USD") == "-8.325" && DecimalText.amount(1000, in: "KWD") == "1.000")
    }
}
