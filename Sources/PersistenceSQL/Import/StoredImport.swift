import Ledger

/// A job of an import as it lies in the database.
struct StoredImport {
    /// Its number.
    let number: Int64
    /// What is known of it.
    var job: ImportJob
}
