/// Compares the sums of quarters of an hour, days and months with what they add up.
extension FigureStorage {
    /// Returns the first quarter of an hour, day or month from one on that has a sum, whatever is apart in it.
    func firstSum(of length: FigureLength, from time: Int64, scope: Scope) throws -> Int64? {
        try length.splits.compactMap { splits in
            try self.firstSum(of: length, by: splits, from: time, skipping: 0, scope: scope)
        }
        .min()
    }

    /// Compares the sums of a day and of its quarters of an hour with those that are expected, and corrects them.
    ///
    /// Where a row of a bucket differs, so does its sum, which is not reported as a difference of its own.
    func compareSums(
        _ rebuild: inout FigureRebuild,
        of day: CivilDay,
        _ buckets: Range<FigureBucket>,
        with expected: [FigureSumKey: FigureValues],
        isReported: Bool,
        scope: Scope
    ) throws {
        var stored: [FigureSumKey: FigureValues] = [:]
        let quarters = buckets.lowerBound.number..<buckets.upperBound.number
        for (length, times) in [(FigureLength.quarter, quarters), (.day, day.number..<day.number + 1)] {
            for splits in length.splits {
                let query = FigureQuery.everything(of: scope, by: splits)
                for sum in try self.sums(query, of: times, in: length, by: .spans(of: 1), scope: scope) {
                    let time = times.lowerBound + sum.place
                    stored[FigureSumKey(length: length, splits: splits, time: time, cell: sum.cell)] = sum.values
                }
            }
        }
        for key in Set(expected.keys).union(stored.keys) {
            let old = stored[key] ?? FigureValues()
            var difference = expected[key] ?? FigureValues()
            difference.add(old, times: -1)
            guard !difference.isZero else { continue }
            if isReported {
                let at = key.length == .quarter ? FigureBucket(number: key.time) : buckets.lowerBound
                rebuild.add(difference, to: old, at: at.begin, key.cell, key.length.sumName)
            }
            try self.add(difference, to: key, scope: scope)
            // Where a row differs, so does the month, which is no difference of its own either.
            guard !isReported, key.length == .day else { continue }
            let month = FigureSumKey(length: .month, splits: key.splits, time: day.month, cell: key.cell)
            try self.add(difference, to: month, scope: scope)
        }
    }

    /// Adds the difference of a day's row to those sums of its month that add up the rows of days.
    func add(_ difference: FigureValues, of group: FigureGroup, toMonthOf day: CivilDay, scope: Scope) throws {
        for splits in FigureLength.month.splits where !FigureLength.day.splits.contains(splits) {
            let cell = FigureCell(group, by: splits)
            try self.add(
                difference,
                to: FigureSumKey(length: .month, splits: splits, time: day.month, cell: cell),
                scope: scope
            )
        }
    }

    /// Compares the next month that has a sum with its days, corrects it, and returns the following month; `nil` where
    /// there is none.
    func compareMonth(
        _ rebuild: inout FigureRebuild,
        from month: Int64,
        _ fold: FigureFold,
        scope: Scope
    ) throws -> Int64? {
        let firstDay = month == .min ? .min : CivilDay(firstOf: month).number
        let firsts = [
            try self.firstSum(of: .month, from: month, scope: scope),
            try self.firstSum(of: .day, from: firstDay, scope: scope).map { CivilDay(number: $0).month },
        ]
        guard let month = firsts.compactMap(\.self).min() else { return nil }
        let days = CivilDay(firstOf: month).number..<CivilDay(firstOf: month + 1).number
        let at = FigureCalendar(timeZone: fold.timeZone).begin(of: CivilDay(firstOf: month)).begin
        for splits in FigureLength.month.splits {
            let query = FigureQuery.everything(of: scope, by: splits)
            let counted =
                FigureLength.day.splits.contains(splits)
                ? try self.sums(query, of: days, in: .day, by: .everything, scope: scope)
                : try self.sums(
                    query,
                    of: CivilDay(number: days.lowerBound)..<CivilDay(number: days.upperBound),
                    by: .everything,
                    scope: scope
                )
            let stored = try self.sums(query, of: month..<month + 1, in: .month, by: .everything, scope: scope)
            var differences: [FigureCell: FigureValues] = [:]
            for sum in counted { differences[sum.cell, default: FigureValues()].add(sum.values) }
            for sum in stored { differences[sum.cell, default: FigureValues()].add(sum.values, times: -1) }
            for (cell, difference) in differences where !difference.isZero {
                let old = stored.first { $0.cell == cell }?.values ?? FigureValues()
                rebuild.add(difference, to: old, at: at, cell, FigureLength.month.sumName)
                let key = FigureSumKey(length: .month, splits: splits, time: month, cell: cell)
                try self.add(difference, to: key, scope: scope)
            }
        }
        return month + 1
    }
}

extension FigureSumKey {
    /// Returns the sums of a day and of its quarters of an hour, from the rows of its buckets before one.
    static func sums(of rows: FigureRows, before until: FigureBucket, in day: CivilDay) -> [Self: FigureValues] {
        var sums: [Self: FigureValues] = [:]
        for (key, values) in rows.rows where key.bucket < until {
            for length in [FigureLength.quarter, .day] {
                let time = length.time(of: key.bucket, in: day)
                for splits in length.splits {
                    let cell = FigureCell(key.group, by: splits)
                    let place = Self(length: length, splits: splits, time: time, cell: cell)
                    sums[place, default: FigureValues()].add(values)
                }
            }
        }
        return sums
    }
}

extension FigureLength {
    /// What follows the name of a figure in the difference of a sum.
    fileprivate var sumName: String {
        switch self {
        case .quarter: " of the sum of the quarter of an hour"
        case .day: " of the sum of the day"
        case .month: " of the sum of the month"
        }
    }
}
