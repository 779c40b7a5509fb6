import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(60))) struct ImportSpeedTests {
    /// The database in its own file, and the path of the file.
    private static func makeRepository() throws -> (repository: SQLiteRepository, folder: URL) {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: ProcessInfo.processInfo.globallyUniqueString
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let repository = try SQLiteRepository(
            path: folder.path + "/purser.db",
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { _ in }
        return (repository, folder)
    }

    /// The memory of this process that is not shared with files, in megabytes; `nil` if it cannot be determined.
    private static func megabytes() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return kilobytes / 1024
    }

    @Test("An import takes the time that Apple's rate allows and at most a tenth more, and keeps to the rate")
    func rate() async throws {
        let isFull = TestScale.factor > 1
        // The Sandbox has a tenth of the rate, so that a few rows take long enough.
        let count = isFull ? 100_000 : 900
        let perSecond = isFull ? 50.0 : 5.0
        let (repository, folder) = try Self.makeRepository()
        let stage = try ImportStage(repository: repository)
        let world = isFull ? stage.production : stage.sandbox
        let ids = try (0..<count).map { try stage.buy("pro.monthly", by: "customer-\($0)", in: world) }
        let lines = ids.enumerated().map { "\($0.element),owner-\($0.offset)\n" }.joined()
        let job = try await stage.submit("originalTransactionId,owner\n" + lines)
        let before = stage.production.now.milliseconds
        let memory = Self.megabytes()
        let after = try await stage.workOff(job)
        let elapsed = Double(stage.production.now.milliseconds - before) / 1000
        #expect(after.counts == ImportJob.Counts(rows: Int64(count), done: Int64(count), failed: 0))
        let allowed = Double(count) / perSecond
        #expect(elapsed <= allowed * 1.1, "\(elapsed) of \(allowed) seconds")
        // The burst is a minute's worth; all other requests follow the rate.
        #expect(elapsed >= allowed - 60, "\(elapsed) of \(allowed) seconds")
        if isFull, let memory, let now = Self.megabytes() {
            // The simulated App Store remembers what it signed; the import itself keeps nothing in memory.
            let metrics = "\(count) rows: \(elapsed) s of the world's clock, \(memory) MB before, \(now) MB after\n"
            try FileHandle.standardError.write(contentsOf: Data(metrics.utf8))
        }
        await repository.close()
        try FileManager.default.removeItem(at: folder)
    }

    @Test(
        "The memory of an upload does not depend on the length of the file",
        .enabled(if: Self.megabytes() != nil),
        .timeLimit(.minutes(10))
    )
    func flatMemory() async throws {
        // A separate process, so that the memory of other tests does not count.
        await #expect(processExitsWith: .success) {
            let (repository, folder) = try Self.makeRepository()
            let stage = try ImportStage(repository: repository)
            var reception = try await stage.imports.begin(
                for: stage.app.name,
                format: .csv,
                publishesEvents: false,
                by: "ada"
            )
            try await reception.take(Array("originalTransactionId,owner,consumed\n".utf8))
            var settled: Int?
            let pieces = 40 * Int(TestScale.factor)
            for piece in 0..<pieces {
                let rows = (0..<1000).map { "2000000\(piece * 1000 + $0),owner-\(piece * 1000 + $0),35.5\n" }.joined()
                try await reception.take(Array(rows.utf8))
                if piece == pieces / 10 { settled = Self.megabytes() }
            }
            let job = try await reception.finish()
            #expect(job.counts.rows == Int64(pieces * 1000))
            let before = try #require(settled)
            let now = try #require(Self.megabytes())
            #expect(now - before < 64, "\(before) MB, then \(now) MB")
            await repository.close()
            try FileManager.default.removeItem(at: folder)
        }
    }
}
