import Testing
import purser

/// How long alarms are silent, as it is typed.
@Suite struct SilenceLengthTests {
    @Test(
        "Minutes, hours and days are lengths",
        arguments: [("30m", 30), ("30min", 30), ("60s", 1), ("2h", 120), ("7d", 10_080)]
    )
    func lengths(text: String, minutes: Int64) throws {
        #expect(try #require(SilenceLength(argument: text)).minutes == minutes)
    }

    @Test(
        "Anything else is none",
        arguments: ["", "2", "h", "0h", "-2h", "2.5h", "2 h", "2w", "90s", "mm", "m", "٢h", "9999999d"]
    )
    func others(text: String) {
        #expect(SilenceLength(argument: text) == nil)
    }
}
