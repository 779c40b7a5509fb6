import Ledger
import PurserTesting
import Testing

@Suite struct DeferredRevenueTests {
    private static let line = DeferredRevenue.Line(
        product: ProductID("pro.yearly"),
        country: "US",
        currency: "USD",
        source: "report 1"
    )

    @Test("A yearly subscription earns a 365th of its price a day")
    func year() throws {
        let day = try #require(PacificDay(text: "2026-03-01"))
        let count = ServicePeriod.months(12).dayCount(from: day)
        #expect(count == 365)
        var deferred = DeferredRevenue()
        deferred.add(36_500, to: Self.line, on: day, dayCount: count)
        #expect(deferred.earn(on: day) == [Self.line: 100])
        #expect(deferred.remaining(after: day) == ["USD": 36_400])
        #expect(deferred.earn(on: day + 364) == [Self.line: 100])
        #expect(deferred.earn(on: day + 365).isEmpty)
        #expect(deferred.remaining(after: day + 365).isEmpty)
    }

    @Test(
        "Periods are calendar periods in the words of reports",
        arguments: [
            ("7 Days", "2026-03-01", 7), ("1 Week", "2026-03-01", 7), ("1 Month", "2026-01-31", 28),
            ("1 Month", "2026-03-15", 31), ("2 Months", "2026-12-31", 59), ("3 Months", "2026-01-01", 90),
            ("6 Months", "2026-03-01", 184), ("1 Year", "2027-06-01", 366), ("1 Year", "2028-02-29", 365),
        ]
    )
    func periods(words: String, day: String, count: Int64) throws {
        let period = try #require(ServicePeriod(reported: words))
        #expect(period.dayCount(from: try #require(PacificDay(text: day))) == count)
    }

    @Test("Other words are no period", arguments: ["", "Month", "0 Days", "1 Decade", "1 Month 2"])
    func noPeriod(words: String) {
        #expect(ServicePeriod(reported: words) == nil)
    }

    @Test("The days of a service are rounded, also between instants that no calendar has")
    func days() {
        let begin = Instant(milliseconds: 1_772_000_000_000)
        #expect(ServicePeriod(from: begin, to: begin + .hours(36)) == .days(2))
        #expect(ServicePeriod(from: begin, to: begin + .hours(11)) == nil)
        #expect(ServicePeriod(from: begin, to: begin - .days(3)) == nil)
        let longest = ServicePeriod(from: Instant(milliseconds: 0), to: Instant(milliseconds: .max))
        #expect(longest == .days(Int64.max / 86_400_000))
    }

    @Test("For any amount and length, the days add up to exactly the amount, none off by a milliunit")
    func exact() {
        var generator = SeededGenerator(seed: 26)
        for _ in 0..<400 {
            let amount = Int64(generator.number(below: 100_000_001)) - 50_000_000
            let count = Int64(generator.number(below: 400)) + 1
            var sum: Int64 = 0
            for position in -2..<count + 2 {
                let share = DeferredRevenue.earned(of: amount, on: position, ofDays: count)
                #expect(abs(share * count - amount) <= count || position < 0 || position >= count)
                sum += share
            }
            #expect(sum == amount)
        }
    }

    @Test("Payments are held only for service that lasts until the first day that counts, and not after its last day")
    func held() throws {
        let day = PacificDay(number: 20_500)
        let money = Money(amountMilliunits: 10_000, currency: "USD")
        func row(_ units: Int64, service: ServicePeriod?) -> ProceedsRow {
            ProceedsRow(
                day: day,
                product: ProductID("pro"),
                country: "US",
                unitsThousandths: units,
                unitPrice: money,
                unitProceeds: money,
                service: service
            )
        }
        var deferred = DeferredRevenue()
        deferred.add(row(1000, service: .days(10)), lastingUntil: day + 10)
        deferred.add(row(-1000, service: .days(10)), lastingUntil: day)
        deferred.add(row(1000, service: .days(1)), lastingUntil: day)
        deferred.add(row(1000, service: nil), lastingUntil: day)
        #expect(deferred.count == 0)
        deferred.add(row(2000, service: .days(10)), lastingUntil: day + 9)
        #expect(deferred.count == 1 && deferred.remaining(after: day + 7) == ["USD": 4000])
        for number in 0..<9 { #expect(deferred.earn(on: day + Int64(number)).values.first == 2000) }
        #expect(deferred.count == 1)
        #expect(deferred.earn(on: day + 9).values.first == 2000)
        #expect(deferred.count == 0)
    }

    @Test("On every day, the earned and the deferred amounts of many payments add up to the paid amount")
    func balance() {
        var generator = SeededGenerator(seed: 7)
        var deferred = DeferredRevenue()
        let first = PacificDay(number: 20_000)
        var (paid, earned): (Int64, Int64) = (0, 0)
        for day in 0..<200 {
            for _ in 0..<generator.number(below: 4) where day < 100 {
                let amount = Int64(generator.number(below: 100_000)) + 1
                let count = Int64(generator.number(below: 90)) + 1
                deferred.add(amount, to: Self.line, on: first + Int64(day), dayCount: count)
                paid += amount
            }
            earned += deferred.earn(on: first + Int64(day)).values.reduce(0, +)
            let remaining = deferred.remaining(after: first + Int64(day))["USD"] ?? 0
            #expect(earned + remaining == paid)
        }
        #expect(earned == paid)
    }
}
