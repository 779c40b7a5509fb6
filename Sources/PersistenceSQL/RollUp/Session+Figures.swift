package import Ledger

extension Session {
    /// The day of the total of all days.
    static let total = Int64.min

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

    /// Adds values to the sums of the quarter of an hour, of a day and of its month.
    package func add(_ values: FigureValues, at key: FigureKey, toSumsOf day: CivilDay, scope: Scope) throws {
        let row = try self.place(scope.number, key.bucket.number, key.group, app: scope.app)
        try self.addingFigures { waiting in
            for length in FigureLength.allCases {
                let time = length.time(of: key.bucket, in: day)
                for sum in WaitingFigures.Sum.all(of: length, at: time, with: row) {
                    waiting.sums[sum, default: FigureValues()].add(values)
                }
            }
        }
    }

    /// Adds values to one sum.
    package func add(_ values: FigureValues, to sum: FigureSumKey, scope: Scope) throws {
        func number(_ text: String?) throws -> Int64 {
            try text.map { try self.number(ofInternedString: $0, app: scope.app) } ?? 0
        }
        let place = WaitingFigures.Sum(
            scope: scope.number,
            length: sum.length,
            split: FigureChoice.bits(sum.splits),
            time: sum.time,
            product: try number(sum.cell.product?.rawValue),
            storefront: try number(sum.cell.storefront),
            currency: try number(sum.cell.currency)
        )
        try self.addingFigures { waiting in waiting.sums[place, default: FigureValues()].add(values) }
    }

    /// Returns whether to sum up or remove the past of an app and environment now: once in each commit, however many units
    /// it has.
    package func takesTurn(of scope: Scope) -> Bool {
        self.group?.turns.insert(scope.number).inserted ?? true
    }

    /// Adds the rows of some buckets to a day, to the total and to the sums of these buckets, of the day and of its
    /// month, and returns the number of the rows.
    package func sumUp(_ buckets: Range<FigureBucket>, of day: CivilDay, scope: Scope) throws -> Int {
        let span: [SQLValue] = [.integer(buckets.lowerBound.number), .integer(buckets.upperBound.number)]
        for place in [day.number, Self.total] {
            try self.run(.figures.sumUp, [.integer(place), .integer(scope.number)] + span)
        }
        var sums: [WaitingFigures.Sum: FigureValues] = [:]
        var count = 0
        _ = try self.all(.figures.rows, [.integer(scope.number)] + span) { row in
            count += 1
            let time = try row.integer()
            let names = try Self.names(in: &row)
            let values = try Self.figureValues(in: &row)
            let place = WaitingFigures.Place(
                scope: scope.number,
                time: time,
                product: names.product,
                storefront: names.storefront,
                currency: names.currency
            )
            for length in FigureLength.allCases {
                let time = length.time(of: FigureBucket(number: time), in: day)
                for sum in WaitingFigures.Sum.all(of: length, at: time, with: place) {
                    sums[sum, default: FigureValues()].add(values)
                }
            }
        }
        try self.addingFigures { waiting in
            for (sum, values) in sums { waiting.sums[sum, default: FigureValues()].add(values) }
        }
        return count
    }

    /// Removes the rows of a day.
    package func removeDay(_ day: CivilDay, scope: Scope) throws {
        try self.run(.figures.deleteDays, [.integer(scope.number), .integer(day.number)])
    }

    /// Removes the sums of a length that have some splits apart, of some quarters of an hour, days or months.
    package func removeSums(
        of length: FigureLength,
        by splits: Set<FigureQuery.Split>,
        in times: Range<Int64>,
        scope: Scope
    ) throws {
        let span: [SQLValue] = [.integer(times.lowerBound), .integer(times.upperBound)]
        try self.run(.figures.deleteSums, Self.kind(of: length, splits, scope: scope) + span)
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

    /// Returns the values with which the key of sums begins.
    static func kind(
        of length: FigureLength,
        _ splits: Set<FigureQuery.Split>,
        scope: Scope
    ) -> [SQLValue] {
        [.integer(scope.number), .integer(length.rawValue), .integer(Int64(FigureChoice.bits(splits)))]
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
