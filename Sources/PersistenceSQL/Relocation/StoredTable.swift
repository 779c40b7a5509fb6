/// A table of the books, as a database's own catalogue describes it.
package struct StoredTable: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// The names of its columns.
    package let columns: [String]
    /// The names of the columns of its primary key, in the key's order.
    package let key: [String]

    /// A table of these columns.
    package init(name: String, columns: [String], key: [String]) {
        self.name = name
        self.columns = columns
        self.key = key
    }
}
