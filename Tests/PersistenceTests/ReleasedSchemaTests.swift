import Foundation
import GRDB
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

/// Databases as released versions left them, each with what that version answered about it.
///
/// A release that changes the schema adds a pair of its own: run this suite with `PURSER_WRITE_RELEASED=1` and commit
/// what it writes. A pair that is there is never written again.
@Suite struct ReleasedSchemaTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Released")

    /// The released schemas, by the number of their newest migration.
    static let versions: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".db") }.map { String($0.dropLast(3)) }.sorted()
    }()

    @Test("A database of every released schema, the first included, is here")
    func complete() async throws {
        if ProcessInfo.processInfo.environment["PURSER_WRITE_RELEASED"] != nil { try await Self.write() }
        #expect(Self.versions.contains("0001"))
    }

    @Test("A released database becomes what a fresh one is", arguments: versions)
    func schema(version: String) async throws {
        let fresh = try TemporaryDatabase()
        await (try fresh.open()).close()
        let migrated = try Self.copy(of: version)
        await (try migrated.open()).close()
        let expected = try await Self.read(fresh) { try Self.schema(in: $0) }
        let found = try await Self.read(migrated) { try Self.schema(in: $0) }
        #expect(found == expected)
        #expect(expected.contains { $0.contains("CREATE TABLE evidence ") })
    }

    @Test("A released database answers as the version that made it did", arguments: versions)
    func answers(version: String) async throws {
        let database = try Self.copy(of: version)
        let questions = try await Self.read(database, Self.questions)
        #expect(questions.transactions.count > 20)
        let repository = try database.open()
        let found = try await questions.text(of: repository)
        await repository.close()
        let expected = try String(contentsOf: Self.folder.appending(path: version + ".txt"), encoding: .utf8)
        #expect(expected.split(separator: "\n").count > 100)
        #expect(found == expected)
    }

    @Test("Whatever a released database held is still in its columns", arguments: versions)
    func rows(version: String) async throws {
        let database = try Self.copy(of: version)
        // Each opening counts itself. Snapshots have had shorter digests since 0002, and what they have in common has lain
        // elsewhere since 0012; `answers` compares them. Tokens have been found by their digests since 0012; `tokens` asks
        // for them.
        let changed: Set<String> = ["book", "grdb_migrations", "snapshot", "renewal", "account_token"]
        let before = try await Self.read(database) { try Self.content(in: $0, like: nil) }
            .filter { !changed.contains($0.key) }
        await (try database.open()).close()
        let after = try await Self.read(database) { try Self.content(in: $0, like: before.mapValues(\.columns)) }
        #expect(before.count > 10)
        for (table, content) in before {
            #expect(after[table] == content, "\(table)")
        }
    }

    @Test("A token of a released database stands for whom it stood for", arguments: versions)
    func tokens(version: String) async throws {
        let database = try Self.copy(of: version)
        let before = try await Self.read(database) { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT app.name AS app, token, CAST(customer.name AS TEXT) AS customer
                    FROM account_token JOIN app ON app.id = account_token.app
                    JOIN customer ON customer.id = account_token.customer
                    """
            ).map { (app: $0["app"] as String, token: $0["token"] as Data, customer: $0["customer"] as String) }
        }
        #expect(!before.isEmpty)
        let repository = try database.open()
        for line in before {
            let halves = [line.token.prefix(8), line.token.suffix(8)].map {
                $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
            let token = AccountToken(high: halves[0], low: halves[1])
            let app = AppName(line.app)
            #expect(try await repository.customer(of: token, app: app)?.rawValue == line.customer)
            let customer = try #require(CustomerID(line.customer))
            #expect(try await repository.accountTokens(of: customer, app: app).contains(token))
            #expect(try await repository.customer(of: AccountToken(high: ~halves[0], low: halves[1]), app: app) == nil)
        }
        await repository.close()
    }

    @Test("A migrated database takes in what comes next, and every row of it is sound", arguments: versions)
    func goingOn(version: String) async throws {
        let database = try Self.copy(of: version)
        let repository = try database.open()
        let again = Sample.notification(0, about: Sample.period("9000", of: "9000", token: Sample.token(0)))
        let next = Sample.notification(500, about: Sample.period("9500", of: "9000", reason: .renewal))
        #expect(try await repository.record(next).isNew)
        #expect(try await !repository.record(next).isNew)
        _ = try await repository.record(again)
        await repository.close()
        let problems = try await Self.read(database) { database in
            try String.fetchAll(database, sql: "PRAGMA integrity_check")
                + Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { "\($0)" }
        }
        #expect(problems == ["ok"])
    }

    // MARK: Reading

    /// Columns whose values a migration changed on purpose: the new value in terms of the old one.
    private static let changedColumns = [
        "store_id.home": "nullif(home, original)",
        "snapshot.digest": "substr(digest, 1, 8)",
        "renewal.digest": "substr(digest, 1, 8)",
    ]

    private struct Content: Equatable {
        let columns: [String]
        let rows: [String]
    }

    static func copy(of version: String) throws -> TemporaryDatabase {
        let database = try TemporaryDatabase()
        let path = URL(filePath: database.path)
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Self.folder.appending(path: version + ".db"), to: path)
        return database
    }

    private static func read<Value: Sendable>(
        _ database: TemporaryDatabase,
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let file = try DatabaseQueue(path: database.path)
        let value = try await file.read(work)
        try file.close()
        return value
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
            let values = columns.map { column in
                "quote(\((tables == nil ? Self.changedColumns["\(name).\(column)"] : nil) ?? "\"\(column)\""))"
            }
            let list = values.joined(separator: " || ' ' || ")
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
        let database = try TemporaryDatabase()
        let repository = try database.open()
        try await ReleasedContent.record(in: repository)
        await repository.close()
        let questions = try await Self.read(database, Self.questions)
        let again = try database.open()
        let text = try await questions.text(of: again)
        await again.close()
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        let file = try DatabaseQueue(path: database.path)
        // On small pages, because most tables are nearly empty and the file is kept for ever.
        try await file.writeWithoutTransaction { database in
            try database.execute(
                sql: "PRAGMA journal_mode = DELETE; PRAGMA page_size = 2048; VACUUM; PRAGMA journal_mode = WAL"
            )
        }
        try file.close()
        try FileManager.default.copyItem(at: URL(filePath: database.path), to: target)
        try Data(text.utf8).write(to: Self.folder.appending(path: version + ".txt"))
    }
}
