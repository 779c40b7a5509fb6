import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Synchronization
import Testing

/// Tests of the effects of single disk failures.
@Suite struct DiskFailureTests {
    private static func unit(_ number: UInt64) -> Intake {
        Sample.notification(number, about: Sample.period("\(100 + number)", of: "\(100 + number)"))
    }

    private static func count(_ repository: any Repository) async throws -> Int {
        try await repository.read { view in try view.evidence(after: 0, limit: 1000) }.count
    }

    /// Waits until the writer is at rest: it checkpoints after it has answered.
    private static func rest(_ repository: SQLiteRepository) async {
        while repository.statistics.inHand > 0 { await Task.yield() }
    }

    @Test("A full disk turns away, and takes again when it has room, without being opened again", arguments: [1, 2])
    func full(kind: Int64) async throws {
        let failing = try FailingRepository()
        let repository = try failing.open()
        _ = try await repository.record(Self.unit(1))
        failing.disk.set(.full, kind)
        await #expect(throws: RepositoryError.full) {
            // What is behind the end of the log already may still be written over.
            for number in UInt64(2)...40 { _ = try await repository.record(Self.unit(number)) }
        }
        if kind == 2 {
            await #expect(throws: RepositoryError.full) { try await repository.write { unit in try unit.probe() } }
        }
        let kept = try await Self.count(repository)
        failing.disk.set(.full, 0)
        try await repository.write { unit in try unit.probe() }
        _ = try await repository.record(Self.unit(50))
        #expect(try await Self.count(repository) == kept + 3)
        #expect(failing.fatalErrors.withLock { $0 } == [])
        await failing.kill(repository)
        try failing.losePower(seed: 1)
        let again = try failing.open()
        #expect(try await Self.count(again) == kept + 3)
        await again.close()
    }

    @Test("A commit is acknowledged even if a full disk prevents the checkpoint after it")
    func fullWhileEmptying() async throws {
        let failing = try FailingRepository()
        let repository = try failing.open(checkpointPages: 100)
        _ = try await repository.record(
            Sample.facts([Sample.period("1", of: "1")], submission: Sample.submission("anna", "1"))
        )
        for number in UInt64(1)...60 { _ = try await repository.record(Self.unit(number)) }
        // The log is written over from its beginning by now; only the database would have to grow.
        failing.disk.set(.full, 1)
        for number in UInt64(61)...64 { _ = try await repository.record(Self.unit(number)) }
        await Self.rest(repository)
        let refused = failing.disk.count(.refusedWrites)
        let erasure = OwnershipChange(
            id: OwnershipChangeID("erasure"),
            kind: .erase(Sample.customer("anna")),
            changedAt: Sample.beginning,
            by: "ada"
        )
        let transfers = try await repository.write { unit in
            try unit.change(erasure, of: Sample.app, catalog: Catalog(), isPreview: false)
        }
        #expect(throws: Never.self) { try transfers.get() }
        await Self.rest(repository)
        #expect(failing.disk.count(.refusedWrites) > refused, "The log was to be emptied, and could not be.")
        let kept = try await Self.count(repository)
        _ = try await repository.record(Self.unit(65))
        failing.disk.set(.full, 0)
        #expect(try await Self.count(repository) == kept + 3)
        #expect(failing.fatalErrors.withLock { $0 } == [])
        await failing.kill(repository)
    }

    @Test("A sync that fails stops the process, and nothing is acknowledged any more")
    func failedSync() async throws {
        let failing = try FailingRepository()
        let repository = try failing.open()
        _ = try await repository.record(Self.unit(1))
        failing.disk.set(.failingSync, failing.disk.count(.syncs) + 1)
        await #expect(throws: RepositoryError.failedSync) { try await repository.record(Self.unit(2)) }
        // The disk works again, and still.
        await #expect(throws: RepositoryError.failedSync) { try await repository.record(Self.unit(3)) }
        await #expect(throws: RepositoryError.failedSync) { try await repository.write { unit in try unit.probe() } }
        #expect(failing.fatalErrors.withLock { $0 } == [.failedSync])
        await failing.kill(repository)
    }

    /// Returns a connection with an open read transaction on the current state.
    ///
    /// Closing it ends the transaction.
    private static func reader(of failing: FailingRepository) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: failing.path, configuration: configuration)
        try reader.unsafeRead { database in
            try database.execute(sql: "BEGIN")
            _ = try Int64.fetchOne(database, sql: "SELECT count(*) FROM evidence")
        }
        return reader
    }

    private static func letGo(_ reader: DatabaseQueue) throws {
        try reader.unsafeRead { database in try database.execute(sql: "COMMIT") }
        try reader.close()
    }

    /// A repository of four units, the second of which was written into the database unsynced before a sync failed
    /// there.
    private static func failedCheckpoint(of failing: FailingRepository) async throws -> SQLiteRepository {
        let repository = try failing.open(checkpointPages: 1)
        func record(_ number: UInt64) async throws {
            _ = try await repository.record(Self.unit(number))
            await Self.rest(repository)
        }
        try await record(1)
        let early = try Self.reader(of: failing)
        try await record(2)
        let late = try Self.reader(of: failing)
        try Self.letGo(early)
        // Now the second unit is written into the database, and not synced there, because the third must wait.
        try await record(3)
        try Self.letGo(late)
        // The commit's own, the log's and the database's.
        failing.disk.set(.failingSync, failing.disk.count(.syncs) + 3)
        try await record(4)
        await #expect(throws: RepositoryError.failedSync) { try await repository.record(Self.unit(5)) }
        #expect(failing.fatalErrors.withLock { $0 } == [.failedSync])
        return repository
    }

    /// Cuts the power, and says whether four units are there and SQLite finds the file sound.
    private static func requireFour(in failing: FailingRepository, seed: Int64) async throws {
        try failing.losePower(seed: UInt64(seed))
        let again = try failing.open(checkpointPages: 1)
        #expect(try await Self.count(again) == 12)
        await again.close()
        let file = try DatabaseQueue(path: failing.path)
        #expect(try await file.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    }

    @Test("A checkpoint whose sync fails stops the process: what an earlier one wrote may be lost", arguments: 1...8)
    func failedCheckpoint(seed: Int64) async throws {
        let failing = try FailingRepository()
        failing.disk.set(.seed, seed)
        let repository = try await Self.failedCheckpoint(of: failing)
        await failing.kill(repository)
        try await Self.requireFour(in: failing, seed: seed)
    }

    @Test("A repository that is closed after such a failure leaves the log as it is", arguments: 1...8)
    func closedAfterFailure(seed: Int64) async throws {
        let failing = try FailingRepository()
        failing.disk.set(.seed, seed)
        await (try await Self.failedCheckpoint(of: failing)).close()
        try await Self.requireFour(in: failing, seed: seed)
    }

    @Test("The next process writes the whole log again, also while another program holds the file", arguments: 1...8)
    func openedBesideAnother(seed: Int64) async throws {
        let failing = try FailingRepository()
        failing.disk.set(.seed, seed)
        let repository = try await Self.failedCheckpoint(of: failing)
        let other = try Self.reader(of: failing)
        await repository.close()
        let next = try failing.open(checkpointPages: 1)
        try Self.letGo(other)
        _ = try await next.record(Self.unit(4))
        await failing.kill(next)
        try await Self.requireFour(in: failing, seed: seed)
    }

    @Test("A write that fails stops the process")
    func failedWrite() async throws {
        let failing = try FailingRepository()
        let repository = try failing.open()
        failing.disk.set(.failingWrite, failing.disk.count(.writes) + 2)
        await #expect(throws: RepositoryError.failedSync) { try await repository.record(Self.unit(2)) }
        #expect(failing.fatalErrors.withLock { $0 } == [.failedSync])
        await failing.kill(repository)
    }

    @Test("A lease ends with the process that held it, and what was put back waits on")
    func leases() async throws {
        let failing = try FailingRepository()
        let sink = SinkName("test")
        let now = Sample.beginning + .days(1)
        let repository = try failing.open()
        try await repository.write { unit in try unit.setSinks([sink], of: Sample.app) }
        for number in UInt64(1)...2 { _ = try await repository.record(Self.unit(number)) }
        func lease(_ repository: any Repository) async throws -> [EventStreamLease] {
            try await repository.leaseStreams(for: sink, of: Sample.app, at: now, until: now + .days(1), limit: 10)
        }
        let leases = try await lease(repository)
        #expect(leases.count == 2)
        try await repository.write { unit in try unit.putBack(leases[0], until: now + .hours(1)) }
        await failing.kill(repository)
        let again = try failing.open()
        #expect(try await lease(again).map(\.stream) == [leases[1].stream])
        let late = try await again.write { unit in try unit.acknowledge(leases[1], through: 1, until: now + .days(1)) }
        #expect(late == .lost, "The lease ended with the process.")
        await again.close()
    }

    /// Fails a sync, then cuts the power, and returns whether the acknowledged units are there.
    private static func survives(seed: UInt64, trustsTheLog: Bool) async throws -> Bool {
        let failing = try FailingRepository()
        failing.disk.set(.seed, Int64(seed))
        let first = try failing.open()
        _ = try await first.record(Self.unit(1))
        failing.disk.set(.failingSync, failing.disk.count(.syncs) + 1)
        await #expect(throws: RepositoryError.failedSync) { try await first.record(Self.unit(2)) }
        await failing.kill(first)
        if trustsTheLog { failing.disk.set(.skipsEqualWrites, 1) }
        // The log ends in a unit that can be read and that the disk may not have.
        let second = try failing.open()
        for number in UInt64(2)...3 { _ = try await second.record(Self.unit(number)) }
        await failing.kill(second)
        try failing.losePower(seed: seed)
        let third = try failing.open()
        let count = try await Self.count(third)
        await third.close()
        return count == 9
    }

    @Test("Units acknowledged after a failed sync and a restart survive a power cut")
    func failedSyncThenPowerCut() async throws {
        for seed in 1...(6 * TestScale.factor) {
            #expect(try await Self.survives(seed: seed, trustsTheLog: false), "seed \(seed)")
        }
    }

    @Test("It would not, if the log that is found were trusted")
    func trustedLog() async throws {
        var isLost = false
        for seed in UInt64(1)...20 where !isLost {
            isLost = try await !Self.survives(seed: seed, trustsTheLog: true)
        }
        #expect(isLost)
    }
}
