import PersistenceSQL

extension PostgreSQLRepository {
    /// The version of the schema that this server makes and works on.
    package static var schemaVersion: Int64 { PostgreSQLSchema.current.version }

    /// The same, as four digits.
    package var schema: String {
        let digits = String(Self.schemaVersion)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Every statement that runs after opening, in PostgreSQL's words, by name.
    package static var statements: [(name: String, sql: String)] {
        Query.allCases.map { (name: "\($0)", sql: $0.postgreSQL) }
    }
}
