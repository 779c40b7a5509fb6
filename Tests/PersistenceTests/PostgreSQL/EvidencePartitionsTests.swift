import PersistencePostgreSQL
import PersistenceSQL
import PurserTesting
import Testing

@Suite struct EvidencePartitionsTests {
    /// The middle of May 2041 and of May 2045.
    private static let dates: (in2041: Int64, in2045: Int64) = (2_252_188_800_000, 2_378_419_200_000)

    /// Makes the partitions for evidence of a date, and returns the number of partitions of that year.
    private static func prepare(_ date: Int64, year: Int, on connection: PostgreSQLConnection) throws -> Int64 {
        let partitions = EvidencePartitions()
        partitions.note(.integer(date))
        partitions.prepare(on: connection, schemaVersion: PostgreSQLSchema.current.version)
        #expect(connection.isOpen && !connection.isInBlock)
        let count = PostgreSQLStatement(
            "count\(year)",
            "SELECT count(*) FROM pg_class WHERE relname LIKE 'evidence\\_\(year)\\_q_' AND relkind = 'r'"
        )
        return try connection.query(count).integer(row: 0, column: 0)
    }

    @Test("The parts that are needed next are made ahead, and none in a schema that a newer server has taken over")
    func newerSchema() async throws {
        let database = try await PostgreSQLDatabase.copied()
        try await DedicatedThread.run {
            let connection = try PostgreSQLConnection(database.settings, interruption: try PostgreSQLInterruption())
            defer { connection.close() }
            // The second, third and fourth quarter.
            #expect(try Self.prepare(Self.dates.in2041, year: 2041, on: connection) == 3)

            let version = PostgreSQLSchema.current.version + 1
            let put = PostgreSQLStatement("put", "UPDATE schema_version SET version = $1, oldest_compatible = $1")
            try connection.query(put, [.integer(version)])
            #expect(try Self.prepare(Self.dates.in2045, year: 2045, on: connection) == 0)
        }
    }

    @Test("They are made in a newer schema that lets this version write")
    func compatibleSchema() async throws {
        let database = try await PostgreSQLDatabase.copied()
        try await DedicatedThread.run {
            let connection = try PostgreSQLConnection(database.settings, interruption: try PostgreSQLInterruption())
            defer { connection.close() }
            let put = PostgreSQLStatement("put", "UPDATE schema_version SET version = $1")
            try connection.query(put, [.integer(PostgreSQLSchema.current.version + 1)])
            #expect(try Self.prepare(Self.dates.in2045, year: 2045, on: connection) == 3)
        }
    }
}
