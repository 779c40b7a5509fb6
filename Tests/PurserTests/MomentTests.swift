import Ledger
import Testing
import purser

/// The forms of moments that every command takes.
@Suite struct MomentTests {
    private static let now = Instant(milliseconds: 1_800_000_000_000)

    @Test(
        "A day is its beginning in UTC, an instant is itself, and a length of time is counted from now",
        arguments: [
            ("2026-03-01", "2026-03-01T00:00:00Z"), ("2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z"),
            ("2026-03-01T12:00:00+02:00", "2026-03-01T10:00:00Z"),
        ]
    )
    func absolute(text: String, instant: String) throws {
        let moment = try #require(Moment(argument: text))
        let expected = try #require(Instant(rfc3339: instant))
        #expect(moment.ago(from: Self.now) == expected)
        #expect(moment.ahead(of: Self.now) == expected)
    }

    @Test(
        "A length of time leads back or ahead",
        arguments: [("90d", 7_776_000_000), ("12h", 43_200_000), ("5m", 300_000)]
    )
    func relative(text: String, milliseconds: Int64) throws {
        let moment = try #require(Moment(argument: text))
        #expect(moment.ago(from: Self.now).milliseconds == Self.now.milliseconds - milliseconds)
        #expect(moment.ahead(of: Self.now).milliseconds == Self.now.milliseconds + milliseconds)
    }

    @Test(
        "What is no moment is none",
        arguments: [
            "", "soon", "d", "-1d", "90", "1.5d", "99999999999999999999d", "9223372036854775807d", "2026-13-01",
        ]
    )
    func nothing(text: String) {
        #expect(Moment(argument: text) == nil)
    }
}

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
