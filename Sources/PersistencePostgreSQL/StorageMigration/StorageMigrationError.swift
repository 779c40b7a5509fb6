/// The reason why data cannot be migrated into a database, with a sentence for the operator.
package enum StorageMigrationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The database cannot be used.
    case target(PostgreSQLOpenError)
    /// The database holds data, or a part of some.
    case taken(table: String)
    /// A server uses the database.
    case inUse
    /// The database holds the beginning of a migration of other data.
    case otherSource
    /// The SQLite database was changed after a part of it was copied.
    case changedSource
    /// The database cannot store a value.
    case unfit(table: String, key: String, column: String)
    /// The tables of the two databases differ.
    case mismatch(String)

    /// One sentence: what is wrong, and what to do.
    package var description: String {
        switch self {
        case .target(let error): error.description
        case .taken(let table):
            "The database holds data already (there are rows in \(table)); give --to an empty one. If it came from "
                + "here and the migration was finished, change only the configuration: storage"
        case .inUse: "A Purser server uses the database that --to names; stop it, then try again."
        case .otherSource:
            "The database holds the beginning of other data; give --to an empty one, or discard that beginning and "
                + "begin with this data: --restart"
        case .changedSource:
            "The SQLite database was changed after a part of it was copied, for example by a server started in between; "
                + "discard that part and copy everything as it is now: --restart"
        case .unfit(let table, let key, let column):
            "PostgreSQL cannot keep the \(column) of the row \(key) in \(table): it contains the character U+0000, "
                + "or is not text; correct the row, then try again."
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
