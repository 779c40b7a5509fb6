/// Reads figures and cohorts.
extension FigureStorage {
    /// Returns the figures of an app and environment in some spans of time.
    package func figures(_ query: FigureQuery) throws -> FigureAnswer {
        var flows = FigureFlows(query)
        guard let first = query.instants.first,
            let scope = try self.knownScope(ScopeName(app: query.app, environment: query.environment)),
            let fold = try self.figureFold(of: scope)
        else { return FigureAnswer(flows: flows.spans, base: [:], hasStocks: false) }
        let division = FigureDivision(fold, for: query)
        let stocks = query.hasStocks ? try self.base(query, before: first, division, scope: scope) : [:]
        guard let base = stocks, !query.isTooLarge(with: base) else { return .tooLarge }
        for run in FigureRun.runs(query.spans, dividedBy: division) {
            let sums = try self.sums(query, of: run.part, by: .spans(of: run.length), scope: scope)
            guard flows.add(sums, of: run) else { return .tooLarge }
        }
        return FigureAnswer(
            flows: flows.spans,
            base: base,
            hasStocks: query.hasStocks,
            maximumRows: query.maximumRows
        )
    }

    /// Returns the cohorts of some months; `nil` where there are more cells than the query allows.
    package func cohorts(_ query: CohortQuery) throws -> CohortAnswer? {
        guard let scope = try self.knownScope(ScopeName(app: query.app, environment: query.environment)) else {
            return CohortAnswer(cells: [:], products: [], earlierMonth: nil)
        }
        let cells = try self.cohorts(query, rebuilt: false, scope: scope)
        guard cells.count <= query.maximumCells else { return nil }
        return CohortAnswer(
            cells: cells,
            products: try self.cohortProducts(in: query.months, scope: scope).sorted(),
            earlierMonth: try self.cohortMonth(before: query.months.lowerBound, scope: scope)
        )
    }

    /// Returns the stocks before a bucket: what the months, days and quarters of an hour before it add up to; `nil` where
    /// they have more rows than the query allows.
    private func base(
        _ query: FigureQuery,
        before bucket: FigureBucket,
        _ division: FigureDivision,
        scope: Scope
    ) throws -> [FigureCell: FigureValues]? {
        var base: [FigureCell: FigureValues] = [:]
        for part in division.parts(before: bucket) {
            let sums = try self.sums(query, of: part, by: .stocks, scope: scope)
            for sum in sums { base[sum.cell, default: FigureValues()].add(sum.values) }
            guard sums.count <= query.maximumRows else { return nil }
        }
        return base
    }

    private func sums(
        _ query: FigureQuery,
        of part: FigurePart,
        by summing: FigureSumming,
        scope: Scope
    ) throws -> FigureSums {
        let times = part.times
        switch part.source {
        case .quarters: return try self.sums(query, of: times, in: .quarter, by: summing, scope: scope)
        case .months: return try self.sums(query, of: times, in: .month, by: summing, scope: scope)
        case .days where query.isKept(in: .day):
            return try self.sums(query, of: times, in: .day, by: summing, scope: scope)
        case .days:
            let days = CivilDay(number: times.lowerBound)..<CivilDay(number: times.upperBound)
            return try self.sums(query, of: days, by: summing, scope: scope)
        case .buckets:
            let buckets = FigureBucket(number: times.lowerBound)..<FigureBucket(number: times.upperBound)
            return try self.sums(query, of: buckets, by: summing, scope: scope)
        }
    }
}
