import Ledger

extension RepositoryContract {
    static let figures = [
        Behavior("Figures are those that the chains derive, in any order of arrival") { subject in
            var known: Set<Figure> = []
            for seed in UInt64(1)...TestScale.most(80) {
                let story = EvidenceStory(seed: seed).withPrices().withSeats().withReportedRefunds()
                    .withRetentionRequests()
                let expected = try await Self.derived(story.facts)
                for order in UInt64(0)..<2 {
                    let app = AppName("figures-\(seed)-\(order)")
                    let facts = order == 0 ? story.facts : story.shuffled(seed: order)
                    for fact in facts { _ = try await subject.repository.record(Self.intake(of: fact, app: app)) }
                    let found = try await Self.everything(of: app, in: subject.repository)
                    try Self.require(found, is: expected, "The figures of story \(seed), order \(order).")
                    let rebuilt = try await Self.rebuild(app, in: subject.repository)
                    try Self.require(rebuilt.differences, is: [], "A rebuild of story \(seed) finds no difference.")
                    let after = try await Self.everything(of: app, in: subject.repository)
                    try Self.require(after, is: expected, "A rebuild leaves story \(seed) as it was.")
                }
                for cells in expected.answer.spans {
                    for values in cells.values { known.formUnion(Figure.allCases.filter { values[$0] != 0 }) }
                }
            }
            let common: Set<Figure> = [
                .newSales, .newAmount, .renewalSales, .renewalAmount, .oneTimeSales, .refunds, .refundAmount,
                .refundsOfSales, .starts, .returns, .recoveries, .productArrivals, .productDepartures, .endsVoluntary,
                .endsBilling, .endsRefunded, .endsOther, .paid, .canceled, .retry, .shared, .recurring,
                .recurringCanceled,
            ]
            let missing = common.subtracting(known).map(\.name).sorted()
            try Self.require(missing, is: [], "The stories have the common figures.")
        },
        Behavior("Flows and stocks are exact in any time zone, whether or not they are summed up") { subject in
            let memory = InMemoryRepository()
            for number in Int64(0)..<40 {
                let at = Sample.beginning + .hours(number * 7)
                var snapshot = Sample.period("\(100 + number)", of: "\(100 + number)", at: at)
                snapshot.storefront = number % 3 == 0 ? "USA" : "JPN"
                // The server learns of them in another order, so some are late and some are early.
                var intake = Sample.facts([snapshot])
                intake.receivedAt = Sample.beginning + .hours(number * 13)
                intake.catalog = Catalog(timeZone: number < 20 ? "UTC" : "Asia/Kathmandu")
                for repository in [subject.repository, memory] as [any Repository] {
                    _ = try await repository.record(intake)
                }
            }
            for zone in ["UTC", "Asia/Kathmandu", "America/St_Johns"] {
                let calendar = FigureCalendar(timeZone: zone)
                let first = calendar.day(of: FigureBucket(Sample.beginning))
                for (begin, count, shift) in [(Int64(-1), 60, Int64(0)), (0, 60, 3), (5, 3, 0), (9, 30, 1)] {
                    let instants = (0..<count).map { day in
                        FigureBucket(number: calendar.begin(of: first + (begin + Int64(day))).number + shift)
                    }
                    var query = FigureQuery(
                        app: Sample.app,
                        environment: .production,
                        instants: instants
                    )
                    for splits in [Set<FigureQuery.Split>(), [.storefront], [.product, .currency]] {
                        for storefront in [nil, "USA", "unknown"] {
                            query.splits = splits
                            query.storefront = storefront
                            let found = try await Self.answer(to: query, in: subject.repository)
                            let expected = try await Self.answer(to: query, in: memory)
                            try Self.require(found, is: expected, "\(zone), \(begin), \(shift), \(splits).")
                            let isEmpty = expected.spans.allSatisfy(\.isEmpty)
                            try Self.require(isEmpty, is: storefront == "unknown", "There are figures.")
                        }
                    }
                }
            }
        },
        Behavior("An answer with more rows than the query allows has no spans") { subject in
            for (place, storefront) in ["USA", "JPN", "CHN"].enumerated() {
                var snapshot = Sample.period("\(place)", of: "\(place)")
                snapshot.storefront = storefront
                _ = try await subject.repository.record(Sample.facts([snapshot]))
            }
            // Ten days: after the beginning of the subscriptions, and from the day before it.
            let begin = FigureBucket(Sample.beginning).number
            let cases: [(first: Int64, hasStocks: Bool, rowCount: Int)] = [
                (begin + 96, true, 30), (begin - 96, true, 27), (begin - 96, false, 3),
            ]
            for (first, hasStocks, rowCount) in cases {
                let instants = (Int64(0)...10).map { FigureBucket(number: first + $0 * 96) }
                var query = FigureQuery(
                    app: Sample.app,
                    environment: .production,
                    instants: instants
                )
                query.splits = [.storefront]
                (query.hasStocks, query.maximumRows) = (hasStocks, rowCount)
                let whole = try await Self.answer(to: query, in: subject.repository)
                try Self.require(whole.spans.reduce(0) { $0 + $1.count }, is: rowCount, "The rows from \(first).")
                query.maximumRows = rowCount - 1
                let refused = try await Self.answer(to: query, in: subject.repository)
                try Self.require(refused, is: .tooLarge, "One row fewer from \(first).")
            }
        },
        Behavior("Requests for refunds and what Apple declined are figures of their own days, in any order") {
            subject in
            let signedRefunds = [
                Self.askedRefund("1", uuid: "a", hour: 1), Self.decidedRefund("1", uuid: "b", hour: 30, .declined),
                Self.askedRefund("1", uuid: "c", hour: 31), Self.paidBack("1", hour: 60),
                Self.askedRefund("2", uuid: "d", hour: 61), Self.decidedRefund("2", uuid: "e", hour: 62, .declined),
            ]
            for (request, order) in [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [4, 1, 1, 0, 2, 5, 3, 0]].enumerated() {
                let app = AppName("asked\(request)")
                for place in order {
                    var intake = signedRefunds[place]
                    intake.app = app
                    _ = try await subject.repository.record(intake)
                }
                let found = try await Self.everything(of: app, in: subject.repository).answer.spans
                func days(_ figure: Figure) -> [Int64] {
                    found.map { span in span.values.reduce(0) { $0 + $1[figure] } }.filter { $0 != 0 }
                }
                try Self.require(days(.refundRequests), is: [1, 1, 1], "Each request counts on its day.")
                try Self.require(days(.refundsDeclined), is: [1, 1], "So does each refusal.")
                let rebuilt = try await Self.rebuild(app, in: subject.repository)
                try Self.require(rebuilt.differences, is: [], "A rebuild finds no difference.")
            }
        },
        Behavior("Where notifications contradict each other about a refunded purchase, their order decides nothing") {
            subject in
            let notified = [
                Self.contradiction(
                    product: "amber",
                    price: Money(amountMilliunits: 2_990, currency: "USD"),
                    in: Self.askedRefund("1", uuid: "a", hour: 1)
                ),
                Self.contradiction(product: "zircon", price: nil, in: Self.askedRefund("1", uuid: "b", hour: 2)),
                Self.decidedRefund("1", uuid: "c", hour: 3, .declined),
                // Its message is known already, so only what it states of the purchase is new.
                Self.contradiction(product: "agate", price: nil, in: Self.askedRefund("1", uuid: "a", hour: 1)),
            ]
            for (request, order) in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1, 2], [1, 3, 2, 0, 1]].enumerated() {
                let app = AppName("contradicted\(request)")
                for place in order {
                    var intake = notified[place]
                    intake.app = app
                    _ = try await subject.repository.record(intake)
                }
                let id = RefundID(TransactionID("1"), in: .production)
                let kept = try await subject.repository.read { view in try view.refund(id, of: app) }
                try Self.require(kept?.subject.productID, is: ProductID("agate"), "The first in the alphabet stays.")
                try Self.require(kept?.subject.price?.amountMilliunits, is: 2_990, "So does the smaller price.")
                let found = try await Self.everything(of: app, in: subject.repository).answer.spans
                let requests = found.flatMap { Array($0) }.filter { $0.value[.refundRequests] != 0 }
                try Self.require(Set(requests.map(\.key.product)), is: [ProductID("agate")], "They count for it.")
                let rebuilt = try await Self.rebuild(app, in: subject.repository)
                try Self.require(rebuilt.differences, is: [], "A rebuild finds no difference.")
            }
        },
        Behavior("A merge and an erasure change no figures, and an app that is unknown has none") { subject in
            let bought = Sample.period("1", of: "1")
            let intake = Sample.facts([bought], submission: Sample.submission("ada", "1"))
            _ = try await subject.repository.record(intake)
            let before = try await Self.everything(of: Sample.app, in: subject.repository)
            try Self.require(before.cohorts?.cells.isEmpty, is: false, "There are figures.")
            for (number, kind) in [
                OwnershipChange.Kind.merge(Sample.customer("ada"), into: Sample.customer("bert")),
                .erase(Sample.customer("bert")),
            ].enumerated() {
                let change = OwnershipChange(
                    id: OwnershipChangeID("change-\(number)"),
                    kind: kind,
                    changedAt: Sample.beginning + .days(1),
                    by: "operator",
                    note: nil
                )
                let result = try await subject.repository.write { unit in
                    try unit.change(change, of: Sample.app, catalog: Catalog(), isPreview: false)
                }
                _ = try result.get()
            }
            let after = try await Self.everything(of: Sample.app, in: subject.repository)
            try Self.require(after, is: before, "The purchases of an erased customer stay.")
            let none = try await Self.everything(of: AppName("unknown"), in: subject.repository)
            try Self.require(none.answer.spans.allSatisfy(\.isEmpty), "Nothing is known.")
            try Self.require(none.cohorts?.cells.isEmpty, is: true, "No cohort is known.")
        },
    ]

    /// All figures of an app in Production.
    struct KnownFigures: Equatable {
        /// The figures of every day.
        let answer: FigureAnswer
        /// The cohorts.
        let cohorts: CohortAnswer?
    }

    /// Returns the figures of facts, derived in a store of their own.
    private static func derived(_ facts: [LedgerFact]) async throws -> KnownFigures {
        let memory = InMemoryRepository()
        for fact in facts { _ = try await memory.record(Self.intake(of: fact, app: Sample.app)) }
        return try await Self.everything(of: Sample.app, in: memory)
    }

    /// Returns all figures of an app in Production, by day.
    private static func everything(of app: AppName, in repository: any Repository) async throws -> KnownFigures {
        // Stories take place within these years.
        let first = FigureBucket(Sample.beginning - .days(900)).number / 96 * 96
        let instants = (Int64(0)...1800).map { FigureBucket(number: first + $0 * 96) }
        var query = FigureQuery(app: app, environment: .production, instants: instants)
        query.splits = Set(FigureQuery.Split.allCases)
        let answer = try await Self.answer(to: query, in: repository)
        let months = CohortQuery(app: app, environment: .production, months: Int64.min..<Int64.max)
        let cohorts = try await repository.read { view in try view.cohorts(months) }
        return KnownFigures(answer: answer, cohorts: cohorts)
    }

    /// A notification that states another product and price of the refunded purchase.
    private static func contradiction(product: String, price: Money?, in intake: Intake) -> Intake {
        guard let update = intake.refund else { return intake }
        var contradiction = intake
        contradiction.refund = RefundUpdate(
            transactionID: update.transactionID,
            subject: RefundSubject(
                originalTransactionID: update.subject.originalTransactionID,
                productID: ProductID(product),
                purchasedAt: update.subject.purchasedAt,
                price: price
            ),
            signedRefunds: update.signedRefunds
        )
        return contradiction
    }

    private static func answer(to query: FigureQuery, in repository: any Repository) async throws -> FigureAnswer {
        try await repository.read { view in try view.figures(query) }
    }

    /// Rebuilds the figures of an app in Production.
    static func rebuild(_ app: AppName, in repository: any Repository) async throws -> FigureRebuild {
        var rebuild = FigureRebuild(app: app, environment: .production)
        while rebuild.phase != .ended {
            rebuild = try await repository.write { [rebuild] unit in
                try unit.continueRebuild(rebuild, at: Sample.beginning, timeZone: "UTC")
            }
        }
        return rebuild
    }
}
