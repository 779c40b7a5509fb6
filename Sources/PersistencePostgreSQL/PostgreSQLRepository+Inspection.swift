import PersistenceSQL

extension PostgreSQLRepository {
    /// The version of the schema that this server makes and works on.
    package static var schemaVersion: Int64 { PostgreSQLSchema.version }

    /// Every statement that runs after opening, in PostgreSQL's words, by name.
    package static var statements: [(name: String, sql: String)] {
        Query.allCases.map { (name: "\($0)", sql: $0.postgreSQL) }
    }
}
