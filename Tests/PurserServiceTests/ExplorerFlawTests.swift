import Foundation
import PurserTesting
import Testing

/// The other side of `ExplorerTests`: a server that is wrong is caught, and by a program that a person can read.
@Suite struct ExplorerFlawTests {
    /// How many seeds a flaw may go unnoticed for.
    private static let patience: UInt64 = 120

    @Test("A server that is wrong on purpose is caught by a short program", arguments: ExplorerFlaw.allCases)
    func caught(flaw: ExplorerFlaw) async throws {
        for seed in 1...Self.patience {
            var program = ExplorerAuthor.program(seed: seed)
            program.usesFile = false
            guard let trouble = try await ExplorerRun.play(program, flaw: flaw).trouble else { continue }
            let shrinker = ExplorerShrinker(budget: 300) { try await ExplorerRun.play($0, flaw: flaw).trouble }
            let (short, how) = try await shrinker.shrink(program, trouble)
            #expect(how.invariant == trouble.invariant)
            #expect(short.steps.count <= 8, "seed \(seed), \(how): \(short.steps)")
            #expect(short.steps.count <= program.steps.count)
            #expect(try await ExplorerRun.play(short).trouble == nil, "the program must only fail with the flaw")
            return
        }
        Issue.record("No program caught \(flaw.rawValue).")
    }

    @Test("A program is read from its file as it was written")
    func archive() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "purser-explorer-archive")
        defer { try? FileManager.default.removeItem(at: folder) }
        for seed in 1...20 as ClosedRange<UInt64> {
            let program = ExplorerAuthor.program(seed: seed)
            let path = try ExplorerArchive.save(program, in: folder)
            #expect(try ExplorerArchive.program(at: path) == program)
        }
    }
}
