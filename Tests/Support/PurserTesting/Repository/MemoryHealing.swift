import Ledger

/// How far `InMemoryRepository` has read Apple's history, and how often it may ask.
struct MemoryHealing: Sendable {
    /// How far the history of notifications was read.
    var histories: [MemoryState.Scope: HistoryProgress] = [:]
    /// The revision up to which the history of a chain's customer was read.
    var revisions: [MemoryState.Scope: [OriginalTransactionID: String]] = [:]
    /// The rest of each budget.
    var budgets: [BudgetName: Int64] = [:]

    /// Plans the reading of windows.
    mutating func plan(_ windows: [HistoryWindow], in scope: MemoryState.Scope, through: Instant, deepAt: Instant?) {
        let known = self.histories[scope] ?? .none
        let fresh = windows.filter { window in
            !known.windows.contains {
                $0.rank == window.rank && $0.from == window.from && $0.through == window.through
            }
        }
        self.histories[scope] = HistoryProgress(
            plannedThrough: known.plannedThrough.map { max($0, through) } ?? through,
            windows: (known.windows + fresh).sorted {
                ($0.rank, $0.from, $0.through) < ($1.rank, $1.from, $1.through)
            },
            count: known.count,
            deepAt: deepAt ?? known.deepAt
        )
    }

    /// Stores the position up to which a window was read.
    mutating func read(
        _ window: HistoryWindow,
        in scope: MemoryState.Scope,
        to next: HistoryWindow?,
        count: HistoryCount
    ) {
        guard let known = self.histories[scope], known.windows.contains(window) else { return }
        self.histories[scope] = HistoryProgress(
            plannedThrough: known.plannedThrough,
            windows: known.windows.compactMap { $0 == window ? next : $0 },
            count: known.count + count,
            deepAt: known.deepAt
        )
    }
}
