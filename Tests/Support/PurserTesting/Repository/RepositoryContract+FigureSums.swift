import Ledger

extension RepositoryContract {
    /// What figures are read from the sums of quarters of an hour, days and months.
    static let figureSums = [
        Behavior("Figures of any time and group are those of the ledger, whatever they are read from") { subject in
            let memory = InMemoryRepository()
            var generator = SeededGenerator(seed: 41)
            let zones = ["America/St_Johns", "Asia/Kathmandu", "UTC"]
            for number in 0..<90 {
                let now = Sample.beginning + .hours(Int64(number) * 27)
                // Most arrive within three days, and some long after their period.
                let isLate = generator.happens(percent: 20)
                let hours = generator.number(below: isLate ? 1500 : 72)
                let id = "\(1000 + number)"
                var snapshot = Sample.period(id, of: id, at: now - .hours(Int64(hours)) - .minutes(Int64(number)))
                snapshot.productID = ProductID(generator.pick(["amber", "zircon"]))
                (snapshot.storefront, snapshot.price) = generator.pick(Self.markets)
                var intake = Sample.facts([snapshot])
                if number.isMultiple(of: 10) { intake = Self.askedRefund(id, uuid: id, hour: Int64(number) * 20) }
                intake.receivedAt = now
                intake.catalog = Catalog(timeZone: zones[number / 30])
                for repository in [subject.repository, memory] as [any Repository] {
                    _ = try await repository.record(intake)
                }
                guard number % 9 == 8 else { continue }
                for _ in 0..<TestScale.most(40) {
                    let zone = generator.pick([zones[number / 30], "UTC"])
                    let query = Self.query(&generator, in: zone)
                    let found = try await subject.repository.read { view in try view.figures(query) }
                    let expected = try await memory.read { view in try view.figures(query) }
                    try Self.require(found, is: expected, "After \(number): \(query).")
                }
            }
            let rebuilt = try await Self.rebuild(Sample.app, in: subject.repository)
            try Self.require(rebuilt.differences, is: [], "A rebuild finds no difference.")
        }
    ]

    /// The storefronts and prices of what is sold.
    private static let markets: [(storefront: String?, price: Money?)] = [
        ("USA", Money(amountMilliunits: 9990, currency: "USD")),
        ("DEU", Money(amountMilliunits: 8990, currency: "EUR")),
        ("FRA", Money(amountMilliunits: 8990, currency: "EUR")), ("FRA", nil), (nil, nil),
    ]

    /// Returns a query for hours, days, weeks, months or any times, with any choice and any split.
    private static func query(_ generator: inout SeededGenerator, in zone: String) -> FigureQuery {
        let calendar = FigureCalendar(timeZone: zone)
        let first = calendar.day(of: FigureBucket(Sample.beginning)) + Int64(generator.number(below: 150) - 40)
        let count = Int64(1 + generator.number(below: 30))
        let begin = calendar.begin(of: first).number
        let instants: [FigureBucket]
        switch generator.number(below: 5) {
        case 0: instants = (0...count).map { FigureBucket(number: begin + $0 * 4) }
        case 1: instants = (0...count).map { calendar.begin(of: first + $0) }
        case 2: instants = (0...count % 8 + 1).map { calendar.begin(of: first + $0 * 7) }
        case 3: instants = (0...count % 4 + 1).map { calendar.begin(of: CivilDay(firstOf: first.month + $0)) }
        default:
            let length = generator.number(below: 96 * 60)
            let places = (0...3).map { _ in Int64(generator.number(below: length + 1)) }
            instants = Set(places + [Int64(length + 1)]).sorted().map { FigureBucket(number: begin + $0) }
        }
        var query = FigureQuery(app: Sample.app, environment: .production, instants: instants)
        query.product = generator.pick([nil, nil, "amber", "unknown"]).map { ProductID($0) }
        query.storefront = generator.pick([nil, nil, "FRA"])
        query.currency = generator.pick([nil, nil, "EUR"])
        query.splits = Set(FigureQuery.Split.allCases.filter { _ in generator.happens(percent: 40) })
        query.hasStocks = generator.happens(percent: 60)
        return query
    }
}
