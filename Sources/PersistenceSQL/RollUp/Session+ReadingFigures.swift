package import Ledger

/// Reads figures.
extension Session {
    /// How the rows of sums are found.
    private enum Finding {
        /// All rows of the span are read.
        case span
        /// The sums of one group are looked up in each time of the span.
        case group
        /// The rows of one product are looked up in each time of the span.
        case product
    }

    /// Returns the sums of buckets, at most one more than the query allows.
    package func sums(
        _ query: FigureQuery,
        of buckets: Range<FigureBucket>,
        by summing: FigureSumming,
        scope: Scope
    ) throws -> FigureSums {
        let (times, kind) = (buckets.lowerBound.number..<buckets.upperBound.number, [SQLValue.integer(scope.number)])
        return try self.sums(query, of: times, kind, by: summing, scope: scope) { times in
            SQLStatement.figures.bucketSums[FigureChoice(times: times, splits: query.splits).place]
        }
    }

    /// Returns the sums of days, at most one more than the query allows.
    package func sums(
        _ query: FigureQuery,
        of days: Range<CivilDay>,
        by summing: FigureSumming,
        scope: Scope
    ) throws -> FigureSums {
        let (times, kind) = (days.lowerBound.number..<days.upperBound.number, [SQLValue.integer(scope.number)])
        let isOfProduct = query.product != nil
        let statements =
            isOfProduct ? SQLStatement.figures.daySumsOfOneProduct : SQLStatement.figures.daySums
        let finding = isOfProduct ? Finding.product : .span
        return try self.sums(query, of: times, kind, by: summing, finding, scope: scope) { times in
            statements[FigureChoice(times: times, splits: query.splits).place]
        }
    }

    /// Returns the totals of all buckets that are in a day, at most one more than the query allows.
    package func totals(_ query: FigureQuery, by summing: FigureSumming, scope: Scope) throws -> FigureSums {
        let total = CivilDay(number: Self.total)
        return try self.sums(query, of: total..<total + 1, by: summing, scope: scope)
    }

    /// Returns what the sums of some quarters of an hour, days or months add up to, for a query that they answer; at most
    /// one more than the query allows.
    package func sums(
        _ query: FigureQuery,
        of times: Range<Int64>,
        in length: FigureLength,
        by summing: FigureSumming,
        scope: Scope
    ) throws -> FigureSums {
        let group: [FigureQuery.Split?] = [
            query.product.map { _ in .product }, query.storefront.map { _ in .storefront },
        ]
        let chosen = Set(group.compactMap(\.self))
        let splits = query.splits.union(chosen).union(query.currency == nil ? [] : [.currency])
        let kind = Self.kind(of: length, splits, scope: scope)
        guard !chosen.isEmpty, splits.subtracting([.currency]) == chosen else {
            return try self.sums(query, of: times, kind, by: summing, scope: scope) { times in
                SQLStatement.figures.sums[times.rawValue]
            }
        }
        // A span of all time begins with the first sum, because each of its times is looked up.
        let first = try self.firstSum(of: length, by: splits, from: times.lowerBound, skipping: 0, scope: scope)
        guard let first, first < times.upperBound else { return [] }
        let known = (times.lowerBound == .min ? first : times.lowerBound)..<times.upperBound
        return try self.sums(query, of: known, kind, by: summing, .group, scope: scope) { times in
            SQLStatement.figures.sumsOfOneGroup[times.rawValue]
        }
    }

    /// Returns the quarter of an hour, day or month of the first sum of a length with some splits apart from a time on,
    /// after so many sums.
    package func firstSum(
        of length: FigureLength,
        by splits: Set<FigureQuery.Split>,
        from time: Int64,
        skipping count: Int,
        scope: Scope
    ) throws -> Int64? {
        let values = Self.kind(of: length, splits, scope: scope) + [.integer(time), .integer(Int64(count))]
        return try self.first(.figures.firstSum, values) { row in try row.integer() }
    }

    private func sums(
        _ query: FigureQuery,
        of times: Range<Int64>,
        _ kind: [SQLValue],
        by summing: FigureSumming,
        _ finding: Finding = .span,
        scope: Scope,
        _ statement: (FigureChoice.Times) -> SQLStatement
    ) throws -> FigureSums {
        var numbers: [Int64?] = []
        for text in [query.product?.rawValue, query.storefront, query.currency] {
            let number = try text.flatMap { try self.knownInternedString($0, app: scope.app) }
            guard text == nil || number != nil else { return [] }
            numbers.append(number)
        }
        let (product, storefront, currency) = (numbers[0], numbers[1], SQLValue.optional(numbers[2]))
        let filter: [SQLValue] =
            switch finding {
            case .span: [.optional(product), .optional(storefront), currency]
            // What is not apart in the sums of a group is zero.
            case .group: [.integer(product ?? 0), .integer(storefront ?? 0), currency]
            case .product:
                [.optional(product), .integer(storefront ?? .min), .integer(storefront ?? .max), currency]
            }
        let span: [SQLValue] = [.integer(times.lowerBound), .integer(times.upperBound)]
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
        let values = place + (finding == .span ? kind + span : span + kind) + filter + counted
        let limit = Self.limit(oneMoreThan: query.maximumRows)
        let rows = try self.all(statement(apart), values + [limit]) { row in
            let place = try row.integer()
            return (place, try Self.names(in: &row), try Self.figureValues(in: &row))
        }
        return try rows.map { place, names, values in
            func text(_ number: Int64, _ column: FigureQuery.Split) throws -> String? {
                // Sums have apart what the query chooses, which is no part of its cells.
                number == 0 || !query.splits.contains(column) ? nil : try self.internedString(number)
            }
            let cell = FigureCell(
                product: try text(names.product, .product).map { ProductID($0) },
                storefront: try text(names.storefront, .storefront),
                currency: try text(names.currency, .currency)
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

    /// Reads the numbers of a product, storefront and currency.
    static func names(
        in row: inout Row
    ) throws -> (product: Int64, storefront: Int64, currency: Int64) {
        (try row.integer(), try row.integer(), try row.integer())
    }

    /// Reads a value of every figure.
    static func figureValues(in row: inout Row) throws -> FigureValues {
        guard let values = FigureValues(try Figure.allCases.map { _ in try row.integer() }) else {
            throw RepositoryError.corrupt
        }
        return values
    }
}
