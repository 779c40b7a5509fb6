import Foundation
import PurserTesting
import Testing

/// The counterpart of `ExplorerTests`: a faulty server is detected, with a program that is short enough to read.
@Suite struct ExplorerFlawTests {
    /// The maximum number of seeds for which a flaw may remain undetected.
    private static let patience: UInt64 = 120

    @Test("A server with a deliberate flaw is detected by a short program", arguments: ExplorerFlaw.allCases)
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

    @Test("A program that is written to a file is read unchanged")
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
