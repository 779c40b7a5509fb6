/// How many rows a table has.
package struct TableCount: Hashable, Sendable {
    /// The table's name.
    package let table: String
    /// Its rows.
    package let rows: Int64
}
