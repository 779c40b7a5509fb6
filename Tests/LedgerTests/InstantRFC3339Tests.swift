import Foundation
import Ledger
import Testing

@Suite struct InstantRFC3339Tests {
    @Test("Instants agree with Foundation's own formatter over four centuries")
    func agreement() {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        for step in 0..<4000 {
            let milliseconds = Int64(step) * 3_155_695_200_123 / 1000 - 2_000_000_000_000
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            #expect(Instant(milliseconds: milliseconds).rfc3339 == formatter.string(from: date))
        }
    }

    @Test("A written instant is read back, in any offset and with any fraction")
    func reading() {
        for step in 0..<4000 {
            let instant = Instant(milliseconds: Int64(step) * 3_155_695_200_123 / 1000 - 2_000_000_000_000)
            #expect(Instant(rfc3339: instant.rfc3339) == instant)
        }
        let noon = Instant(rfc3339: "2026-03-01T12:00:00Z")
        #expect(noon?.rfc3339 == "2026-03-01T12:00:00.000Z")
        #expect(Instant(rfc3339: "2026-03-01T21:00:00.000000+09:00") == noon)
        #expect(Instant(rfc3339: "2026-03-01t07:30:00-04:30") == noon)
        #expect(Instant(rfc3339: "2026-03-01T12:00:00.5Z")?.rfc3339 == "2026-03-01T12:00:00.500Z")
    }

    @Test(
        "Invalid instants are refused",
        arguments: [
            "", "2026-03-01", "2026-03-01T12:00:00", "2026-02-29T12:00:00Z", "2026-13-01T12:00:00Z",
            "2026-03-01T24:00:00Z", "2026-03-01T12:60:00Z", "2026-03-01T12:00:00.Z", "2026-03-01T12:00:00Zx",
            "2026-03-01T12:00:00+9:00", "1e3",
        ]
    )
    func refusing(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test(
        "Known instants",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (Int64.max, "9999-12-31T23:59:59.999Z"),
            (Int64.min, "0001-01-01T00:00:00.000Z"),
        ] as [(Int64, String)]
    )
    func known(milliseconds: Int64, text: String) {
        #expect(Instant(milliseconds: milliseconds).rfc3339 == text)
    }
}
