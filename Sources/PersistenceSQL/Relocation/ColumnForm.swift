/// The one kind of value that a column takes.
package enum ColumnForm: Hashable, Sendable {
    /// Integers.
    case integer
    /// Text.
    case text
    /// Bytes.
    case bytes
}
