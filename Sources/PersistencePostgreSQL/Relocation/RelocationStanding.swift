package import PersistenceSQL

/// What a database holds that books are to be moved into.
package enum RelocationStanding: Sendable {
    /// How far one table has come.
    package struct Progress: Hashable, Sendable {
        /// How many of its rows are there.
        package var rows: Int64 = 0
        /// The key of the last of them; `nil` when there is none yet.
        package var key: [StoredValue]?
        /// Whether all of them are there.
        package var isDone = false

        /// Nothing yet.
        package init() {}
    }

    /// Nothing.
    case empty
    /// The beginning of these books, table by table.
    case begun(BooksIdentity, [String: Progress])
    /// Books: there are rows in this table.
    case taken(table: String)
}
