import Ledger

/// What customers held before a unit of work touched it: what was told of it last.
struct NoticedHoldings {
    /// A customer in an environment.
    struct Holder: Hashable {
        /// His number.
        let owner: Int64
        /// The app and environment.
        let scope: Scope
        /// The environment.
        let environment: StoreEnvironment
    }

    /// What lies in the database of a holder.
    struct Rows {
        /// What lies beside each original of his; `nil` where nothing was told of it yet.
        var forms: [Int64: [UInt8]?]
        /// What was granted to him, or to whoever counts as him, without words.
        var grants: [Grant]
        /// When his rights were told of last, where time alone will change them.
        let toldAt: Instant?
        /// Whether he counts, rather than somebody whom he was merged into.
        let isCounting: Bool
    }

    /// What each holder held.
    var rows: [Holder: Rows] = [:]
    /// Whether somebody counts as another now, or has been granted something.
    var changesPeople = false
}
