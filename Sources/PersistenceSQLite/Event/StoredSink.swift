import Ledger

/// Somebody who is told, as he lies in the database.
struct StoredSink: Sendable {
    /// His number.
    let number: Int64
    /// His name.
    let name: SinkName
}
