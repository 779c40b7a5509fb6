package import Ledger

extension Session {
    /// The day of the total of all days.
    private static let total = Int64.min

    /// Returns how far the figures are summed up by day; `nil` where there are none.
    package func figureFold(of scope: Scope) throws -> FigureFold? {
        // A reader's cache outlives its transaction, and others may sum up meanwhile.
        guard self.group != nil else { return try self.storedFold(scope.number) }
        if let known = self.interningCache.figureFolds.known(scope.number) { return known }
        let fold = try self.storedFold(scope.number)
        self.interningCache.figureFolds.keep(fold, for: scope.number)
        return fold
    }

    /// Saves how far the figures are summed up by day.
    package func save(_ fold: FigureFold, scope: Scope) throws {
        try self.run(
            .figures.putFold,
            [
                .integer(scope.number), .text(fold.timeZone), .integer(fold.until.number),
                .optional(fold.rebuiltUntil),
            ]
        )
        self.interningCache.figureFolds.keep(fold, for: scope.number)
    }

    /// Returns the apps and environments of which it is not known how far they are summed up as a set to load, so that
    /// it will be known.
    func set(ofFoldsOf scopes: Set<Int64>) -> KeySet {
        let folds = self.interningCache.figureFolds
        let unknown = scopes.filter { folds.known($0) == nil }
        for scope in unknown { folds.keep(nil, for: scope) }
        let keys = Array(unknown)
        return KeySet(.figures.fold, keys.map { [.integer($0)] }) { place, row in
            folds.keep(try Self.fold(in: &row), for: keys[place])
        }
    }

    private func storedFold(_ scope: Int64) throws -> FigureFold? {
        try self.first(.figures.fold, [.integer(scope)], read: Self.fold)
    }

    private static func fold(in row: inout Row) throws -> FigureFold {
        FigureFold(
            timeZone: try row.text(),
            until: FigureBucket(number: try row.integer()),
            rebuiltUntil: try row.optionalInteger()
        )
    }

    // MARK: Writing

    /// Adds rows to those that are stored, or to those that a rebuild counts.
    package func add(_ rows: FigureRows, toRebuilt: Bool, scope: Scope) throws {
        guard !rows.isEmpty else { return }
        let number = toRebuilt ? -scope.number : scope.number
        let values = try rows.rows.map { key, values in
            (try self.place(number, key.bucket.number, key.group, app: scope.app), values)
        }
        let cells = try rows.cohorts.map { key, sum in
            let cell = WaitingFigures.Cell(
                scope: number,
                month: key.month,
                product: try self.number(ofInternedString: key.product.rawValue, app: scope.app),
                period: key.period,
                currency: try key.currency.map { try self.number(ofInternedString: $0, app: scope.app) } ?? 0
            )
            return (cell, sum)
        }
        try self.addingFigures { waiting in
            for (place, values) in values { waiting.buckets[place, default: FigureValues()].add(values) }
            for (cell, sum) in cells { waiting.cohorts[cell, default: CohortSum()].add(sum) }
        }
    }

    /// Adds values to a day, or to the total where no day is given.
    package func add(_ values: FigureValues, of group: FigureGroup, to day: CivilDay?, scope: Scope) throws {
        let place = try self.place(scope.number, day?.number ?? Self.total, group, app: scope.app)
        try self.addingFigures { waiting in waiting.days[place, default: FigureValues()].add(values) }
    }

    /// Adds the rows of some buckets to a day and to the total.
    package func sumUp(_ buckets: Range<FigureBucket>, of day: CivilDay, scope: Scope) throws {
        for place in [day.number, Self.total] {
            try self.run(
                .figures.sumUp,
                [
                    .integer(place), .integer(scope.number), .integer(buckets.lowerBound.number),
                    .integer(buckets.upperBound.number),
                ]
            )
        }
    }

    /// Removes the rows of a day.
    package func removeDay(_ day: CivilDay, scope: Scope) throws {
        try self.run(.figures.deleteDays, [.integer(scope.number), .integer(day.number)])
    }

    /// Removes the rows of some buckets that a rebuild has counted.
    package func removeRebuilt(_ buckets: Range<FigureBucket>, scope: Scope) throws {
        let span: [SQLValue] = [.integer(buckets.lowerBound.number), .integer(buckets.upperBound.number)]
        try self.run(.figures.deleteBuckets, [.integer(-scope.number)] + span)
    }

    /// Removes the cells of the cohorts that a rebuild has counted.
    package func removeRebuiltCohorts(scope: Scope) throws {
        try self.run(.figures.deleteCohorts, [.integer(-scope.number)])
    }

    /// Adds to what waits in the open group; where none is open, it is saved at once.
    private func addingFigures(_ add: (inout WaitingFigures) -> Void) throws {
        guard let group else {
            return try self.saving { group in
                add(&group.figures)
                try self.flushFigures()
            }
        }
        add(&group.figures)
    }

    private func place(_ scope: Int64, _ time: Int64, _ group: FigureGroup, app: Int64) throws -> WaitingFigures.Place {
        WaitingFigures.Place(
            scope: scope,
            time: time,
            product: try self.number(ofInternedString: group.product.rawValue, app: app),
            storefront: try group.storefront.map { try self.number(ofInternedString: $0, app: app) } ?? 0,
            currency: try group.currency.map { try self.number(ofInternedString: $0, app: app) } ?? 0
        )
    }
}

extension Session {
    // MARK: Reading

    /// Returns the sums of buckets, at most one more than the query allows.
    package func sums(
        _ query: FigureQuery,
        of buckets: Range<FigureBucket>,
        by summing: FigureSumming,
        scope: Scope
    ) throws -> FigureSums {
        let times = buckets.lowerBound.number..<buckets.upperBound.number
        return try self.sums(SQLStatement.figures.bucketSums, query, of: times, by: summing, scope: scope)
    }

    /// Returns the sums of days, at most one more than the query allows.
    package func sums(
        _ query: FigureQuery,
        of days: Range<CivilDay>,
        by summing: FigureSumming,
        scope: Scope
    ) throws -> FigureSums {
        let times = days.lowerBound.number..<days.upperBound.number
        return try self.sums(SQLStatement.figures.daySums, query, of: times, by: summing, scope: scope)
    }

    /// Returns the totals of all buckets that are in a day, at most one more than the query allows.
    package func totals(_ query: FigureQuery, by summing: FigureSumming, scope: Scope) throws -> FigureSums {
        let times = Self.total..<Self.total + 1
        return try self.sums(SQLStatement.figures.daySums, query, of: times, by: summing, scope: scope)
    }

    private func sums(
        _ statements: [SQLStatement],
        _ query: FigureQuery,
        of times: Range<Int64>,
        by summing: FigureSumming,
        scope: Scope
    ) throws -> FigureSums {
        var filter: [SQLValue] = []
        for text in [query.product?.rawValue, query.storefront, query.currency] {
            guard let text else {
                filter.append(.null)
                continue
            }
            guard let number = try self.knownInternedString(text, app: scope.app) else { return [] }
            filter.append(.integer(number))
        }
        let span: [SQLValue] = [.integer(scope.number), .integer(times.lowerBound), .integer(times.upperBound)]
        let place: [SQLValue]
        let counted: [SQLValue]
        let apart: FigureChoice.Times
        switch summing {
        case .spans(of: 1): (apart, place) = (.each, [.integer(times.lowerBound)])
        case .spans(let length): (apart, place) = (.parts, [.integer(times.lowerBound), .integer(length)])
        case .stocks, .everything: (apart, place) = (.together, [])
        }
        switch summing {
        case .spans: counted = [.flag(true), .flag(query.hasStocks)]
        case .stocks: counted = [.flag(false), .flag(true)]
        case .everything: counted = [.flag(true), .flag(true)]
        }
        let statement = statements[FigureChoice(times: apart, splits: query.splits).place]
        let limit = Self.limit(oneMoreThan: query.maximumRows)
        let rows = try self.all(statement, place + span + filter + counted + [limit]) { row in
            let place = try row.integer()
            return (place, try Self.names(in: &row), try Self.figureValues(in: &row))
        }
        return try rows.map { place, names, values in
            let cell = FigureCell(
                product: names.product == 0 ? nil : ProductID(try self.internedString(names.product)),
                storefront: names.storefront == 0 ? nil : try self.internedString(names.storefront),
                currency: names.currency == 0 ? nil : try self.internedString(names.currency)
            )
            return (place, cell, values)
        }
    }

    /// Returns the rows of some buckets, of those that are stored or that a rebuild has counted.
    package func rows(of buckets: Range<FigureBucket>, rebuilt: Bool, scope: Scope) throws -> FigureRows {
        let span: [SQLValue] = [.integer(buckets.lowerBound.number), .integer(buckets.upperBound.number)]
        let found = try self.all(.figures.rows, [.integer(rebuilt ? -scope.number : scope.number)] + span) { row in
            (FigureBucket(number: try row.integer()), try Self.names(in: &row), try Self.figureValues(in: &row))
        }
        var rows = FigureRows()
        for (bucket, names, values) in found {
            let group = FigureGroup(
                product: ProductID(try self.internedString(names.product)),
                storefront: names.storefront == 0 ? nil : try self.internedString(names.storefront),
                currency: names.currency == 0 ? nil : try self.internedString(names.currency)
            )
            rows.add(values, at: FigureKey(bucket, group))
        }
        return rows
    }

    /// Returns the first bucket with a row from a bucket on, of those that are stored or that a rebuild has counted.
    package func firstBucket(from bucket: FigureBucket, rebuilt: Bool, scope: Scope) throws -> FigureBucket? {
        let number = rebuilt ? -scope.number : scope.number
        return try self.first(.figures.firstBucket, [.integer(number), .integer(bucket.number)]) { row in
            FigureBucket(number: try row.integer())
        }
    }

    /// Returns the first day with a row from a day on; the total is at the day with the smallest number.
    package func firstDay(from day: CivilDay, scope: Scope) throws -> CivilDay? {
        try self.first(.figures.firstDay, [.integer(scope.number), .integer(day.number)]) { row in
            CivilDay(number: try row.integer())
        }
    }

    /// Returns the cells of cohorts, of those that are stored or that a rebuild has counted, at most one more than the
    /// query allows.
    package func cohorts(_ query: CohortQuery, rebuilt: Bool, scope: Scope) throws -> [CohortKey: CohortSum] {
        var product = SQLValue.null
        if let name = query.product?.rawValue {
            guard let number = try self.knownInternedString(name, app: scope.app) else { return [:] }
            product = .integer(number)
        }
        let values: [SQLValue] = [
            .integer(rebuilt ? -scope.number : scope.number), .integer(query.months.lowerBound),
            .integer(query.months.upperBound), product, .integer(query.hasPeriods ? .max : 0),
            Self.limit(oneMoreThan: query.maximumCells),
        ]
        let found = try self.all(.figures.cohorts, values) { row in
            let (month, product, period) = (try row.integer(), try row.integer(), try row.integer())
            let cell = WaitingFigures.Cell(
                scope: scope.number,
                month: month,
                product: product,
                period: period,
                currency: try row.integer()
            )
            return (cell, CohortSum(subscriptions: try row.integer(), amountMilliunits: try row.integer()))
        }
        var cohorts: [CohortKey: CohortSum] = [:]
        for (cell, sum) in found {
            let key = CohortKey(
                product: ProductID(try self.internedString(cell.product)),
                month: cell.month,
                period: cell.period,
                currency: cell.currency == 0 ? nil : try self.internedString(cell.currency)
            )
            cohorts[key] = sum
        }
        return cohorts
    }

    /// Returns the products with which subscriptions began in some months, in any order.
    package func cohortProducts(in months: Range<Int64>, scope: Scope) throws -> [ProductID] {
        let span: [SQLValue] = [.integer(months.lowerBound), .integer(months.upperBound)]
        let numbers = try self.all(.figures.cohortProducts, [.integer(scope.number)] + span) { row in
            try row.integer()
        }
        return try numbers.map { ProductID(try self.internedString($0)) }
    }

    /// Returns the last month with a cohort before a month; `nil` where there is none.
    package func cohortMonth(before month: Int64, scope: Scope) throws -> Int64? {
        try self.first(.figures.cohortMonth, [.integer(scope.number), .integer(month)]) { row in try row.integer() }
    }

    /// Returns the originals of all apps after a number, ascending, each with whether it is the root of a chain of the
    /// app and environment.
    package func originals(
        after number: Int64,
        limit: Int,
        scope: Scope
    ) throws -> [(number: Int64, isChain: Bool)] {
        try self.all(.figures.originals, [.integer(number), .integer(Int64(limit))]) { row in
            let id = try row.integer()
            let isInScope = try row.integer() == scope.number
            let root = try row.optionalInteger()
            return (id, isInScope && (root == nil || root == id))
        }
    }

    /// Returns the refund cases of an app after a number, without the content of those of another environment and of
    /// those that cannot be read.
    package func refundCases(
        after number: Int64,
        limit: Int,
        scope: Scope
    ) throws -> [(number: Int64, record: RefundRecord?)] {
        var people = CustomerCache(self)
        let values: [SQLValue] = [.integer(scope.app), .integer(number), .integer(Int64(limit))]
        return try self.refundRows(.refunds.refundsOfApp, values).map { row in
            guard row.scope == scope.number else { return (row.number, nil) }
            let refund = try ReadableRows.unlessUnreadable { try self.refund(row, in: scope, people: &people) }
            return (row.number, refund?.job.record)
        }
    }

    /// Returns the limit with which a read shows whether there are more rows than a maximum.
    private static func limit(oneMoreThan maximum: Int) -> SQLValue {
        .integer(maximum == .max ? .max : Int64(maximum) + 1)
    }

    private static func names(
        in row: inout Row
    ) throws -> (product: Int64, storefront: Int64, currency: Int64) {
        (try row.integer(), try row.integer(), try row.integer())
    }

    private static func figureValues(in row: inout Row) throws -> FigureValues {
        guard let values = FigureValues(try Figure.allCases.map { _ in try row.integer() }) else {
            throw RepositoryError.corrupt
        }
        return values
    }
}
