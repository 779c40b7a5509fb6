import Foundation
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Synchronization
import Testing

/// Random programs against the server and its real rules; see `docs/concepts/explorer.md`.
@Suite struct ExplorerTests {
    /// The seeds to play: those in the environment variable `PURSER_EXPLORER_SEEDS`, such as `925-927`, or a default
    /// number.
    static let seeds: ClosedRange<UInt64> = Self.chosenSeeds ?? 1...(200 * TestScale.factor)

    private static var chosenSeeds: ClosedRange<UInt64>? {
        let ends = ProcessInfo.processInfo.environment["PURSER_EXPLORER_SEEDS"]?.split(separator: "-")
            .compactMap { UInt64($0) }
        guard let ends, let first = ends.first, let last = ends.last, first <= last else { return nil }
        return first...last
    }

    private static let plays = Atomic<Int>(0)

    @Test("Every invariant holds at every checkpoint, whatever happens in the store", .timeLimit(.minutes(30)))
    func invariants() async throws {
        let total = Mutex(SometimesCounts())
        try await withThrowingTaskGroup(of: Void.self) { group in
            var waiting = Self.seeds.makeIterator()
            let play: @Sendable (UInt64) async throws -> Void = { seed in
                let program = ExplorerAuthor.program(seed: seed)
                let report: ExplorerReport
                do {
                    report = try await Self.play(program)
                } catch {
                    // A thrown error would cancel the concurrent programs.
                    Issue.record("Seed \(seed): \(error): \(try ExplorerArchive.save(program))")
                    return
                }
                total.withLock { $0.add(report.counts) }
                if let trouble = report.trouble { try await Self.report(trouble, report.program) }
            }
            for _ in 0..<2 { if let seed = waiting.next() { group.addTask { try await play(seed) } } }
            while try await group.next() != nil {
                if let seed = waiting.next() { group.addTask { try await play(seed) } }
            }
        }
        let counts = total.withLock { $0 }
        let needed: [Sometimes] = [
            .graceEntered, .billingRetryEntered, .familyShared, .familyRevoked, .prorated,
            .healed, .pageTwo, .seatsAdded, .seatsRefunded, .seatAssigned, .fewerSeats, .orderFulfilled,
            .orderPaidWrongly, .orderPaidTwice, .orderCanceled,
        ]
        // One customer in hundreds pays after all, so only many seeds are certain to contain one.
        let rare: [Sometimes] = TestScale.factor > 1 ? [.recovered] : []
        for event in needed + rare {
            #expect(counts[event] > 0, "no program reached \(event.rawValue); reached were \(counts.line)")
        }
        #expect(counts[.fullyReceived] > counts[.partlyReceived] * 4, "too little is told for the checks to be strict")
    }

    @Test("A seed plays the same way twice", arguments: [3, 17, 43, 101] as [UInt64])
    func deterministic(seed: UInt64) async throws {
        let program = ExplorerAuthor.program(seed: seed)
        let first = try await Self.play(program)
        let second = try await Self.play(program)
        #expect(first.journal == second.journal)
        #expect(!first.journal.isEmpty)
        #expect(first.journal != (try await Self.play(ExplorerAuthor.program(seed: seed + 1))).journal)
    }

    @Test("Every invariant holds on PostgreSQL too", .timeLimit(.minutes(30)))
    func postgreSQL() async throws {
        for seed in 1...(4 * TestScale.factor) as ClosedRange<UInt64> {
            var program = ExplorerAuthor.program(seed: 1000 + seed)
            // This also opens the server anew.
            program.usesFile = true
            let report = try await ExplorerRun.play(program) { _ in try await PostgreSQLDatabase.copied().underTest() }
            #expect(report.trouble == nil, "seed \(program.seed): \(String(describing: report.trouble))")
        }
    }

    /// The file of a program to play, from the environment variable `PURSER_EXPLORER_PLAY`.
    static let fileToPlay = ProcessInfo.processInfo.environment["PURSER_EXPLORER_PLAY"]

    @Test("A program in a file is played again and printed line by line", .enabled(if: Self.fileToPlay != nil))
    func playedAgain() async throws {
        let file = try #require(Self.fileToPlay)
        let report = try await Self.play(ExplorerArchive.program(at: file))
        let journal = report.journal.joined(separator: "\n") + "\n"
        try journal.write(toFile: file + ".journal", atomically: true, encoding: .utf8)
        #expect(report.trouble == nil)
    }

    /// Plays a program on the repository that it names.
    static func play(_ program: ExplorerProgram, flaw: ExplorerFlaw? = nil) async throws -> ExplorerReport {
        guard program.usesFile else { return try await ExplorerRun.play(program, flaw: flaw) }
        // A separate one, because two tests may play one seed at the same time.
        let play = Self.plays.wrappingAdd(1, ordering: .relaxed).newValue
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "purser-explorer-\(getpid())-\(play)"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await ExplorerRun.play(program, flaw: flaw) { _ in
            let open: @Sendable () throws -> SQLiteRepository = {
                try SQLiteRepository(
                    path: folder.appending(path: "purser.db").path,
                    logger: Logger(label: "explorer") { _ in SwiftLogNoOpLogHandler() }
                ) { _ in }
            }
            return RepositoryUnderTest(try open()) { try open() }
        }
    }

    /// Shortens a failing program, stores it, and records its path.
    static func report(_ trouble: ExplorerViolation, _ program: ExplorerProgram) async throws {
        let shrinker = ExplorerShrinker { candidate in try await Self.play(candidate).trouble }
        let (short, how) = try await shrinker.shrink(program, trouble)
        let path = try ExplorerArchive.save(short)
        Issue.record("Seed \(program.seed), \(how), after \(short.steps.count) steps: \(path)")
    }
}
