package import Ledger

/// Returns the figures of charts.
extension FigureService {
    /// What charts to read.
    package struct ChartRequest: Sendable {
        /// The environment.
        package var environment: StoreEnvironment
        /// The first and the last day, in the time zone of the app.
        package var days: ClosedRange<CivilDay>
        /// The length of the spans.
        package var unit: FigureSpans.Unit
        /// The number of hours of a span where the unit is an hour.
        package var hours: Int64 = 1
        /// The only product and storefront that count; `nil` for all.
        package var product: ProductID?
        package var storefront: String?
        /// The currency of amounts; that with the most sales and refunds in this time where it is missing.
        package var currency: String?
        /// What is added up separately; `nil` for everything together.
        package var split: FigureQuery.Split?
        /// The sizes of what is apart, one for each chart.
        package var sizes: [ChartParts.Size] = []
        /// Whether to read stocks too.
        package var hasStocks = true
        /// Whether to read numbers, for which currencies are added up.
        package var hasCounts = true
        /// Whether to read amounts.
        package var hasAmounts = true
        /// Whether to read what each currency has in the whole time.
        package var hasCurrencies = true

        /// Creates a request for everything of some days.
        package init(environment: StoreEnvironment, days: ClosedRange<CivilDay>, unit: FigureSpans.Unit) {
            self.environment = environment
            self.days = days
            self.unit = unit
        }
    }

    /// The figures of some spans, of all currencies together and of one of them.
    package struct ChartReport: Sendable {
        /// The figures of a span.
        package struct Span: Sendable {
            /// The beginning and the end.
            package let from: Instant
            package let to: Instant
            /// The values of each cell, with all currencies together; amounts mean nothing in them.
            package let counts: [FigureCell: FigureValues]
            /// The values of each cell in the currency of the report.
            package let amounts: [FigureCell: FigureValues]
        }

        /// The time zone of the app; an IANA name.
        package let timeZone: String
        /// The instant of the answer; what is due later is not part of it.
        package let at: Instant
        /// The currency of the amounts; empty where nothing was sold in any.
        package let currency: String
        /// What each currency has in the whole time, and its stocks at the end.
        package let currencies: [String: FigureValues]
        /// The numbers of each product or storefront where they are split.
        package let counts: ChartParts
        /// Their amounts in the currency of the report.
        package let amounts: ChartParts
        /// The spans that have begun; the first one lies before the time, because shares need its stocks.
        package let spans: [Span]

        /// The currencies with sales, refunds or recurring revenue, in order.
        package var soldCurrencies: [String] { self.currencies.filter(\.value.isSold).keys.sorted() }
    }

    /// Returns the figures of charts, all of one state of the ledger.
    ///
    /// Currencies are not read apart from each other, but for their sums over the whole time.
    package func charts(of app: ServedApp, _ request: ChartRequest) async throws(FigureError) -> ChartReport {
        let (name, timeZone, now) = (app.name, app.catalog.timeZone, self.ambient.now())
        guard let instants = Self.instants(of: request, timeZone: timeZone, at: now) else { throw .spansInvalid }
        let read: Reading
        do throws(RepositoryError) {
            read = try await self.repository.read { view in
                try Self.read(request, of: name, instants, timeZone: timeZone, in: view)
            }
        } catch {
            throw .storage(error)
        }
        guard !read.isTooLarge else { throw .tooMany(Self.maximumRows) }
        let spans = zip(instants, instants.dropFirst()).enumerated().map { place, span in
            ChartReport.Span(
                from: span.0.begin,
                to: span.1.begin,
                counts: read.counts.spans.isEmpty ? [:] : read.counts.spans[place],
                amounts: read.amounts.spans.isEmpty ? [:] : read.amounts.spans[place]
            )
        }
        return ChartReport(
            timeZone: timeZone,
            at: now,
            currency: read.currency,
            currencies: read.currencies,
            counts: read.counts,
            amounts: read.amounts,
            spans: spans
        )
    }

    /// Returns what each currency has in each of some spans of time, without stocks.
    package func currencies(
        of app: ServedApp,
        in environment: StoreEnvironment,
        _ spans: [Range<FigureBucket>]
    ) async throws(RepositoryError) -> [[String: FigureValues]] {
        let name = app.name
        return try await self.repository.read { view in
            try spans.map { span in
                var query = FigureQuery(
                    app: name,
                    environment: environment,
                    instants: [span.lowerBound, span.upperBound]
                )
                (query.splits, query.hasStocks, query.maximumRows) = ([.currency], false, Self.maximumRows)
                var currencies: [String: FigureValues] = [:]
                for (cell, values) in try view.figures(query).spans.first ?? [:] {
                    if let currency = cell.currency { currencies[currency] = values }
                }
                return currencies
            }
        }
    }

    /// Returns the currency with the most sales and refunds in a span of time; `nil` where nothing was sold in any.
    package func largestCurrency(
        of app: ServedApp,
        in environment: StoreEnvironment,
        _ span: Range<FigureBucket>
    ) async throws(RepositoryError) -> String? {
        let currencies = try await self.currencies(of: app, in: environment, [span])
        return currencies.first.flatMap { Self.largest($0) }
    }

    /// Returns the currency with the most sales and refunds, of several the first one.
    private static func largest(_ currencies: [String: FigureValues]) -> String? {
        currencies.filter(\.value.isSold).max { ($0.value.saleCount, $1.key) < ($1.value.saleCount, $0.key) }?.key
    }

    /// What was read for charts.
    private struct Reading: Sendable {
        var currencies: [String: FigureValues] = [:]
        var currency = ""
        var counts = ChartParts()
        var amounts = ChartParts()
        var isTooLarge = false
    }

    /// Returns the instants at which the spans of charts begin and end, from the span before the time on; `nil` where
    /// there are too many.
    private static func instants(
        of request: ChartRequest,
        timeZone: String,
        at now: Instant
    ) -> [FigureBucket]? {
        let (first, last) = (request.days.lowerBound, request.days.upperBound)
        let before: CivilDay =
            switch request.unit {
            case .hour, .day: first + -1
            case .week: first + -7
            case .month: CivilDay(firstOf: first.month - 1)
            }
        let spans = FigureSpans(
            from: before,
            through: last,
            by: request.unit,
            hours: request.hours,
            timeZone: timeZone
        )
        guard let spans else { return nil }
        let begin = FigureCalendar(timeZone: timeZone).begin(of: first)
        // Of the hours of the day before, the last one is enough.
        let skipped = max(0, spans.instants.count { $0 <= begin } - 2)
        return Self.begun(Array(spans.instants.dropFirst(skipped)), at: now)
    }

    private static func read(
        _ request: ChartRequest,
        of app: AppName,
        _ instants: [FigureBucket],
        timeZone: String,
        in view: any ReadView
    ) throws -> Reading {
        var reading = Reading()
        reading.currency = request.currency ?? ""
        guard instants.count > 1, let last = instants.last else { return reading }
        func asking(_ instants: [FigureBucket]) -> FigureQuery {
            var query = FigureQuery(
                app: app,
                environment: request.environment,
                instants: instants
            )
            (query.product, query.storefront) = (request.product, request.storefront)
            (query.maximumRows, query.hasStocks) = (Self.maximumRows, request.hasStocks)
            return query
        }
        if request.hasCurrencies, instants.count > 2 {
            var whole = asking([instants[1], last])
            (whole.splits, whole.hasStocks) = ([.currency], true)
            let answer = try view.figures(whole)
            reading.isTooLarge = answer.isTooLarge
            for (cell, values) in answer.spans.first ?? [:] {
                if let currency = cell.currency { reading.currencies[currency] = values }
            }
            reading.currency = request.currency ?? Self.largest(reading.currencies) ?? ""
        }
        var all = asking(instants)
        if let split = request.split { all.splits = [split] }
        func parts(_ query: FigureQuery, isAmount: Bool) throws -> ChartParts {
            let parts = try ChartParts(query, request.sizes.filter { $0.isAmount == isAmount }, in: view)
            if parts == nil { reading.isTooLarge = true }
            return parts ?? ChartParts()
        }
        if request.hasCounts { reading.counts = try parts(all, isAmount: false) }
        if request.hasAmounts, !reading.currency.isEmpty {
            all.currency = reading.currency
            reading.amounts = try parts(all, isAmount: true)
        }
        return reading
    }
}

extension FigureValues {
    /// Whether there are sales, refunds or recurring revenue.
    fileprivate var isSold: Bool { self.saleCount > 0 || self[.recurring] > 0 }

    /// How many sales and refunds there are: amounts of different currencies cannot be compared, these numbers can.
    fileprivate var saleCount: Int64 {
        [Figure.newSales, .renewalSales, .oneTimeSales, .refunds].reduce(0) { $0 + self[$1] }
    }
}
