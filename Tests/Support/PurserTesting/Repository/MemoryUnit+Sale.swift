import Ledger

extension MemoryUnit {
    /// Returns a page of the sales and refunds of an app within a span of time.
    func sales(
        of app: AppName,
        environment: StoreEnvironment,
        within span: Range<Instant>,
        after cursor: SaleCursor?,
        limit: Int
    ) throws -> SalePage {
        self.open { memory in
            let chains = memory.facts[MemoryState.Scope(app: app, environment: environment)]?.chains ?? []
            let sales = chains.flatMap { $0.sales(in: environment) }.filter { sale in
                span.contains(sale.at) && cursor.map { $0 < sale.cursor } ?? true
            }
            let page = Array(sales.sorted { $0.cursor < $1.cursor }.prefix(limit))
            return SalePage(sales: page, next: page.count < limit ? nil : page.last?.cursor)
        }
    }
}
