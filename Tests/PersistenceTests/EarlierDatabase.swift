import Foundation
import GRDB
import PersistenceSQLite

/// Databases as an earlier version would have left them.
enum EarlierDatabase {
    /// Makes a database whose newest change has this number, with what another holds as far as that version knew of it.
    static func make(through number: String, like other: TemporaryDatabase) async throws -> TemporaryDatabase {
        let database = try TemporaryDatabase()
        try FileManager.default.createDirectory(
            at: URL(filePath: database.path).deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try SQLiteRepository.makeDatabase(at: database.path, through: number)
        try await Self.change(database) { file in
            try file.execute(sql: "ATTACH DATABASE ? AS newer", arguments: [other.path])
            let names = try String.fetchAll(
                file,
                sql: """
                    SELECT name FROM main.sqlite_schema
                    WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations'
                    """
            )
            for name in names {
                let columns = try file.columns(in: name, in: "main").map { "\"\($0.name)\"" }.joined(separator: ", ")
                try file.execute(sql: "DELETE FROM main.\"\(name)\"")
                try file.execute(
                    sql: "INSERT INTO main.\"\(name)\" (\(columns)) SELECT \(columns) FROM newer.\"\(name)\""
                )
            }
            try file.execute(sql: "DETACH DATABASE newer")
        }
        return database
    }

    /// Changes a closed file, whatever refers to what meanwhile.
    static func change(
        _ database: TemporaryDatabase,
        _ work: @escaping @Sendable (Database) throws -> Void
    ) async throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let file = try DatabaseQueue(path: database.path, configuration: configuration)
        try await file.writeWithoutTransaction(work)
        try file.close()
    }
}
