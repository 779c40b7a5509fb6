package import Ledger

/// What became of an answer of Apple's.
package struct AnswerOutcome: Hashable, Sendable {
    /// The transactions in it that are recorded now, with where they belong.
    package var transactions: [TransactionID] = []
    /// The environments they belong to.
    package var environments: Set<StoreEnvironment> = []
    /// Whether any of it was new.
    package var isNew = false
    /// How many objects had to be held back.
    package var heldCount = 0

    /// Nothing yet.
    package init() {}
}
