import Ledger

extension RepositoryContract {
    /// What limits the reads of figures.
    static let figureBounds = [
        Behavior("A span has one row for each cell, however many days and quarters of an hour it adds up") { subject in
            let memory = InMemoryRepository()
            for day in Int64(0)..<10 {
                let at = Sample.beginning + .days(day)
                var intake = Sample.facts([Sample.period("\(100 + day)", of: "\(100 + day)", at: at)])
                // Each one sums up the days before it.
                intake.receivedAt = at
                for repository in [subject.repository, memory] as [any Repository] {
                    _ = try await repository.record(intake)
                }
            }
            let first = FigureBucket(Sample.beginning).number
            for days in [[10], [5, 5], [3, 4, 3], [1, 1, 4, 4], [2, 2, 2, 2, 2], [1, 2, 2, 1, 4]] as [[Int64]] {
                // Spans of whole days, and spans that begin within a day.
                for shift in [Int64(0), 3] {
                    var instants = [FigureBucket(number: first + shift)]
                    for count in days {
                        instants.append(FigureBucket(number: instants[instants.count - 1].number + 96 * count))
                    }
                    var query = FigureQuery(
                        app: Sample.app,
                        environment: .production,
                        instants: instants
                    )
                    for hasStocks in [false, true] {
                        query.hasStocks = hasStocks
                        query.maximumRows = days.count
                        let found = try await Self.figures(query, in: subject.repository)
                        let expected = try await Self.figures(query, in: memory)
                        try Self.require(found, is: expected, "\(days), \(shift), \(hasStocks).")
                        try Self.require(found.spans.map(\.count), is: days.map { _ in 1 }, "\(days), \(shift).")
                        query.maximumRows = days.count - 1
                        let refused = try await Self.figures(query, in: subject.repository)
                        try Self.require(refused, is: .tooLarge, "\(days), \(shift), \(hasStocks), one row fewer.")
                    }
                }
            }
        },
        Behavior("Cohorts are those of the months and the product that a query names, up to a number of cells") {
            subject in
            let memory = InMemoryRepository()
            // They begin in January, February, March, May and June 2026.
            for (number, product) in ["amber", "amber", "zircon", "amber", "zircon"].enumerated() {
                let at = Sample.beginning + .days(40 * Int64(number))
                var snapshot = Sample.period("\(100 + number)", of: "\(100 + number)", at: at)
                snapshot.productID = ProductID(product)
                for repository in [subject.repository, memory] as [any Repository] {
                    _ = try await repository.record(Sample.facts([snapshot]))
                }
            }
            let january = Int64(56 * 12)
            for (first, last) in [(0, 5), (1, 2), (3, 3), (4, 5), (6, 20), (-20, -1)] as [(Int64, Int64)] {
                for product in [nil, "amber", "unknown"] {
                    for hasPeriods in [true, false] {
                        let months = january + first..<january + last + 1
                        var query = CohortQuery(app: Sample.app, environment: .production, months: months)
                        query.product = product.map { ProductID($0) }
                        query.hasPeriods = hasPeriods
                        let found = try await Self.cohorts(query, in: subject.repository)
                        let expected = try await Self.cohorts(query, in: memory)
                        let name = "\(first) to \(last), \(product ?? "all"), \(hasPeriods)"
                        try Self.require(found, is: expected, "\(name).")
                        let count = expected?.cells.count ?? 0
                        query.maximumCells = count
                        let exact = try await Self.cohorts(query, in: subject.repository)
                        try Self.require(exact, is: expected, "\(name), with a limit that is enough.")
                        guard count > 0 else { continue }
                        query.maximumCells = count - 1
                        let refused = try await Self.cohorts(query, in: subject.repository)
                        try Self.require(refused, is: nil, "\(name), one cell fewer.")
                    }
                }
            }
            let april = CohortQuery(app: Sample.app, environment: .production, months: january + 3..<january + 4)
            let none = try await Self.cohorts(april, in: subject.repository)
            try Self.require(
                none,
                is: CohortAnswer(cells: [:], products: [], earlierMonth: january + 2),
                "Nothing began in April, and the month before it is known."
            )
            let spring = CohortQuery(app: Sample.app, environment: .production, months: january + 2..<january + 6)
            let begun = try await Self.cohorts(spring, in: subject.repository)
            try Self.require(begun?.products, is: [ProductID("amber"), ProductID("zircon")], "The products.")
            try Self.require(begun?.cells.count, is: 6, "Three cohorts, each with its beginning and a paid period.")
        },
    ]

    private static func figures(_ query: FigureQuery, in repository: any Repository) async throws -> FigureAnswer {
        try await repository.read { view in try view.figures(query) }
    }

    private static func cohorts(_ query: CohortQuery, in repository: any Repository) async throws -> CohortAnswer? {
        try await repository.read { view in try view.cohorts(query) }
    }
}
