import AppStore
import Foundation
import PurserTesting
import Testing

/// The real binary on its way from a file to a real PostgreSQL server.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct StorageMigrationCommandTests {
    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
    }

    private func move(to address: String, _ more: String...) throws -> Binary.Run {
        try self.shop.run(["migrate", "--to", address] + more)
    }

    @Test("Evidence acknowledged on SQLite is known on PostgreSQL, and the key files are where a server expects them")
    func whole() async throws {
        let database = try await DedicatedThread.run { try PostgreSQLServer.shared.get() }
        let name = try await DedicatedThread.run { try database.makeDatabase() }
        let address = "postgres://postgres@127.0.0.1:\(database.port)/\(name)"
        let compacts = try (0..<3).map(self.shop.authority.charge)
        let first = try RunningServer(in: self.shop.folder)
        for compact in compacts {
            #expect(try await first.calls.notify(compact) == (200, #"{"outcome":"recorded"}"#))
        }
        // Not while it runs.
        let early = try self.move(to: address)
        #expect(early.status == 75 && early.complaints.contains("stop it"), "\(early.complaints)")
        #expect(first.end(SIGTERM) == 0)
        let key = self.shop.folder.path + "/shop/data/purser.db.webhook-key"
        try Data("secret".utf8).write(to: URL(filePath: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)

        let moved = try self.move(to: address, "--reason", "grown up")
        #expect(moved.status == 0, "\(moved.complaints)")
        #expect(moved.output.contains("differences") && moved.output.contains("Next: "), "\(moved.output)")
        #expect(moved.complaints.contains("copying"), "\(moved.complaints)")
        let copied = try Data(contentsOf: URL(filePath: self.shop.folder.path + "/shop/data/purser.webhook-key"))
        #expect(String(decoding: copied, as: UTF8.self) == "secret")
        let again = try self.move(to: address)
        #expect(
            again.status == 73 && again.complaints.contains("storage_migration_target_taken"),
            "\(again.complaints)"
        )

        try FileManager.default.removeItem(atPath: key)
        try FileManager.default.removeItem(atPath: self.shop.folder.path + "/shop/data/purser.webhook-key")
        try self.shop.useStorage(in: address)
        let second = try RunningServer(in: self.shop.folder)
        for compact in compacts {
            #expect(try await second.calls.notify(compact) == (200, #"{"outcome":"duplicate"}"#))
        }
        #expect(try await second.calls.notify(self.shop.authority.charge(7)) == (200, #"{"outcome":"recorded"}"#))
        #expect(second.end(SIGTERM) == 0)
        let log = try self.shop.run(["audit", "list"])
        #expect(log.output.contains("database.migrate") && log.output.contains("grown up"), "\(log.output)")
        let verified = try self.shop.run(["evidence", "verify"])
        #expect(verified.status == 0, "\(verified.complaints)\(verified.output)")
        // There is no file to move from any more.
        #expect(try self.move(to: address).status == 64)
    }

    @Test("A refused migration is reported in a sentence, without a password", arguments: Ill.allCases)
    func refused(ill: Ill) async throws {
        let database = try await DedicatedThread.run { try PostgreSQLServer.shared.get() }
        let name = try await DedicatedThread.run { try database.makeDatabase() }
        let here = "127.0.0.1:\(database.port)/\(name)"
        if ill != .noFile {
            #expect(try self.shop.run(["migrate"]).status == 0)
        }
        var address = "postgres://postgres@\(here)"
        switch ill {
        case .unreachable: address = "postgres://purser@127.0.0.1:9/purser"
        case .password: address = "postgres://guarded:sesame@\(here)"
        case .privileges: address = "postgres://guarded:let-me-in@\(here)"
        case .noDatabase: address = "postgres://postgres@127.0.0.1:\(database.port)/nowhere"
        case .noAddress: address = "mysql://root:sesame@127.0.0.1/x"
        case .readOnly:
            try await DedicatedThread.run {
                try database.psql("ALTER DATABASE \(name) SET default_transaction_read_only = on")
            }
        case .noFile: break
        }
        let run = try self.move(to: address)
        #expect(run.status == ill.status, "\(run.complaints)")
        #expect(run.complaints.contains(ill.words), "\(run.complaints)")
        #expect(!run.complaints.contains("sesame") && !run.complaints.contains("let-me-in"))
    }

    /// An obstacle to a migration.
    enum Ill: CaseIterable {
        case unreachable, password, privileges, noDatabase, noAddress, readOnly, noFile

        var words: String {
            switch self {
            case .unreachable: "postgresql_unreachable"
            case .password: "postgresql_authentication"
            case .privileges: "postgresql_permission"
            case .noDatabase: "postgresql_no_database"
            case .noAddress: "command line: --to: "
            case .readOnly: "postgresql_read_only"
            case .noFile: "database_missing"
            }
        }

        var status: Int32 { self == .noAddress ? 78 : 69 }
    }

    @Test("Killed in the middle, it goes on when it is called again")
    func killed() async throws {
        let database = try await DedicatedThread.run { try PostgreSQLServer.shared.get() }
        let name = try await DedicatedThread.run { try database.makeDatabase() }
        let address = "postgres://postgres@127.0.0.1:\(database.port)/\(name)"
        let server = try RunningServer(in: self.shop.folder)
        for number in 0..<3 { #expect(try await server.calls.notify(self.shop.authority.charge(number)).status == 200) }
        #expect(server.end(SIGTERM) == 0)
        // The tables are there already, and one of them takes its rows for ever.
        let variable = ["/usr/bin/env", "PURSER_STORAGE=\(address)"]
        let made = try Binary.run(["migrate", "--config", "shop/purser.yaml"], in: self.shop.folder, through: variable)
        #expect(made.status == 0, "\(made.complaints)")
        try await DedicatedThread.run {
            try database.psql(
                "ALTER TABLE store_id ADD CONSTRAINT slow CHECK (pg_sleep(3600) IS NOT NULL)",
                database: name
            )
        }
        let process = Binary.process(
            ["migrate", "--config", "shop/purser.yaml", "--to", address],
            in: self.shop.folder
        )
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let sleepers = "FROM pg_stat_activity WHERE datname = '\(name)' AND wait_event = 'PgSleep'"
        #expect(
            try await TestTimeout.wait {
                try await DedicatedThread.run { try database.psql("SELECT count(*) \(sleepers)") } != "0"
            }
        )
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try await DedicatedThread.run {
            try database.psql("SELECT pg_terminate_backend(pid) \(sleepers)")
            try database.psql("ALTER TABLE store_id DROP CONSTRAINT slow", database: name)
        }
        let half = try Binary.run(
            ["serve", "--config", "shop/purser.yaml", "--port", "0"],
            in: self.shop.folder,
            through: variable
        )
        #expect(half.status == 69 && half.complaints.contains("database_unfinished"), "\(half.complaints)")
        let run = try self.move(to: address)
        #expect(run.status == 0, "\(run.complaints)")
        #expect(run.output.contains("Continuing: "), "\(run.output)")
    }
}
