/// What the writer has done since the repository was opened.
package struct WriteStatistics: Hashable, Sendable {
    /// Transactions committed.
    package var commits = 0
    /// Units that were committed in them.
    package var units = 0
    /// Units that wait for the next transaction now.
    package var waiting = 0
    /// Units in the transaction that is being written now.
    package var inHand = 0

    /// Nothing done yet.
    package init() {}
}
