import AppStore
import Foundation
import PersistencePostgreSQL
import PurserTesting
import Testing

/// The real binary on a real PostgreSQL server: what it keeps, what it says when the database is ill, and that nothing
/// is acknowledged until the cause is gone, without a restart.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct BadPostgreSQLTests {
    let shop: InstalledShop

    init() throws {
        self.shop = try InstalledShop()
    }

    private func address(_ server: PostgreSQLServer, _ database: String, _ role: String = "postgres") -> String {
        "postgres://\(role)@127.0.0.1:\(server.port)/\(database)"
    }

    /// Sends a notification until it is answered with a status, as Apple does, and returns the last answer.
    private func insist(_ compact: [UInt8], on status: Int, _ server: RunningServer) async throws -> String {
        var text = "never \(status)"
        _ = try await TestTimeout.wait {
            let answer = try await server.calls.notify(compact)
            if answer.status == status { text = answer.text }
            #expect(answer.status == 200 || answer.status == 503)
            return answer.status == status
        }
        return text
    }

    @Test("Acknowledged evidence is there after the server and the database were killed")
    func killed() async throws {
        let database = try await DedicatedThread.run { try PostgreSQLServer() }
        let name = try await DedicatedThread.run { try database.makeDatabase() }
        try self.shop.useStorage(in: self.address(database, name))
        let first = try RunningServer(in: self.shop.folder)
        let compacts = try (0..<3).map(self.shop.authority.charge)
        for compact in compacts {
            #expect(try await first.calls.notify(compact) == (200, #"{"outcome":"recorded"}"#))
        }
        #expect(first.end(SIGKILL) == SIGKILL)
        try await DedicatedThread.run {
            try database.kill()
            try database.start()
        }
        let second = try RunningServer(in: self.shop.folder)
        for compact in compacts {
            #expect(try await second.calls.notify(compact) == (200, #"{"outcome":"duplicate"}"#))
        }
        let commands = try self.shop.run(["audit", "list"])
        #expect(commands.status == 0, "\(commands.complaints)")
        #expect(second.end(SIGTERM) == 0)
        let migrated = try self.shop.run(["migrate"])
        #expect(migrated.status == 0 && migrated.output.contains("up to date"), "\(migrated.complaints)")
    }

    @Test("While the database is away nothing is acknowledged, and it is again once it is back")
    func away() async throws {
        let database = try await DedicatedThread.run { try PostgreSQLServer() }
        let name = try await DedicatedThread.run { try database.makeDatabase() }
        try self.shop.useStorage(in: self.address(database, name))
        let server = try RunningServer(in: self.shop.folder)
        let known = try self.shop.authority.charge(0)
        #expect(try await server.calls.notify(known).status == 200)
        try await DedicatedThread.run { try database.kill() }
        #expect(
            try await self.insist(self.shop.authority.charge(1), on: 503, server).contains("repository_unavailable")
        )
        let ready = try await server.calls.send("/health/ready")
        #expect(ready.status == 503 && ready.text.contains("repository_unavailable"), "\(ready.text)")
        try await DedicatedThread.run { try database.start() }
        _ = try await self.insist(self.shop.authority.charge(1), on: 200, server)
        #expect(try await server.calls.notify(known) == (200, #"{"outcome":"duplicate"}"#))
        #expect(try await server.calls.send("/health/ready").status == 200)
        #expect(server.end(SIGTERM) == 0)
    }

    @Test(
        "While the disk is full nothing is acknowledged, and it is again once there is room",
        .enabled(if: SmallDisk.isAllowed, "Only root makes a disk of its own, and not everywhere.")
    )
    func diskFull() async throws {
        let database = try await DedicatedThread.run { try PostgreSQLServer() }
        let disk = try await DedicatedThread.run { try SmallDisk(at: database.folder + "/small", megabytes: 64) }
        let name = try await DedicatedThread.run {
            try database.psql("CREATE TABLESPACE small LOCATION '\(disk.path)'")
            let name = try database.makeDatabase()
            try database.psql("ALTER DATABASE \(name) SET TABLESPACE small")
            return name
        }
        try self.shop.useStorage(in: self.address(database, name))
        let server = try RunningServer(in: self.shop.folder)
        var taken = [try self.shop.authority.charge(0)]
        #expect(try await server.calls.notify(taken[0]).status == 200)
        try disk.fill()
        var refused = (compact: taken[0], text: "")
        // What room there is in its last pages is taken first.
        while refused.text.isEmpty, taken.count < 2000 {
            let compact = try self.shop.authority.charge(taken.count)
            let answer = try await server.calls.notify(compact)
            if answer.status == 503 { refused = (compact, answer.text) } else { taken.append(compact) }
        }
        #expect(refused.text.contains("repository_full"), "\(refused.text)")
        try disk.empty()
        _ = try await self.insist(refused.compact, on: 200, server)
        for compact in taken {
            #expect(try await server.calls.notify(compact) == (200, #"{"outcome":"duplicate"}"#))
        }
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("Without write privileges nothing is acknowledged until they are granted again")
    func notAllowed() async throws {
        let database = try await DedicatedThread.run { try PostgreSQLServer() }
        let name = try await DedicatedThread.run { try database.makeDatabase() }
        try self.shop.useStorage(in: self.address(database, name))
        let server = try RunningServer(in: self.shop.folder)
        #expect(try await server.calls.notify(self.shop.authority.charge(0)).status == 200)
        try await DedicatedThread.run {
            try database.psql("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM postgres", database: name)
            try database.psql("ALTER ROLE postgres NOSUPERUSER", database: name)
        }
        #expect(
            try await self.insist(self.shop.authority.charge(1), on: 503, server).contains("repository_not_writable")
        )
        #expect(try await server.calls.send("/health/ready").status == 503)
        // The owner of the tables can grant itself the privileges that it revoked.
        try await DedicatedThread.run {
            try database.psql("GRANT ALL ON ALL TABLES IN SCHEMA public TO postgres", database: name)
        }
        _ = try await self.insist(self.shop.authority.charge(1), on: 200, server)
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("A server that a newer one has left behind takes nothing, says so where it is asked, and lives on")
    func leftBehind() async throws {
        let database = try await DedicatedThread.run { try PostgreSQLServer.shared.get() }
        let name = try await DedicatedThread.run { try database.makeDatabase() }
        try self.shop.useStorage(in: self.address(database, name))
        let server = try RunningServer(in: self.shop.folder)
        #expect(try await server.calls.notify(self.shop.authority.charge(0)).status == 200)
        // As the first newer node does at its start.
        try await DedicatedThread.run {
            try database.psql("UPDATE schema_version SET version = 99, oldest_compatible = 99", database: name)
        }
        let refused = try await server.calls.notify(self.shop.authority.charge(1))
        #expect(refused.status == 503 && refused.text.contains("repository_server_too_old"), "\(refused.text)")
        let ready = try await server.calls.send("/health/ready")
        #expect(ready.status == 503 && ready.text.contains("repository_server_too_old"), "\(ready.text)")
        #expect(try await server.calls.send("/health/live").status == 200)
        #expect(server.end(SIGTERM) == 0)
    }

    @Test("Each ill that keeps it shut has a sentence of its own", arguments: Ill.allCases)
    func shut(ill: Ill) async throws {
        let database = try await DedicatedThread.run { try PostgreSQLServer.shared.get() }
        let name = try await DedicatedThread.run { try database.makeDatabase() }
        switch ill {
        case .unreachable: try self.shop.useStorage(in: "postgres://purser@127.0.0.1:9/purser")
        case .password: try self.shop.useStorage(in: "postgres://guarded:wrong@127.0.0.1:\(database.port)/\(name)")
        case .noDatabase: try self.shop.useStorage(in: self.address(database, "nowhere"))
        case .foreign:
            try await DedicatedThread.run { try database.psql("CREATE TABLE invoice (id int)", database: name) }
            try self.shop.useStorage(in: self.address(database, name))
        case .tooNew:
            try self.shop.useStorage(in: self.address(database, name))
            #expect(try self.shop.run(["migrate"]).status == 0)
            try await DedicatedThread.run {
                try database.psql("UPDATE schema_version SET version = 99, oldest_compatible = 99", database: name)
            }
        case .permission:
            try self.shop.useStorage(in: "postgres://guarded:let-me-in@127.0.0.1:\(database.port)/\(name)")
        case .noDurability:
            try await DedicatedThread.run {
                try database.psql("ALTER DATABASE \(name) SET synchronous_commit = off")
            }
            try self.shop.useStorage(in: self.address(database, name))
        case .fewConnections:
            try await DedicatedThread.run {
                try database.psql("CREATE ROLE \(name)_few LOGIN CONNECTION LIMIT 1")
                try database.psql("ALTER DATABASE \(name) OWNER TO \(name)_few")
            }
            try self.shop.useStorage(in: self.address(database, name, name + "_few"))
        }
        let run = try self.shop.run(["serve", "--port", "0"])
        #expect(run.status == 69, "\(run.complaints)")
        #expect(run.complaints.contains(ill.code), "\(run.complaints)")
        #expect(!run.complaints.contains("wrong@") && !run.complaints.contains("let-me-in"))
        #expect(run.output.isEmpty)
    }

    /// A defect of a database.
    enum Ill: CaseIterable {
        case unreachable, password, noDatabase, foreign, tooNew, permission, noDurability, fewConnections

        var code: String {
            switch self {
            case .unreachable: "postgresql_unreachable"
            case .password: "postgresql_authentication"
            case .noDatabase: "postgresql_no_database"
            case .foreign: "database_foreign"
            case .tooNew: "database_too_new"
            case .permission: "postgresql_permission"
            case .noDurability: "postgresql_unsafe_settings"
            case .fewConnections: "postgresql_too_many_connections"
            }
        }
    }

    @Test("A server beside foreign database objects does not start; a newer schema that it knows is no obstacle")
    func place() async throws {
        let database = try await DedicatedThread.run { try PostgreSQLServer.shared.get() }
        let name = try await DedicatedThread.run { try database.makeDatabase() }
        try self.shop.useStorage(in: self.address(database, name))
        let server = try RunningServer(in: self.shop.folder)
        let second = try self.shop.run(["serve", "--port", "0"])
        #expect(second.status == 69 && second.complaints.contains("database_locked"), "\(second.complaints)")
        #expect(server.end(SIGTERM) == 0)
        // A newer server has added something that this one does not mind.
        try await DedicatedThread.run { try database.psql("UPDATE schema_version SET version = 99", database: name) }
        let third = try RunningServer(in: self.shop.folder)
        #expect(try await third.calls.send("/health/ready").status == 200)
        #expect(third.end(SIGTERM) == 0)
    }

    @Test("Neither the effective configuration nor an answer to operators shows where the database is")
    func discretion() async throws {
        let database = try await DedicatedThread.run { try PostgreSQLServer.shared.get() }
        try self.shop.useStorage(in: "postgres://guarded:let-me-in@127.0.0.1:\(database.port)/x")
        let run = try self.shop.run(["serve", "--check"])
        #expect(run.status == 0, "\(run.complaints)")
        #expect(!run.output.contains("let-me-in"))
        #expect(run.output.contains("storage"))
    }

    @Test("Commands that are left to PostgreSQL's own tools are refused")
    func elsewhere() async throws {
        let database = try await DedicatedThread.run { try PostgreSQLServer.shared.get() }
        let name = try await DedicatedThread.run { try database.makeDatabase() }
        try self.shop.useStorage(in: self.address(database, name))
        #expect(try self.shop.run(["migrate"]).status == 0)
        let check = try self.shop.run(["db", "check"])
        #expect(check.status != 0 && check.complaints.contains("pg_amcheck"), "\(check.complaints)\(check.output)")
        let restore = try self.shop.run(["db", "restore", "x.db"])
        #expect(restore.status == 64, "\(restore.complaints)")
    }
}
