import Ledger
import PurserService
import Testing

@Suite struct RetryAfterTests {
    /// 6 November 1994, 08:49:00 UTC.
    private static let now = Instant(milliseconds: 784_111_740_000)

    @Test(
        "Seconds and each of HTTP's three forms of a date are accepted, and the past counts as now",
        arguments: [
            ("0", Duration.zero), ("120", .seconds(120)), ("9999999999", .seconds(9_999_999_999)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(37)), ("Sunday, 06-Nov-94 08:49:37 GMT", .seconds(37)),
            ("Sun Nov  6 08:49:37 1994", .seconds(37)), ("Sun, 06 Nov 1994 08:48:59 GMT", .zero),
            ("Mon, 07 Nov 1994 08:49:00 GMT", .seconds(86400)),
            ("Monday, 06-Nov-00 08:49:00 GMT", .seconds(189_388_800)),
        ]
    )
    func understood(text: String, expected: Duration) {
        #expect(RetryAfter.duration(text, at: Self.now) == expected)
    }

    @Test(
        "Other texts are ignored",
        arguments: [
            "", " 5", "-1", "1.5", "5s", "10000000000", "soon", "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
            "1994-11-06T08:49:37Z", String(repeating: "9", count: 1000),
        ]
    )
    func misunderstood(text: String) {
        #expect(RetryAfter.duration(text, at: Self.now) == nil)
    }
}
