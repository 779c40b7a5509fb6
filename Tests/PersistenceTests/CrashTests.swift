import Foundation
import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

/// Tests that acknowledged units survive any fault of a process, a machine and a disk.
@Suite struct CrashTests {
    /// Lives through a trial in a folder of its own.
    private static func run(seed: UInt64, flaw: CrashFlaw? = nil) async throws -> CrashReport {
        let database = try TemporaryDatabase()
        let folder = database.folder.path
        let trial = try CrashTrial(
            seed: seed,
            folder: folder,
            flaw: flaw,
            open: { pages, onFatal in try FailingRepository.open(folder, checkpointPages: pages, onFatal: onFatal) },
            inspect: { try Self.complaints(about: folder + "/purser.db") }
        )
        return try await trial.run()
    }

    /// Returns the complaints of SQLite's integrity check of a file.
    private static func complaints(about path: String) throws -> [String] {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration).read { database in
            let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
            let orphans = try GRDB.Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { "\($0)" }
            return integrity + orphans
        }
    }

    @Test("After any crash, torn write or failure, acknowledged units are there and match the model")
    func trials() async throws {
        var sum = CrashReport()
        for seed in 1...max(60, 10 * TestScale.factor) where seed <= 10 * TestScale.factor || !sum.hasSeenAll {
            do {
                sum = sum + (try await Self.run(seed: seed))
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
        #expect(sum.hasSeenAll, "\(sum)")
    }

    @Test("A ledger that is kept wrongly is found out", arguments: CrashFlaw.allCases)
    func flaws(flaw: CrashFlaw) async throws {
        var found: CrashViolation?
        for seed in UInt64(1)...60 where found == nil {
            do {
                _ = try await Self.run(seed: seed, flaw: flaw)
            } catch let violation as CrashViolation {
                found = violation
            }
        }
        // Any violation counts: the content of a lost page is random.
        #expect(found != nil, "The flaw was not noticed.")
    }

    @Test("Each image that a cut over each sync of a short program may leave holds what was acknowledged")
    func images() async throws {
        let interval = TestScale.factor > 1 ? 1 : 6
        for seed in UInt64(1)...2 {
            let database = try TemporaryDatabase()
            let program = CrashImages(seed: seed, folder: database.folder.path) { folder, onFatal in
                try FailingRepository.open(folder, onFatal: onFatal)
            }
            let (syncs, images) = try await program.run(oneOf: interval)
            #expect(syncs >= 5, "One for each unit at least.")
            #expect(images > 2 * syncs, "seed \(seed)")
        }
    }
}
