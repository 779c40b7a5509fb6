import Foundation
import GRDB
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

/// Databases as earlier versions left them, each with what that version answered about it, opened by the next version.
///
/// One is made for each test as this version leaves it. Of released versions there are pairs of a database and its
/// answers in `Golden/Released`: a release that changes the schema adds one with `PURSER_WRITE_RELEASED=1`, which is
/// never written again. Nothing has been released yet.
@Suite struct ReleasedSchemaTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Golden/Released")

    /// The placeholder for the database that this version makes.
    private static let own = "this version"

    /// The versions, the released ones by the number of their newest step.
    static let versions: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return [own] + names.filter { $0.hasSuffix(".db") }.map { String($0.dropLast(3)) }.sorted()
    }()

    @Test("The answers of a version are stored beside its database", arguments: versions)
    func complete(version: String) async throws {
        guard version == Self.own else {
            let path = Self.folder.appending(path: version + ".txt").path
            #expect(FileManager.default.fileExists(atPath: path))
            return
        }
        if ProcessInfo.processInfo.environment["PURSER_WRITE_RELEASED"] != nil { try await Self.write() }
    }

    @Test("An earlier database becomes what a fresh one is", arguments: versions)
    func schema(version: String) async throws {
        let fresh = try TemporaryDatabase()
        await (try fresh.open(schema: .next)).close()
        let migrated = try await Self.database(of: version)
        await (try migrated.open(schema: .next)).close()
        let expected = try await fresh.read { try Self.schema(in: $0) }
        let found = try await migrated.read { try Self.schema(in: $0) }
        #expect(found == expected)
        for table in ["evidence", "next_thing"] {
            #expect(expected.contains { $0.hasPrefix("CREATE TABLE \(table) ") })
        }
    }

    @Test("An earlier database answers as the version that made it did", arguments: versions)
    func answers(version: String) async throws {
        let database = try await Self.database(of: version)
        let questions = try await database.read(Self.questions)
        #expect(questions.transactions.count > 20)
        let expected = try await Self.answers(to: questions, of: version, database)
        #expect(expected.split(separator: "\n").count > 100)
        #expect(expected.contains("tokens"))
        let repository = try database.open(schema: .next)
        let found = try await questions.text(of: repository)
        await repository.close()
        #expect(found == expected)
    }

    @Test("All values of an earlier database are still in its columns", arguments: versions)
    func rows(version: String) async throws {
        let database = try await Self.database(of: version)
        // Each opening counts itself.
        let changed: Set<String> = ["counter", "grdb_migrations"]
        let before = try await database.read { try Self.content(in: $0, like: nil) }
            .filter { !changed.contains($0.key) }
        await (try database.open(schema: .next)).close()
        let after = try await database.read { try Self.content(in: $0, like: before.mapValues(\.columns)) }
        #expect(before.count > 10)
        for (table, content) in before {
            #expect(after[table] == content, "\(table)")
        }
        let lengths = try await database.read { file in
            try Int64.fetchAll(file, sql: "SELECT DISTINCT next_length FROM snapshot")
        }
        #expect(lengths == [8], "The next version went through the table.")
    }

    @Test("A migrated database takes in what comes next, and every row of it is sound", arguments: versions)
    func goingOn(version: String) async throws {
        let database = try await Self.database(of: version)
        let repository = try database.open(schema: .next)
        let again = Sample.notification(0, about: Sample.period("9000", of: "9000", token: Sample.token(0)))
        let next = Sample.notification(500, about: Sample.period("9500", of: "9000", reason: .renewal))
        #expect(try await repository.record(next).isNew)
        #expect(try await !repository.record(next).isNew)
        _ = try await repository.record(again)
        await repository.close()
        let problems = try await database.read { database in
            try String.fetchAll(database, sql: "PRAGMA integrity_check")
                + Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { "\($0)" }
        }
        #expect(problems == ["ok"])
    }

    // MARK: Reading

    private struct Content: Equatable {
        let columns: [String]
        let rows: [String]
    }

    private static func database(of version: String) async throws -> TemporaryDatabase {
        guard version != Self.own else { return try await EarlierDatabase.make() }
        let database = try TemporaryDatabase()
        let path = URL(filePath: database.path)
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Self.folder.appending(path: version + ".db"), to: path)
        return database
    }

    /// Returns the answers of the version that made a database.
    private static func answers(
        to questions: ReleasedAnswers,
        of version: String,
        _ database: TemporaryDatabase
    ) async throws -> String {
        guard version == Self.own else {
            return try String(contentsOf: Self.folder.appending(path: version + ".txt"), encoding: .utf8)
        }
        let repository = try database.open()
        let text = try await questions.text(of: repository)
        await repository.close()
        return text
    }

    private static func schema(in database: Database) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    }

    /// Every row of every table, or of these columns only.
    private static func content(in database: Database, like tables: [String: [String]]?) throws -> [String: Content] {
        var content: [String: Content] = [:]
        let names = try String.fetchAll(
            database,
            sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        for name in names where tables?[name] != nil || tables == nil {
            let columns = try tables?[name] ?? database.columns(in: name).map(\.name)
            let list = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
            let rows = try String.fetchAll(database, sql: "SELECT \(list) FROM \"\(name)\"").sorted()
            content[name] = Content(columns: columns, rows: rows)
        }
        return content
    }

    /// The questions, taken from the rows themselves.
    @Sendable private static func questions(in database: Database) throws -> ReleasedAnswers {
        let codes: [Int64: StoreEnvironment] = [1: .production, 2: .sandbox, 3: .xcode]
        let transactions = try Row.fetchAll(
            database,
            sql: """
                SELECT app.name AS app, environment, CAST(apple_id AS TEXT) AS id
                FROM store_id JOIN scope ON scope.id = scope JOIN app ON app.id = scope.app
                ORDER BY app.name, environment, CAST(apple_id AS TEXT)
                """
        )
        let customers = try Row.fetchAll(
            database,
            sql: """
                SELECT app.name AS app, CAST(customer.name AS TEXT) AS name
                FROM customer JOIN app ON app.id = customer.app ORDER BY app.name, CAST(customer.name AS TEXT)
                """
        )
        return ReleasedAnswers(
            transactions: transactions.compactMap { row in
                codes[row["environment"]].map { (app: row["app"], environment: $0, id: row["id"]) }
            },
            customers: customers.map { (app: $0["app"], name: $0["name"]) }
        )
    }

    // MARK: Writing

    /// Writes the pair of the newest schema, if there is none yet.
    private static func write() async throws {
        let version = SQLiteRepository.schemaVersion
        let target = Self.folder.appending(path: version + ".db")
        guard !FileManager.default.fileExists(atPath: target.path) else { return }
        let database = try await EarlierDatabase.make()
        let questions = try await database.read(Self.questions)
        let text = try await Self.answers(to: questions, of: Self.own, database)
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        // On small pages, because most tables are nearly empty and the file is kept for ever.
        try await database.change(
            "PRAGMA journal_mode = DELETE; PRAGMA page_size = 2048; VACUUM; PRAGMA journal_mode = WAL"
        )
        try FileManager.default.copyItem(at: URL(filePath: database.path), to: target)
        try Data(text.utf8).write(to: Self.folder.appending(path: version + ".txt"))
    }
}
