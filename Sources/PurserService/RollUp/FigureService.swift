package import Ledger

/// Returns the figures of apps, and rebuilds them from the ledger.
///
/// Figures are sums that each unit of work keeps together with the purchases it changes, so they are exact to the last
/// commit.
package struct FigureService: Sendable {
    /// What to read.
    package struct Request: Sendable {
        /// The environment.
        package var environment: StoreEnvironment
        /// The first day, in the time zone of the app; 29 days before the last one where it is missing.
        package var first: CivilDay?
        /// The last day; today where it is missing.
        package var last: CivilDay?
        /// The length of the spans.
        package var unit: FigureSpans.Unit
        /// The only product, storefront and currency that count; `nil` for all.
        package var product: ProductID?
        package var storefront: String?
        package var currency: String?
        /// What is added up separately besides currencies, which are never added up.
        package var splits: Set<FigureQuery.Split>
        /// Whether to read stocks too, which each span repeats.
        package var hasStocks: Bool

        /// Creates a request for the last 30 days.
        package init(
            environment: StoreEnvironment = .production,
            first: CivilDay? = nil,
            last: CivilDay? = nil,
            unit: FigureSpans.Unit = .day,
            product: ProductID? = nil,
            storefront: String? = nil,
            currency: String? = nil,
            splits: Set<FigureQuery.Split> = [],
            hasStocks: Bool = true
        ) {
            self.environment = environment
            self.first = first
            self.last = last
            self.unit = unit
            self.product = product
            self.storefront = storefront
            self.currency = currency
            self.splits = splits
            self.hasStocks = hasStocks
        }
    }

    /// The figures of some spans.
    package struct Report: Sendable {
        /// The time zone of the app; an IANA name.
        package let timeZone: String
        /// The instant of the answer; what is due later is not part of it.
        package let at: Instant
        /// The spans that have begun, with the values of each cell.
        package let spans: [(from: Instant, to: Instant, cells: [(cell: FigureCell, values: FigureValues)])]
    }

    /// What cohorts to read.
    package struct CohortRequest: Sendable {
        /// The environment.
        package var environment: StoreEnvironment
        /// The first month in which the subscriptions began; 23 months before the last one where it is missing.
        package var first: Int64?
        /// The last month; the current one where it is missing.
        package var last: Int64?
        /// The only product with which they began; `nil` for all.
        package var product: ProductID?
        /// Whether to read how many reached each paid period.
        package var hasPeriods: Bool

        /// Creates a request for the last 24 months.
        package init(
            environment: StoreEnvironment = .production,
            first: Int64? = nil,
            last: Int64? = nil,
            product: ProductID? = nil,
            hasPeriods: Bool = true
        ) {
            self.environment = environment
            self.first = first
            self.last = last
            self.product = product
            self.hasPeriods = hasPeriods
        }
    }

    /// The maximum number of rows of one answer.
    package static let maximumRows = 200_000

    let repository: any Repository
    private let apps: [ServedApp]
    let ambient: Ambient

    /// Creates a service for these apps.
    package init(repository: any Repository, apps: [ServedApp], ambient: Ambient) {
        self.repository = repository
        self.apps = apps
        self.ambient = ambient
    }

    /// Returns the figures of an app.
    ///
    /// Stocks are those at the end of each span; of the span that runs, those at the last bucket that has begun.
    package func figures(of app: ServedApp, _ request: Request) async throws(FigureError) -> Report {
        let (timeZone, now) = (app.catalog.timeZone, self.ambient.now())
        let last = request.last ?? FigureCalendar(timeZone: timeZone).day(of: FigureBucket(now))
        let first = request.first ?? min(last, last + -29)
        guard let spans = FigureSpans(from: first, through: last, by: request.unit, timeZone: timeZone) else {
            throw .spansInvalid
        }
        let instants = Self.begun(spans.instants, at: now)
        guard !instants.isEmpty else { return Report(timeZone: timeZone, at: now, spans: []) }
        var query = FigureQuery(
            app: app.name,
            environment: request.environment,
            instants: instants
        )
        (query.product, query.storefront, query.currency) = (request.product, request.storefront, request.currency)
        query.splits = request.splits.union([.currency])
        (query.hasStocks, query.maximumRows) = (request.hasStocks, Self.maximumRows)
        let answer: FigureAnswer
        do throws(RepositoryError) {
            answer = try await self.repository.read { [query] view in try view.figures(query) }
        } catch {
            throw .storage(error)
        }
        guard !answer.isTooLarge else { throw .tooMany(Self.maximumRows) }
        let rows = zip(query.spans, answer.spans).map { span, cells in
            let sorted = cells.sorted { Self.precedes($0.key, $1.key) }.map { (cell: $0.key, values: $0.value) }
            return (from: span.lowerBound.begin, to: span.upperBound.begin, cells: sorted)
        }
        return Report(timeZone: timeZone, at: now, spans: rows)
    }

    /// Returns the instants of spans that have begun, of which the last one ends with the bucket that runs.
    ///
    /// The ends of running subscriptions are in the future, and not certain.
    static func begun(_ instants: [FigureBucket], at now: Instant) -> [FigureBucket] {
        let current = FigureBucket(number: FigureBucket(now).number + 1)
        let begun = instants.prefix { $0 < current }
        guard let next = instants.dropFirst(begun.count).first, !begun.isEmpty else { return Array(begun) }
        return Array(begun) + [min(current, next)]
    }

    /// Returns the cohorts of an app in some months, by product and month.
    package func cohorts(of app: ServedApp, _ request: CohortRequest) async throws(FigureError) -> FigureCohorts {
        let now = self.ambient.now()
        guard let months = CohortMonths(from: request.first, through: request.last, at: now) else {
            throw .monthsInvalid
        }
        var query = CohortQuery(app: app.name, environment: request.environment, months: months.range)
        (query.product, query.hasPeriods, query.maximumCells) = (request.product, request.hasPeriods, Self.maximumRows)
        let answer: CohortAnswer?
        do throws(RepositoryError) {
            answer = try await self.repository.read { [query] view in try view.cohorts(query) }
        } catch {
            throw .storage(error)
        }
        guard let answer else { throw .tooManyCohorts(Self.maximumRows) }
        let environment = request.environment
        return FigureCohorts(
            rows: FigureCohort.cohorts(in: answer.cells, of: environment, catalog: app.catalog, at: now),
            products: answer.products,
            earlierMonth: answer.earlierMonth
        )
    }

    /// Counts the figures of an app, or of all apps, anew from the ledger, and corrects those that are stored.
    ///
    /// Throws `unavailable` where the task is canceled, and `leaseLost` where another rebuild has begun.
    package func rebuild(
        app: AppName?,
        report: @escaping Operations.Report
    ) async throws(RepositoryError) -> OperationResult {
        var (chains, differences) = (Int64(0), Int64(0))
        for served in self.apps where app.map({ $0 == served.name }) ?? true {
            for environment in StoreEnvironment.allCases {
                var rebuild = FigureRebuild(app: served.name, environment: environment)
                while rebuild.phase != .ended {
                    let listed = rebuild.differences.count
                    do throws(RepositoryError) {
                        guard !Task.isCancelled else { throw .unavailable }
                        rebuild = try await self.continued(rebuild, of: served)
                    } catch {
                        // Otherwise units of work would add to what was counted until the next rebuild.
                        if error != .leaseLost {
                            rebuild.abandon()
                            _ = try? await self.continued(rebuild, of: served)
                        }
                        throw error
                    }
                    for difference in rebuild.differences.dropFirst(listed) {
                        report(.finding(Self.finding(difference, of: rebuild)))
                    }
                    let done = chains + Int64(rebuild.chainCount)
                    report(.progress(OperationProgress(stage: "figures", done: done, total: 0, unit: "chains")))
                }
                chains += Int64(rebuild.chainCount)
                differences += Int64(rebuild.differenceCount)
            }
        }
        return OperationResult(
            isClean: differences == 0,
            fields: [
                OperationResult.Field("chains", .number(chains)),
                OperationResult.Field("differences", .number(differences)),
            ]
        )
    }

    private func continued(
        _ rebuild: FigureRebuild,
        of served: ServedApp
    ) async throws(RepositoryError) -> FigureRebuild {
        try await self.repository.write { [ambient] unit in
            try unit.continueRebuild(rebuild, at: ambient.now(), timeZone: served.catalog.timeZone)
        }
    }

    private static func finding(_ difference: FigureRebuild.Difference, of rebuild: FigureRebuild) -> OperationFinding {
        let place = [rebuild.app.rawValue, rebuild.environment.rawValue, difference.at?.rfc3339, difference.place]
        return OperationFinding(
            code: "figure_differs",
            detail: "\(place.compactMap(\.self).joined(separator: " ")): \(difference.figure) was "
                + "\(difference.stored), and is \(difference.counted)."
        )
    }

    private static func precedes(_ left: FigureCell, _ right: FigureCell) -> Bool {
        let (first, second) = (
            [left.product?.rawValue, left.storefront, left.currency].map { $0 ?? "" },
            [right.product?.rawValue, right.storefront, right.currency].map { $0 ?? "" }
        )
        return first.lexicographicallyPrecedes(second)
    }
}
