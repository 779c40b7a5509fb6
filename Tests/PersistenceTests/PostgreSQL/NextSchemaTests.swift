import Ledger
import Logging
import PersistencePostgreSQL
import PersistenceSQL
import PurserTesting
import Testing

/// Tests of a node whose database is migrated by a newer node: two nodes, and a next step of the schema that is
/// made up.
@Suite struct NextSchemaTests {
    /// The next version's schema: it adds data that must be erased with a customer, and a count in the row that all
    /// writers lock.
    private static func next(oldestCompatible: Int64) -> PostgreSQLSchema {
        let current = PostgreSQLSchema.current
        return current.followed(
            by: PostgreSQLSchema.Step(
                version: current.version + 1,
                oldestCompatible: oldestCompatible,
                script: """
                    CREATE TABLE next_thing (
                        customer bigint PRIMARY KEY REFERENCES customer (id), what text NOT NULL
                    );
                    ALTER TABLE counter ADD COLUMN next_things bigint NOT NULL DEFAULT 0;
                    """
            )
        )
    }

    /// Opens a node that knows the next version, which brings the schema forward.
    private static func newer(
        _ schema: PostgreSQLSchema,
        in database: PostgreSQLDatabase
    ) async throws
        -> PostgreSQLRepository
    {
        try await DedicatedThread.run {
            try PostgreSQLRepository(
                database.settings,
                schema: schema,
                readerCount: 1,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        }
    }

    /// More than a node can write while another adds one table.
    private static let mostWrites: Int64 = 20_000

    private static func take(_ number: UInt64, in node: PostgreSQLRepository) async throws -> RecordingResult {
        try await node.record(Sample.notification(number, about: Sample.period("\(number)", of: "\(number)")))
    }

    @Test("A node writes nothing into a schema that it must leave alone, says so once, and goes on reading")
    func tooOld() async throws {
        let database = try await PostgreSQLDatabase.copied()
        let log = RecordedLog()
        let old = try await database.open(log: log)
        _ = try await Self.take(1, in: old)
        let schema = Self.next(oldestCompatible: PostgreSQLSchema.current.version + 1)
        let new = try await Self.newer(schema, in: database)
        let before = try await old.read { view in try view.newestEvidencePosition() }
        await #expect(throws: RepositoryError.tooOld) { _ = try await Self.take(2, in: old) }
        // Its readiness asks for this.
        await #expect(throws: RepositoryError.tooOld) { try await old.write { unit in try unit.probe() } }
        await #expect(throws: RepositoryError.tooOld) {
            try await old.write { unit in try unit.erasePersonalFields(of: Sample.customer("ada"), app: Sample.app) }
        }
        #expect(
            try await old.read { view in try view.newestEvidencePosition() } == before,
            "It reads, and finds nothing new."
        )
        _ = try await Self.take(2, in: new)
        try await new.write { unit in try unit.probe() }
        #expect(try await new.read { view in try view.newestEvidencePosition() } > before)
        let complaints = log.lines.filter { $0.level == .error }
        #expect(complaints.map(\.message).filter { $0.contains("A newer server has changed the tables") }.count == 1)
        // Nor does it start again.
        await #expect(throws: PostgreSQLOpenError.tooNewSchema(version: schema.version)) { try await database.open() }
        await old.close()
        await new.close()
    }

    @Test("A node continues with a newer compatible schema")
    func compatible() async throws {
        let database = try await PostgreSQLDatabase.copied()
        let old = try await database.open()
        let new = try await Self.newer(Self.next(oldestCompatible: PostgreSQLSchema.current.version), in: database)
        _ = try await Self.take(1, in: old)
        _ = try await Self.take(2, in: new)
        try await old.write { unit in try unit.probe() }
        await old.close()
        await new.close()
    }

    private static func load(_ worker: Int) -> BudgetName {
        BudgetName(app: Sample.app, environment: .production, operation: "load \(worker)")
    }

    @Test("While an old node writes without a pause, none of its writes is committed after the newer schema is")
    func underLoad() async throws {
        let database = try await PostgreSQLDatabase.copied()
        let old = try await database.open()
        let count = try await withThrowingTaskGroup(of: Int64.self) { group in
            for worker in 0..<8 {
                let name = Self.load(worker)
                group.addTask {
                    for count in 0..<Self.mostWrites {
                        do throws(RepositoryError) {
                            _ = try await old.write { unit in try unit.changeBudget(name) { $0 + 1 } }
                        } catch {
                            guard error == .tooOld else { throw error }
                            return count
                        }
                    }
                    Issue.record("It was never refused.")
                    return Self.mostWrites
                }
            }
            while try await old.write({ unit in try unit.changeBudget(Self.load(0), { _ in nil }) }) == 0 {
                await Task.yield()
            }
            let new = try await Self.newer(
                Self.next(oldestCompatible: PostgreSQLSchema.current.version + 1),
                in: database
            )
            // After the commit of the newer schema, the database has all units that the old node acknowledged.
            var found: Int64 = 0
            for worker in 0..<8 {
                found += try await new.write { unit in try unit.changeBudget(Self.load(worker)) { _ in nil } }
            }
            await new.close()
            var published: Int64 = 0
            for try await count in group { published += count }
            #expect(published == found)
            return published
        }
        #expect(count > 0)
        await old.close()
    }

    @Test("No step of the schema lets in a version that one before it has left out")
    func steps() {
        let steps = PostgreSQLSchema.current.steps
        for (former, step) in zip(steps, steps.dropFirst()) {
            #expect(step.version == former.version + 1)
            #expect(step.oldestCompatible >= former.oldestCompatible && step.oldestCompatible <= step.version)
        }
    }
}
