import Ledger
import PersistenceSQL
import PurserTesting

/// A year of figures of an app with many subscribers, of whom each pays once in 30 days.
///
/// The sales are drawn by chance, because recording a year of purchases would take days. Products and storefronts are
/// of very different size, as in the real App Store: a few groups are in every quarter of an hour, and most only in
/// some. The rows are written by the functions that units of work use.
struct FigureYear {
    /// The products, the largest first.
    static let products = [
        "pro.monthly", "pro.yearly", "gems.600", "pass.30days", "plus.weekly", "plus.monthly", "plus.yearly",
        "frame.gold",
    ].map { ProductID($0) }

    /// The number of subscribers.
    let subscribers: Int
    /// The instant until which there are sales; the ends of the running periods follow it.
    let until: Instant

    private static let timeZone = "UTC"
    private static let days: Int64 = 365
    /// The length of a period in days.
    private static let period: Int64 = 30
    private static let bucketsPerDay = 96
    private static let app = ScopeName(app: Sample.app, environment: .production)

    /// The groups, the largest first: every product in every storefront.
    private static let groups = Storefront.all.flatMap { storefront in
        Self.products.map {
            FigureGroup(product: $0, storefront: storefront.code, currency: storefront.currency ?? "USD")
        }
    }

    /// Places in `groups`, each as often as the group is large.
    private static let draws: [Int] = {
        let shares = Storefront.all.indices.flatMap { storefront in
            Self.products.indices.map { 1 / Double(storefront + 1) / Double($0 + 1) }
        }
        let whole = shares.reduce(0, +)
        return shares.enumerated().flatMap { place, share in
            Array(repeating: place, count: Int((share / whole * 65_536).rounded()))
        }
    }()

    /// Returns a group, the larger ones more often.
    static func group(_ generator: inout SeededGenerator) -> FigureGroup { Self.groups[Self.draw(&generator)] }

    /// Returns the price of a product in any currency.
    static func price(of product: ProductID) -> Int64 {
        Int64((Self.products.firstIndex(of: product) ?? 0) + 1) * 5000 - 10
    }

    /// Adds the figures to a repository of SQL, and returns the number of their rows in quarters of an hour.
    @discardableResult
    func fill(_ repository: any Repository) async throws -> Int {
        var generator = SeededGenerator(seed: 31)
        let calendar = FigureCalendar(timeZone: Self.timeZone)
        let now = FigureBucket(self.until)
        let today = calendar.day(of: now)
        var rowCount = 0
        for number in -Self.days...Self.period {
            let day = today + number
            let (begin, end) = (calendar.begin(of: day), calendar.begin(of: day + 1))
            var rows = FigureRows()
            if number == -Self.days { self.addStock(at: begin, to: &rows) }
            for bucket in begin.number..<end.number {
                self.add(FigureBucket(number: bucket), isOver: bucket <= now.number, to: &rows, &generator)
            }
            if number == 0 { self.addCohorts(to: &rows) }
            rowCount += rows.rows.count
            try await repository.write { [rows] unit in
                guard let session = unit as? Session else { throw RepositoryError.corrupt }
                let scope = try session.scope(Self.app)
                try session.add(rows, toRebuilt: false, scope: scope)
                // The bucket that runs is in no day yet.
                guard begin < now else { return }
                _ = try session.sumUp(begin..<min(end, now), of: day, scope: scope)
                try session.save(FigureFold(timeZone: Self.timeZone, until: min(end, now)), scope: scope)
            }
        }
        return rowCount
    }

    /// Adds the subscribers that there were at the beginning.
    private func addStock(at bucket: FigureBucket, to rows: inout FigureRows) {
        for (place, count) in Dictionary(grouping: Self.draws, by: { $0 }).mapValues(\.count) {
            let group = Self.groups[place]
            let paid = Int64(self.subscribers) * Int64(count) / Int64(Self.draws.count)
            var values = FigureValues()
            values.add(paid, to: .paid)
            values.add(paid / 20, to: .trials)
            values.add(paid / 10, to: .canceled)
            values.add(paid * Self.price(of: group.product), to: .recurring)
            rows.add(values, at: FigureKey(bucket, group))
        }
    }

    /// Adds the sales of a quarter of an hour, or the ends of the periods that still run.
    private func add(
        _ bucket: FigureBucket,
        isOver: Bool,
        to rows: inout FigureRows,
        _ generator: inout SeededGenerator
    ) {
        var drawn: [Int: FigureValues] = [:]
        for _ in 0..<max(1, self.subscribers / Int(Self.period) / Self.bucketsPerDay) {
            let place = Self.draw(&generator)
            for (figure, count) in isOver ? Self.event(&generator) : [(Figure.endsOther, Int64(1)), (.paid, -1)] {
                drawn[place, default: FigureValues()].add(count, to: figure)
                guard let amount = Self.amounts[figure] else { continue }
                drawn[place]?.add(count * Self.price(of: Self.groups[place].product), to: amount)
            }
        }
        for (place, values) in drawn where !values.isZero {
            rows.add(values, at: FigureKey(bucket, Self.groups[place]))
        }
    }

    /// The amount of each figure that has money.
    private static let amounts: [Figure: Figure] = [
        .newSales: .newAmount, .renewalSales: .renewalAmount, .oneTimeSales: .oneTimeAmount, .refunds: .refundAmount,
        .refundsOfSales: .refundAmountOfSales, .offerSales: .offerAmount, .paid: .recurring,
        .canceled: .recurringCanceled, .grace: .recurringGrace,
    ]

    /// Returns what happens to a subscription, mostly a renewal.
    ///
    /// On average as many end as begin.
    private static func event(_ generator: inout SeededGenerator) -> [(Figure, Int64)] {
        switch generator.number(below: 100) {
        case ..<78: [(.renewalSales, 1)]
        case ..<82: [(.starts, 1), (.newSales, 1), (.paid, 1)]
        case ..<84: [(.endsVoluntary, 1), (.paid, -1), (.canceled, -1)]
        case ..<86: [(.endsBilling, 1), (.paid, -1), (.retry, 1)]
        case ..<88: [(.recoveries, 1), (.renewalSales, 1), (.retry, -1)]
        case ..<90: [(.canceled, 1)]
        case ..<92: [(.starts, 1), (.trialStarts, 1), (.trials, 1), (.introductoryOffers, 1)]
        case ..<94: [(.trialConversions, 1), (.convertedTrials, 1), (.newSales, 1), (.trials, -1)]
        case ..<98: [(.oneTimeSales, 1)]
        case ..<99: [(.refunds, 1), (.refundsOfSales, 1)]
        default: [(.offerCodes, 1), (.offerSales, 1), (.renewalSales, 1)]
        }
    }

    /// Adds the cohorts of the last twelve months and of this one.
    private func addCohorts(to rows: inout FigureRows) {
        let (year, month, _) = CivilDay(of: self.until).date
        let current = Int64((year - 1970) * 12 + month - 1)
        for (place, product) in Self.products.enumerated() {
            for age in Int64(0)...12 {
                var count = Int64(self.subscribers / 12 / (place + 2))
                for period in 0...age + 1 {
                    let cell = CohortKey(product: product, month: current - age, period: period)
                    rows.add(CohortSum(subscriptions: count), to: cell)
                    count = count * 9 / 10
                }
            }
        }
    }

    private static func draw(_ generator: inout SeededGenerator) -> Int {
        Self.draws[generator.number(below: Self.draws.count)]
    }
}
