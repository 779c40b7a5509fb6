/// What a column can hold.
package enum SQLKind {
    /// Nothing.
    case null
    /// An integer.
    case integer
    /// Text.
    case text
    /// Bytes.
    case bytes
}
