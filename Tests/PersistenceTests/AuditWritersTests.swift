import Ledger
import PersistencePostgreSQL
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

/// However many write the audit log at once, each writes once.
@Suite struct AuditWritersTests {
    private static let writerCount = 200

    @Test("As many writers as there are write as often on SQLite")
    func sqlite() async throws {
        let log = RecordedLog()
        let repository = try TemporaryDatabase().open(logger: log.logger)
        try await Self.write(to: [repository], [log])
    }

    @Test("As many writers as there are write as often on PostgreSQL, though they are on two nodes")
    func postgreSQL() async throws {
        let database = try await PostgreSQLDatabase.copied()
        let logs = [RecordedLog(), RecordedLog()]
        let nodes = [try await database.open(log: logs[0]), try await database.open(log: logs[1])]
        try await Self.write(to: nodes, logs)
    }

    /// Writes concurrently, in turn through these nodes, and counts the nodes' units.
    private static func write(to nodes: [any SQLRepository], _ logs: [RecordedLog]) async throws {
        let before = nodes.map(\.statistics.units)
        try await Sample.writeAudit(atOnce: Self.writerCount, on: nodes)
        let units = zip(nodes, before).map { $0.statistics.units - $1 }
        #expect(units == nodes.map { _ in Self.writerCount / nodes.count }, "No writer retries.")
        let entries = try await nodes[0].read { view in try view.auditEntries(after: 0, limit: Self.writerCount * 2) }
        #expect(entries.map(\.number) == (1...Int64(Self.writerCount)).map { $0 })
        #expect(Set(entries.map(\.subject)).count == Self.writerCount)
        #expect(try await Sample.auditHolds(in: nodes[0]))
        #expect(Set(logs.flatMap(\.auditNotes)) == Set(entries.map(RecordedLog.AuditNote.init)))
        for node in nodes { await node.close() }
    }
}
