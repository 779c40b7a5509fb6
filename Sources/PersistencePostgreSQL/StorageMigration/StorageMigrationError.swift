/// Why data are not moved into a database, with a sentence for the operator.
package enum StorageMigrationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The database cannot be used.
    case target(PostgreSQLOpenError)
    /// The database holds data, or something of them.
    case taken(table: String)
    /// A server uses the database.
    case inUse
    /// The database holds the beginning of other data.
    case otherSource
    /// The SQLite database was written to since a part of it was copied.
    case changedSource
    /// A value cannot be kept in the database.
    case unfit(table: String, key: String, column: String)
    /// The tables on both sides are not the same.
    case mismatch(String)

    /// One plain sentence: what is wrong, and what helps.
    package var description: String {
        switch self {
        case .target(let error): error.description
        case .taken(let table):
            "The database holds data already (there are rows in \(table)); give --to an empty one. If they came from "
                + "here and that was finished, only the configuration is to be changed: storage"
        case .inUse: "A Purser server uses the database that --to names; stop it, then try again."
        case .otherSource:
            "The database holds the beginning of other data; give --to an empty one, or throw that beginning away and "
                + "begin with these: --restart"
        case .changedSource:
            "The SQLite database was written to since a part of it was copied, as by a server that was started in between; "
                + "throw that part away and copy all of it as it is now: --restart"
        case .unfit(let table, let key, let column):
            "PostgreSQL cannot keep the \(column) of the row \(key) in \(table): it has a character with the number 0, "
                + "or is no text; correct the row, then try again."
        case .mismatch(let detail):
            "The tables of the two databases are not the same (\(detail)); this is a defect of the program, so report it."
        }
    }

    /// A stable code.
    package var code: String {
        switch self {
        case .target(let error): error.code
        case .taken: "storage_migration_target_taken"
        case .inUse: "storage_migration_target_in_use"
        case .otherSource: "storage_migration_other_source"
        case .changedSource: "storage_migration_source_changed"
        case .unfit: "storage_migration_value_unfit"
        case .mismatch: "storage_migration_tables_differ"
        }
    }
}
