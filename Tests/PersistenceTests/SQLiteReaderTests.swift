import Foundation
import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import Testing

@Suite(.timeLimit(.minutes(5))) struct SQLiteReaderTests {
    /// A statement that would run for years.
    private static let endless = """
        WITH RECURSIVE step(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM step) SELECT count(*) FROM step
        """

    /// Reads that occupy readers until they are released.
    private struct Occupation: Sendable {
        private let begun: AsyncStream<Void>
        private let hasBegun: AsyncStream<Void>.Continuation
        private let gate = DispatchSemaphore(value: 0)

        init() {
            (self.begun, self.hasBegun) = AsyncStream.makeStream()
        }

        /// Reports that a read has begun, and blocks its thread until it is released.
        func wait() {
            self.hasBegun.yield()
            self.gate.wait()
        }

        /// Reports that a read has begun.
        func begin() { self.hasBegun.yield() }

        /// Returns when this number of reads have begun.
        func areBegun(_ count: Int) async {
            guard count > 0 else { return }
            var rest = count
            for await _ in self.begun {
                rest -= 1
                if rest == 0 { return }
            }
        }

        /// Releases this number of reads.
        func release(_ count: Int) {
            for _ in 0..<count { self.gate.signal() }
        }
    }

    private static func auditCount(_ repository: SQLiteRepository) async throws -> Int64 {
        try await repository.read { view in try view.auditHead().count }
    }

    private static func writeAudit(to repository: SQLiteRepository) async throws {
        let draft = AuditDraft(
            at: Instant(milliseconds: 1_700_000_000_000),
            by: "ada",
            AuditAction(rawValue: "database.backup"),
            on: "copy",
            reason: nil,
            details: [:],
            about: nil
        )
        _ = try await repository.write { unit in try unit.append(draft, within: nil) }
    }

    private static func waits(_ count: Int, in repository: SQLiteRepository) async {
        while repository.waitingReadCount < count { await Task.yield() }
    }

    @Test("Reads that compute or block for long hold up neither other reads nor Swift's threads")
    func longReads() async throws {
        let repository = try TemporaryDatabase().open()
        let occupation = Occupation()
        let count = repository.readerCount - 1
        #expect(count > ProcessInfo.processInfo.activeProcessorCount, "Swift has a thread for each processor.")
        let long = (0..<count).map { number in
            Task {
                try await repository.read { view in
                    guard number % 2 == 0 else { return occupation.wait() }
                    occupation.begin()
                    try SQLiteRepository.execute(Self.endless, on: view)
                }
            }
        }
        await occupation.areBegun(count)
        let sum = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<(repository.readerCount * 20) { group.addTask { try await Self.auditCount(repository) + 1 } }
            return try await group.reduce(0, +)
        }
        #expect(sum == Int64(repository.readerCount * 20))
        for read in long { read.cancel() }
        occupation.release(count)
        for (number, read) in long.enumerated() {
            let error = (await read.result).failure as? RepositoryError
            #expect(error == (number % 2 == 0 ? .unavailable : nil))
        }
        await repository.close()
    }

    @Test("A read that takes too long is ended at the deadline, also where it ignores that, and the next one succeeds")
    func deadline() async throws {
        let repository = try TemporaryDatabase().open(readDeadline: .milliseconds(50))
        for _ in 0..<(repository.readerCount * 2) {
            await #expect(throws: RepositoryError.tooSlow) {
                try await repository.read { view in try SQLiteRepository.execute(Self.endless, on: view) }
            }
            await #expect(throws: RepositoryError.tooSlow) {
                try await repository.read { view in try? SQLiteRepository.execute(Self.endless, on: view) }
            }
            #expect(try await Self.auditCount(repository) == 0)
        }
        #expect(repository.failureCounts == [.tooSlow: repository.readerCount * 4])
        await repository.close()
    }

    @Test("A read whose task is canceled leaves the queue, and those behind it stay")
    func canceledWaiting() async throws {
        let repository = try TemporaryDatabase().open()
        let occupation = Occupation()
        let count = repository.readerCount
        let long = (0..<count).map { _ in Task { try await repository.read { _ in occupation.wait() } } }
        await occupation.areBegun(count)
        let first = Task { try await Self.auditCount(repository) }
        await Self.waits(1, in: repository)
        let canceled = Task { try await Self.auditCount(repository) }
        await Self.waits(2, in: repository)
        let last = Task { try await Self.auditCount(repository) }
        await Self.waits(3, in: repository)
        canceled.cancel()
        // It ends while every reader is still occupied.
        await #expect(throws: RepositoryError.unavailable) { try await canceled.value }
        #expect(repository.waitingReadCount == 2)
        occupation.release(count)
        #expect(try await first.value == 0)
        #expect(try await last.value == 0)
        for read in long { try await read.value }
        #expect(repository.failureCounts.isEmpty, "A caller that has gone is no failure of the database.")
        await repository.close()
    }

    @Test("A read whose task is canceled while it runs is ended, and a task that was canceled before may read")
    func canceledRunning() async throws {
        let repository = try TemporaryDatabase().open()
        let occupation = Occupation()
        let read = Task {
            await #expect(throws: RepositoryError.unavailable) {
                try await repository.read { view in
                    occupation.begin()
                    try SQLiteRepository.execute(Self.endless, on: view)
                }
            }
            #expect(Task.isCancelled)
            return try await Self.auditCount(repository)
        }
        await occupation.areBegun(1)
        read.cancel()
        #expect(try await read.value == 0)
        #expect(repository.failureCounts.isEmpty)
        await repository.close()
    }

    @Test("Closing finishes the reads that run and refuses those that wait or come later")
    func closing() async throws {
        let repository = try TemporaryDatabase().open()
        let occupation = Occupation()
        let count = repository.readerCount
        let running = (0..<count).map { _ in
            Task {
                try await repository.read { view in
                    occupation.wait()
                    return try view.auditHead().count
                }
            }
        }
        await occupation.areBegun(count)
        let waiting = Task { try await Self.auditCount(repository) }
        await Self.waits(1, in: repository)
        async let closed: Void = repository.close()
        await #expect(throws: RepositoryError.unavailable) { try await waiting.value }
        await #expect(throws: RepositoryError.unavailable) { try await Self.auditCount(repository) }
        occupation.release(count)
        for read in running { #expect(try await read.value == 0) }
        await closed
        await #expect(throws: RepositoryError.unavailable) { try await Self.auditCount(repository) }
        await repository.close()
    }

    @Test("Reads beyond the limit of the queue are refused, and the others succeed")
    func overload() async throws {
        let repository = try TemporaryDatabase().open()
        let occupation = Occupation()
        let count = repository.readerCount
        let long = (0..<count).map { _ in Task { try await repository.read { _ in occupation.wait() } } }
        await occupation.areBegun(count)
        let waiting = (0..<ReadLimits.maximumWaitingCount).map { _ in
            Task { try await repository.read { _ in 1 } }
        }
        await Self.waits(waiting.count, in: repository)
        await #expect(throws: RepositoryError.unavailable) { try await Self.auditCount(repository) }
        #expect(repository.failureCounts == [.unavailable: 1])
        occupation.release(count)
        var sum = 0
        for read in waiting { sum += try await read.value }
        #expect(sum == waiting.count)
        for read in long { try await read.value }
        await repository.close()
    }

    @Test("A read sees one snapshot although a commit comes in between, and a later one sees the commit")
    func snapshot() async throws {
        let repository = try TemporaryDatabase().open()
        try await Self.writeAudit(to: repository)
        let occupation = Occupation()
        let read = Task {
            try await repository.read { view in
                let before = try view.auditHead()
                occupation.wait()
                return [before, try view.auditHead()].map(\.count)
            }
        }
        await occupation.areBegun(1)
        try await Self.writeAudit(to: repository)
        #expect(try await Self.auditCount(repository) == 2)
        occupation.release(1)
        #expect(try await read.value == [1, 1])
        #expect(try await Self.auditCount(repository) == 2)
        await repository.close()
    }

    @Test("A read that throws leaves no transaction open, so later ones see what is committed meanwhile")
    func thrown() async throws {
        struct Mistake: Error {}
        let repository = try TemporaryDatabase().open()
        for round in Int64(0)..<3 {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<(repository.readerCount * 10) {
                    group.addTask {
                        await #expect(throws: RepositoryError.unavailable) {
                            try await repository.read { view in
                                _ = try view.auditHead()
                                throw Mistake()
                            }
                        }
                    }
                }
            }
            try await Self.writeAudit(to: repository)
            try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<(repository.readerCount * 10) { group.addTask { try await Self.auditCount(repository) } }
                for try await count in group { #expect(count == round + 1) }
            }
        }
        await repository.close()
    }

    @Test("A task on the threads that read reads without a change of threads, and a read elsewhere takes its turn")
    func readThreads() async throws {
        let repository = try TemporaryDatabase().open()
        let threads = try #require(repository.readThreads)
        let count = repository.readerCount * 50
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask(executorPreference: threads) {
                    let own = Self.thread
                    return try await repository.read { view in
                        _ = try view.auditHead()
                        return Self.thread == own
                    }
                }
                group.addTask { try await Self.auditCount(repository) == 0 }
            }
            for try await holds in group { #expect(holds) }
        }
        await repository.close()
    }

    @Test("A read on its caller's thread ends when the task is canceled, at the deadline, and when the disk fails")
    func readHere() async throws {
        let repository = try TemporaryDatabase().open(readDeadline: .milliseconds(50))
        let threads = try #require(repository.readThreads)
        try await withTaskExecutorPreference(threads) {
            await #expect(throws: RepositoryError.tooSlow) {
                try await repository.read { view in try SQLiteRepository.execute(Self.endless, on: view) }
            }
            for _ in 0..<repository.readerCount {
                await #expect(throws: RepositoryError.unavailable) {
                    try await repository.read { _ in throw DatabaseError(resultCode: .SQLITE_IOERR) }
                }
            }
            #expect(try await Self.auditCount(repository) == 0)
        }
        let occupation = Occupation()
        let long = Task(executorPreference: threads) {
            try await repository.read { view in
                occupation.begin()
                try SQLiteRepository.execute(Self.endless, on: view)
            }
        }
        await occupation.areBegun(1)
        long.cancel()
        #expect((await long.result).failure is RepositoryError)
        await repository.close()
    }

    @Test("A task that runs on the threads ends although the repository is closed meanwhile")
    func tasksAfterClosing() async throws {
        let repository = try TemporaryDatabase().open()
        let threads = try #require(repository.readThreads)
        let (steps, step) = AsyncStream<Void>.makeStream()
        let task = Task(executorPreference: threads) {
            for await _ in steps {}
            return try await Self.auditCount(repository)
        }
        await repository.close()
        step.finish()
        #expect((await task.result).failure as? RepositoryError == .unavailable)
    }

    /// The number of the current thread.
    private static var thread: UInt { UInt(pthread_self()) }

    @Test("Each reader prepares a statement once")
    func preparation() async throws {
        let repository = try TemporaryDatabase().open()
        for _ in 0..<3 {
            try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<(repository.readerCount * 100) { group.addTask { try await Self.auditCount(repository) } }
                for try await count in group { #expect(count == 0) }
            }
        }
        // The transaction has two, and so has the read.
        let counts = try await repository.preparationCounts()
        #expect(counts.count == repository.readerCount)
        #expect(counts.contains(4) && counts.allSatisfy { $0 <= 4 }, "\(counts)")
        await repository.close()
    }

    @Test("A reader replaces its connection after the disk has failed, while the file is in its place")
    func replacement() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        func fail() async {
            await #expect(throws: RepositoryError.unavailable) {
                try await repository.read { _ in throw DatabaseError(resultCode: .SQLITE_IOERR) }
            }
        }
        _ = try await repository.preparationCounts()
        #expect(try await repository.preparationCounts() == (0..<repository.readerCount).map { _ in 2 })
        await fail()
        // A new connection has only prepared the statement that began the transaction.
        let replaced = try await repository.preparationCounts()
        #expect(replaced.count { $0 == 1 } == 1 && replaced.count { $0 == 2 } == replaced.count - 1, "\(replaced)")
        let folder = URL(filePath: database.path).deletingLastPathComponent()
        let elsewhere = database.folder.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: folder, to: elsewhere)
        await fail()
        #expect(try await Self.auditCount(repository) == 0, "The open file can still be read.")
        try FileManager.default.moveItem(at: elsewhere, to: folder)
        #expect(try await Self.auditCount(repository) == 0)
        await repository.close()
    }
}

extension Result {
    /// The error, unless it is a success.
    fileprivate var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
