import AppStore
import AppStoreSimulator
import Testing

@Suite struct SubscriptionPeriodTests {
    @Test(
        "Months are clamped at their end and counted from the first day",
        arguments: [
            ("2026-01-31", "P1M", 1, "2026-02-28"), ("2026-01-31", "P1M", 2, "2026-03-31"),
            ("2028-01-31", "P1M", 1, "2028-02-29"), ("2028-02-29", "P1Y", 1, "2029-02-28"),
            ("2028-02-29", "P1Y", 4, "2032-02-29"), ("2026-08-31", "P6M", 1, "2027-02-28"),
            ("2026-12-15", "P1M", 1, "2027-01-15"), ("2100-01-29", "P1M", 1, "2100-02-28"),
            ("2026-01-31", "P1W", 2, "2026-02-14"), ("2026-02-27", "P3D", 1, "2026-03-02"),
            ("1969-12-31", "P1M", 2, "1970-02-28"),
        ]
    )
    func ends(start: String, text: String, count: Int, end: String) throws {
        let period = try #require(SubscriptionPeriod(text))
        let begin = try Shop.day(start).milliseconds
        #expect(period.end(after: count, from: begin) == (try Shop.day(end).milliseconds))
    }

    @Test("The spelling is ISO 8601's", arguments: ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y", "P3D", "P2W", "P1M10D"])
    func spelling(text: String) throws {
        #expect(try #require(SubscriptionPeriod(text)).description == text)
    }

    @Test(
        "Other text is not a period",
        arguments: ["", "P", "1M", "P0D", "PT1H", "P1", "PM", "P1D1M", "P-1M", "P99999D", "P1M ", "P١M"]
    )
    func refused(text: String) {
        #expect(SubscriptionPeriod(text) == nil)
    }

    @Test(
        "Compressed periods are Apple's",
        arguments: [
            (RenewalRate.monthlyEveryHour, [900, 3600, 7200, 10800, 21600, 43200]),
            (.monthlyEvery30Minutes, [600, 1800, 3600, 5400, 10800, 21600]),
            (.monthlyEvery15Minutes, [300, 900, 1800, 2700, 5400, 10800]),
            (.monthlyEvery5Minutes, [180, 300, 600, 900, 1800, 3600]),
            (.monthlyEvery3Minutes, [180, 180, 360, 540, 1080, 2160]),
            (.monthlyEvery30Seconds, [10, 30, 60, 90, 180, 360]),
        ]
    )
    func compressed(rate: RenewalRate, seconds: [Int64]) {
        let periods: [SubscriptionPeriod] = [.week, .month, .months(2), .months(3), .months(6), .year]
        #expect(periods.map { rate.end(of: $0, after: 1, from: 0) / 1000 } == seconds)
        #expect(rate.end(of: .month, after: 3, from: 5) == 5 + 3 * seconds[1] * 1000)
    }
}
