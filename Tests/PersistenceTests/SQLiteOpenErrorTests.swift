import Foundation
import GRDB
import Ledger
import PersistenceSQLite
import PurserTesting
import Testing

@Suite struct SQLiteOpenErrorTests {
    @Test("A file that is open is refused until it is closed")
    func secondOpening() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        #expect(throws: SQLiteOpenError.locked(path: database.path)) { try database.open() }
        try await repository.probe()
        await repository.close()
        let again = try database.open()
        try await again.probe()
        await again.close()
    }

    @Test(
        "Another process sees the lock",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/flock"), "flock(1) is not installed")
    )
    func secondProcess() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        #expect(try Self.exitStatus(ofLocking: database.path) == 1)
        await repository.close()
        #expect(try Self.exitStatus(ofLocking: database.path) == 0)
    }

    @Test("A file of a newer version is refused")
    func newerSchema() async throws {
        let database = try TemporaryDatabase()
        await (try database.open()).close()
        let file = try DatabaseQueue(path: database.path)
        try await file.write { database in
            try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999')")
        }
        try file.close()
        #expect(throws: SQLiteOpenError.tooNewSchema(path: database.path)) { try database.open() }
    }

    @Test("A file that is no database is refused and left as it is")
    func noDatabase() throws {
        let database = try TemporaryDatabase()
        let folder = URL(filePath: database.path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let text = Data(String(repeating: "This is a letter. ", count: 100).utf8)
        try text.write(to: URL(filePath: database.path))
        #expect(throws: SQLiteOpenError.notADatabase(path: database.path)) { try database.open() }
        #expect(try Data(contentsOf: URL(filePath: database.path)) == text)
    }

    @Test("A place that cannot hold a file is refused")
    func noFolder() throws {
        let database = try TemporaryDatabase()
        let folder = URL(filePath: database.path).deletingLastPathComponent()
        try Data().write(to: folder)
        #expect(throws: SQLiteOpenError.notWritable(path: database.path)) { try database.open() }
    }

    @Test(
        "A connection that may lose commits is refused",
        arguments: [
            ("wal", 2, true), ("wal", 3, true), ("wal", 1, false), ("wal", 0, false), ("delete", 2, false),
            ("memory", 3, false), ("", -1, false),
        ] as [(String, Int64, Bool)]
    )
    func durability(journalMode: String, synchronous: Int64, isEnough: Bool) {
        do throws(SQLiteOpenError) {
            try SQLiteRepository.requireDurability(path: "x", journalMode: journalMode, synchronous: synchronous)
            #expect(isEnough)
        } catch {
            #expect(!isEnough)
            #expect(error == .notDurable(path: "x", journalMode: journalMode, synchronous: synchronous))
        }
    }

    @Test("Each error tells the operator in one sentence what is wrong and what helps")
    func sentences() {
        let errors: [SQLiteOpenError] = [
            .locked(path: "/p"), .tooNewSchema(path: "/p"), .unreadable(path: "/p"), .notADatabase(path: "/p"),
            .notWritable(path: "/p"), .notDurable(path: "/p", journalMode: "delete", synchronous: 1),
        ]
        for error in errors {
            #expect(error.description.contains("/p") && error.description.hasSuffix("."))
            #expect(error.description.contains(";"), "What is wrong; what helps.")
        }
        #expect(Set(errors.map(\.code)).count == errors.count)
    }

    private static func exitStatus(ofLocking path: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/flock")
        process.arguments = ["--nonblock", path + ".lock", "true"]
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
