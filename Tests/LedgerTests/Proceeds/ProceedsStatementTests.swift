import Ledger
import Testing

@Suite struct ProceedsStatementTests {
    private static let day = PacificDay(number: 20_000)

    private static func row(
        _ product: String,
        in country: String,
        units: Int64,
        price: Int64,
        proceeds: Int64,
        _ currency: String,
        paidIn proceedsCurrency: String? = nil,
        hasOffer: Bool = false
    ) -> ProceedsRow {
        ProceedsRow(
            day: Self.day,
            product: ProductID(product),
            country: country,
            unitsThousandths: units * 1000,
            unitPrice: Money(amountMilliunits: price, currency: currency),
            unitProceeds: Money(amountMilliunits: proceeds, currency: proceedsCurrency ?? currency),
            hasOffer: hasOffer
        )
    }

    private static func place(_ country: String, _ price: String, _ proceeds: String) -> ProceedsStatement.Place? {
        var statement = ProceedsStatement()
        statement.add(Self.row("a", in: country, units: 1, price: 1, proceeds: 1, price, paidIn: proceeds))
        return statement.places.keys.first
    }

    private static func taken(_ statement: ProceedsStatement, in place: ProceedsStatement.Place) -> Int64? {
        (statement.places[place] ?? statement.currencies[place]).flatMap { sum in
            ProceedsStatement.takenPerMille(of: sum.sales, in: place)
        }
    }

    @Test("Of 30.00 sold and 20.63 received, 31.2 percent were taken")
    func taken() throws {
        var statement = ProceedsStatement()
        statement.add(Self.row("pro", in: "DE", units: 3, price: 10_000, proceeds: 6_877, "EUR"))
        statement.add(Self.row("pro", in: "DE", units: -1, price: 10_000, proceeds: 6_877, "EUR"))
        let place = try #require(Self.place("DE", "EUR", "EUR"))
        let sum = try #require(statement.places[place])
        #expect(sum.sales.priceMilliunits == 30_000)
        #expect(sum.sales.proceedsMilliunits == 20_631)
        #expect(Self.taken(statement, in: place) == 312, "A refund does not change what was taken of sales.")
        #expect(sum.refunds.proceedsMilliunits == 6_877)
        #expect(sum.netProceedsMilliunits == 13_754)
    }

    @Test("The published sample rows are added up by storefront and currency, and currencies never meet")
    func sample() throws {
        var statement = ProceedsStatement()
        statement.add(Self.row("coins", in: "CN", units: 2, price: 18_000, proceeds: 15_300, "CNY"))
        statement.add(Self.row("app", in: "US", units: 100, price: 990, proceeds: 700, "USD"))
        statement.add(Self.row("coins", in: "GB", units: 50, price: 690, proceeds: 420, "GBP"))
        statement.add(Self.row("app", in: "US", units: -50, price: 990, proceeds: 700, "USD"))
        #expect(statement.netProceeds == ["CNY": 30_600, "USD": 35_000, "GBP": 21_000])
        let china = try #require(Self.place("CN", "CNY", "CNY"))
        let america = try #require(Self.place("US", "USD", "USD"))
        let britain = try #require(Self.place("GB", "GBP", "GBP"))
        #expect(Self.taken(statement, in: china) == 150)
        #expect(Self.taken(statement, in: america) == 293)
        #expect(Self.taken(statement, in: britain) == 391)
        #expect(statement.places[america]?.refunds.unitsThousandths == 50_000)
        #expect(statement.places[america]?.refunds.priceMilliunits == 49_500)
        #expect(statement.currencies.count == 3)
    }

    @Test("With a payout in another currency no share is invented")
    func otherCurrency() throws {
        var statement = ProceedsStatement()
        statement.add(Self.row("a", in: "BG", units: 1, price: 1_990, proceeds: 700, "BGN", paidIn: "EUR"))
        statement.add(Self.row("a", in: "DE", units: 1, price: 1_000, proceeds: 700, "EUR"))
        statement.add(Self.row("a", in: "FR", units: 1, price: 2_000, proceeds: 1_400, "EUR"))
        let bulgaria = try #require(Self.place("BG", "BGN", "EUR"))
        #expect(Self.taken(statement, in: bulgaria) == nil)
        let euros = try #require(Self.place("", "EUR", "EUR"))
        #expect(statement.currencies[euros]?.sales.priceMilliunits == 3_000)
        #expect(Self.taken(statement, in: euros) == 300)
        #expect(statement.netProceeds == ["EUR": 2_800])
    }

    @Test("An offer costs what the product's own price is above it; where that is unknown, it is counted as unknown")
    func offers() throws {
        var statement = ProceedsStatement()
        let offer = Self.row("pro", in: "US", units: 3, price: 4_990, proceeds: 3_490, "USD", hasOffer: true)
        statement.add(offer, ownPrice: Money(amountMilliunits: 9_990, currency: "USD"))
        statement.add(offer)
        statement.add(offer, ownPrice: Money(amountMilliunits: 9_990, currency: "EUR"))
        let america = try #require(Self.place("US", "USD", "USD"))
        let offers = try #require(statement.places[america]?.offers)
        #expect(offers.unitsThousandths == 9_000)
        #expect(offers.costMilliunits == 15_000)
        #expect(offers.unknownThousandths == 6_000)
    }
}
