import Ledger
import PurserTesting
import Testing

@Suite struct JournalDayTests {
    private static let day = PacificDay(number: 20_500)

    private static func row(
        units: Int64,
        price: Int64 = 10_000,
        proceeds: Int64 = 7_000,
        paidIn currency: String = "USD",
        service: ServicePeriod? = nil
    ) -> ProceedsRow {
        ProceedsRow(
            day: Self.day,
            product: ProductID("pro"),
            country: "US",
            unitsThousandths: units * 1000,
            unitPrice: Money(amountMilliunits: price, currency: "USD"),
            unitProceeds: Money(amountMilliunits: proceeds, currency: currency),
            service: service
        )
    }

    private static func lines(_ day: JournalDay) -> [String] {
        day.entries.map { "\($0.account.rawValue) \($0.debitMilliunits) \($0.creditMilliunits)" }
    }

    @Test("A sale is owed by Apple less its share, and is revenue")
    func sale() {
        var (day, deferred) = (JournalDay(Self.day), DeferredRevenue())
        day.book(Self.row(units: 2), source: "report 1", deferring: &deferred)
        #expect(Self.lines(day) == ["receivable 14000 0", "commissionAndTaxes 6000 0", "revenue 0 20000"])
        #expect(day.imbalance.isEmpty)
    }

    @Test("A refund is its opposite, against an account of its own")
    func refund() {
        var (day, deferred) = (JournalDay(Self.day), DeferredRevenue())
        day.book(Self.row(units: -1), source: "report 1", deferring: &deferred)
        #expect(Self.lines(day) == ["receivable 0 7000", "commissionAndTaxes 0 3000", "refunds 10000 0"])
        #expect(day.imbalance.isEmpty)
    }

    @Test("A payment for a month is deferred, and the day earns its share of it")
    func subscription() {
        var (day, deferred) = (JournalDay(Self.day), DeferredRevenue())
        day.book(Self.row(units: 1, service: .days(10)), source: "report 1", deferring: &deferred)
        day.earn(from: &deferred)
        #expect(
            Self.lines(day) == [
                "receivable 7000 0", "commissionAndTaxes 3000 0", "deferredRevenue 1000 0", "deferredRevenue 0 10000",
                "revenue 0 1000",
            ]
        )
        #expect(day.imbalance.isEmpty)
    }

    @Test("With a payout in another currency only the proceeds are booked")
    func otherCurrency() {
        var (day, deferred) = (JournalDay(Self.day), DeferredRevenue())
        day.book(Self.row(units: 1, paidIn: "EUR"), source: "report 1", deferring: &deferred)
        #expect(Self.lines(day) == ["receivable 7000 0", "revenue 0 7000"])
        #expect(day.entries.allSatisfy { $0.line.currency == "EUR" })
    }

    @Test("With any bookings, every day balances in every currency")
    func balanced() {
        var generator = SeededGenerator(seed: 11)
        var deferred = DeferredRevenue()
        for number in 0..<60 {
            var day = JournalDay(Self.day + Int64(number))
            for _ in 0..<20 {
                let price = Int64(generator.number(below: 100_001))
                let row = ProceedsRow(
                    day: day.day,
                    product: ProductID("p\(generator.number(below: 4))"),
                    country: generator.pick(["US", "DE", "CN"]),
                    unitsThousandths: Int64(generator.number(below: 12_001)) - 3_000,
                    unitPrice: Money(amountMilliunits: price, currency: "USD"),
                    unitProceeds: Money(
                        // A report may state more than the price, and it still has to balance.
                        amountMilliunits: Int64(generator.number(below: 100_001)),
                        currency: generator.happens(percent: 50) ? "USD" : "EUR"
                    ),
                    service: generator.happens(percent: 50) ? .months(1) : nil
                )
                day.book(row, source: "report \(number)", deferring: &deferred)
            }
            day.earn(from: &deferred)
            #expect(day.imbalance.isEmpty)
            #expect(day.entries.allSatisfy { ($0.debitMilliunits == 0) != ($0.creditMilliunits == 0) })
        }
    }
}
