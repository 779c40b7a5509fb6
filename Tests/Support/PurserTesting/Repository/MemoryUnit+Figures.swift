import Ledger

extension MemoryUnit {
    /// Returns the figures of an app and environment in some spans of time, derived from every chain anew.
    func figures(_ query: FigureQuery) throws -> FigureAnswer {
        self.open { memory in
            var flows = Array(repeating: [FigureCell: FigureValues](), count: query.spans.count)
            var base: [FigureCell: FigureValues] = [:]
            let chains = memory.chains(of: query.app, query.environment)
            let refunds = memory.refunds.all.map(\.record).filter {
                $0.app == query.app && $0.environment == query.environment
            }
            let all = chains.map { FigureChange.figures(of: $0, in: query.environment) } + refunds.map(FigureRows.init)
            for rows in all {
                for (key, values) in rows.rows {
                    guard let cell = query.cell(of: key.group) else { continue }
                    if key.bucket < query.instants[0] {
                        base[cell, default: FigureValues()].add(values)
                    } else if let end = query.instants.last, key.bucket < end {
                        flows[query.place(of: key.bucket)][cell, default: FigureValues()].add(values)
                    }
                }
            }
            guard !query.hasStocks || !query.isTooLarge(with: base) else { return FigureAnswer.tooLarge }
            return FigureAnswer(
                flows: flows,
                base: base,
                hasStocks: query.hasStocks,
                maximumRows: query.maximumRows
            )
        }
    }

    /// Returns the cohorts of some months, derived from every chain anew; `nil` where there are more cells than the query
    /// allows.
    func cohorts(_ query: CohortQuery) throws -> CohortAnswer? {
        self.open { memory in
            var rows = FigureRows()
            for chain in memory.chains(of: query.app, query.environment) {
                rows.add(FigureChange.figures(of: chain, in: query.environment))
            }
            let cells = rows.cohorts.filter { query.contains($0.key) }
            guard cells.count <= query.maximumCells else { return nil }
            let begun = rows.cohorts.keys.filter { query.months.contains($0.month) && $0.period == 0 }
            return CohortAnswer(
                cells: cells,
                products: Set(begun.map(\.product)).sorted(),
                earlierMonth: rows.cohorts.keys.map(\.month).filter { $0 < query.months.lowerBound }.max()
            )
        }
    }

    /// Ends a rebuild: nothing is stored that could differ from the ledger.
    func continueRebuild(_ rebuild: FigureRebuild, at _: Instant, timeZone _: String) throws -> FigureRebuild {
        rebuild.endedAtOnce
    }
}

extension MemoryState {
    fileprivate func chains(of app: AppName, _ environment: StoreEnvironment) -> [Chain] {
        self.facts[Scope(app: app, environment: environment)]?.chains ?? []
    }
}

extension FigureQuery {
    /// Returns the place of the span that contains a bucket between the first and the last instant.
    fileprivate func place(of bucket: FigureBucket) -> Int {
        var (low, high) = (0, self.instants.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if self.instants[middle] <= bucket { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the cell of a group; `nil` where the group does not count.
    fileprivate func cell(of group: FigureGroup) -> FigureCell? {
        guard self.product.map({ $0 == group.product }) ?? true,
            self.storefront.map({ $0 == group.storefront }) ?? true,
            self.currency.map({ $0 == group.currency }) ?? true
        else { return nil }
        return FigureCell(group, by: self.splits)
    }
}
