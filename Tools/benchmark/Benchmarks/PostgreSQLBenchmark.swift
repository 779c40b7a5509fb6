import Foundation
import Ledger
import Logging
import PersistencePostgreSQL
import PersistenceSQL
import PersistenceSQLite
import PurserTesting

/// The cost of keeping the ledger in PostgreSQL, on a server that is started on the same machine and disk, with syncs:
/// durable notifications, compared with inserts of `pgbench` on that server and with SQLite, and reads.
struct PostgreSQLBenchmark {
    /// The folder for the databases.
    let folder: String
    /// The size of the larger of the two datasets of subscribers; the other has a tenth; `nil` for none.
    var count: Int? = 10_000_000
    /// Whether the rate of notifications is measured.
    var measuresIntake = true

    /// The number of transactions of each script, of all clients together.
    private static let transactions = 3200
    /// The number of rows of the largest plain insert.
    private static let rows = 64
    /// The settings of the server for notifications: more memory than by default, and no checkpoint within a run.
    private static let settings = ["shared_buffers": "512MB", "max_wal_size": "8GB", "checkpoint_timeout": "30min"]

    /// Starts servers, measures and stops them; the closure gets measurements as they are ready, because the last ones
    /// take long.
    func measure(_ show: ([Measurement]) -> Void) async throws {
        if self.measuresIntake { show(try await self.intake()) }
        guard let count = self.count else { return }
        for count in [count / 10, count] { show(try await self.subscribers(count)) }
    }

    // MARK: Writing

    private struct Turn {
        var plain: [Double] = []
        var sqlite = 0.0
        var one = 0.0
        var two = 0.0
        var perCommit = 0.0
        var p99 = 0.0
    }

    private func intake() async throws -> [Measurement] {
        let server = try await DedicatedThread.run { try PostgreSQLServer(Self.settings) }
        try await DedicatedThread.run {
            _ = try server.psql("CREATE TABLE plain (id bigserial PRIMARY KEY, value bigint)")
        }
        var turns: [Turn] = []
        for run in 0..<3 { turns.append(try await self.turn(run, server)) }
        func median(_ value: (Turn) -> Double) -> Double { turns.map(value).sorted()[turns.count / 2] }
        let ratio = median { $0.one / $0.sqlite }
        let two = median { $0.two / $0.one }
        let one = median(\.one)
        let names = [
            "pgbench, an insert of one row, 1 client", "  16 clients", "  \(Self.rows) clients",
            "  an insert of \(Self.rows) rows, 1 client",
        ]
        var measurements = names.indices.map { place in
            let perSecond = median { $0.plain[place] }
            let rows = place == 3 ? ", \(Int(perSecond) * Self.rows) rows/s" : ""
            return Measurement.scale(names[place], "\(Int(perSecond))/s\(rows)")
        }
        measurements += [
            .scale("durable notifications through HTTP, SQLite", "\(Int(median(\.sqlite)))/s"),
            .judged(
                "the same on PostgreSQL, one node",
                "\(Int(one))/s = \(ratio.rounded2) SQLite",
                target: ">= 0.70 SQLite",
                ratio >= 0.7
            ),
            .scale("  beside the insert of one row, 1 client", (median { $0.one / $0.plain[0] }).rounded2),
            .scale("  beside it with \(Self.rows) clients", (median { $0.one / $0.plain[2] }).rounded2),
            .scale("  units per commit, p99", "\(median(\.perCommit).rounded1), \(median(\.p99).rounded1) ms"),
            .scale("  on two nodes", "\(Int(median(\.two)))/s = \(two.rounded2) of one"),
        ]
        try await DedicatedThread.run { try server.stop() }
        return measurements
    }

    private func turn(_ run: Int, _ server: PostgreSQLServer) async throws -> Turn {
        var turn = Turn()
        turn.plain = try await DedicatedThread.run {
            try [(1, 1), (16, 1), (Self.rows, 1), (1, Self.rows)].map { clients, rows in
                try Self.plainInserts(server, clients: clients, rows: rows)
            }
        }
        let path = "\(self.folder)/beside-\(run).db"
        let sqlite = try SubscriberDataset.open(path)
        turn.sqlite = try await self.send([sqlite]).perSecond
        await sqlite.close()
        for suffix in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        for nodes in [1, 2] {
            let database = try await DedicatedThread.run { try server.makeDatabase() }
            let settings = PostgreSQLSettings(connection: server.connection(database))
            var repositories: [PostgreSQLRepository] = []
            for _ in 0..<nodes { repositories.append(try await PostgreSQLDataset.open(settings)) }
            let load = try await self.send(repositories)
            if nodes == 1 {
                turn.one = load.perSecond
                turn.p99 = load.percentile(99).milliseconds
                let statistics = repositories[0].statistics
                turn.perCommit = Double(statistics.units) / Double(max(1, statistics.commits))
            } else {
                turn.two = load.perSecond
            }
            for repository in repositories { await repository.close() }
            try await DedicatedThread.run { _ = try server.psql("DROP DATABASE \(database)") }
        }
        return turn
    }

    private func send(_ repositories: [any Repository]) async throws -> LoadGenerator.Outcome {
        let corpus = try NotificationCorpus(count: 8000, chain: .short)
        let load = try await IntakeRun(nodes: repositories, corpus: corpus)
            .send(connections: IntakeBenchmark.connections)
        precondition(load.failed == 0, "Every notification is acknowledged.")
        return load
    }

    /// Returns the rate of `pgbench` transactions that each insert a number of rows.
    private static func plainInserts(_ server: PostgreSQLServer, clients: Int, rows: Int) throws -> Double {
        let script = "INSERT INTO plain (value) SELECT i FROM generate_series(1, \(rows)) AS i;\n"
        let report = try server.pgbench(
            ["-M", "prepared", "-c", "\(clients)", "-j", "1", "-t", "\(Self.transactions / clients)"],
            script: script
        )
        // tps = 1234.567890 (without initial connection time)
        let line = report.split(separator: "\n").first { $0.hasPrefix("tps = ") }
        guard let rate = line?.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) }) else {
            throw ChildProgram.Problem(description: "pgbench printed no rate.")
        }
        return rate
    }

    // MARK: Reading

    private func subscribers(_ count: Int) async throws -> [Measurement] {
        // A database that can be made again needs no full-page writes and no sync.
        let server = try await DedicatedThread.run {
            try PostgreSQLServer(
                Self.settings.merging(["shared_buffers": "1GB", "full_page_writes": "off", "autovacuum": "off"]) { $1 }
            )
        }
        let clock = ContinuousClock()
        let started = clock.now
        let dataset = try await PostgreSQLDataset(PostgreSQLSettings(patient: server.connection()), count: count)
        let seconds = (clock.now - started).seconds
        let bytes = try await DedicatedThread.run {
            Double(try server.psql("SELECT pg_database_size(current_database())")) ?? 0
        }
        let millions = "\(Double(count) / 1_000_000)".replacing(".0", with: "") + " million subscribers on PostgreSQL"
        var measurements = [
            Measurement.scale(millions, "\((bytes / 1e9).rounded2) GB, \(Int(bytes / Double(count))) B each"),
            .scale("  made in", "\(Int(seconds)) s"),
        ]
        let repository = try await dataset.open()
        measurements += try await ReadBenchmark().measure(count, repository, isJudged: false)
        await repository.close()
        try await DedicatedThread.run { try server.stop() }
        return measurements
    }
}
