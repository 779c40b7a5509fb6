import Foundation
import Testing

/// The short form of `make torture`: the real server, killed and starved on a disk that keeps only what was synced.
@Suite(.serialized, .onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct TortureTests {
    private static func run(_ arguments: [String]) throws -> Binary.Run {
        try Binary.run(arguments, of: "torture", in: TemporaryFolder())
    }

    /// The number in a row of the table at the end.
    private static func number(_ row: String, in run: Binary.Run) -> Int? {
        run.lines.first { $0.hasPrefix(row) }?.split(separator: " ").last.flatMap { Int($0) }
    }

    @Test("With any faults, the server keeps what it acknowledged")
    func keeps() throws {
        // A run in which nothing happened would prove nothing; a slow machine takes longer until enough has.
        let wanted = [
            ("lives", 3), ("messages acknowledged", 50), ("events, numbered without gaps", 50),
            ("events that arrived at receivers", 100), ("notifications relayed", 10), ("  refused", 1),
            ("    of which sent elsewhere", 1), ("  taken, and the answer lost", 1),
        ]
        var missing: [String] = []
        for (seed, seconds) in [(7, 6), (8, 15), (9, 60)] {
            let run = try Self.run(["--seed", "\(seed)", "--seconds", "\(seconds)"])
            #expect(run.status == 0, "\(run.output)\(run.complaints)")
            #expect(Self.number("broken promises", in: run) == 0)
            missing = wanted.filter { row, least in (Self.number(row, in: run) ?? 0) < least }.map(\.0)
            if missing.isEmpty || run.status != 0 { return }
        }
        Issue.record("too few: \(missing)")
    }

    @Test(
        "A disk that lies about syncs, a sender that counts too early and a receiver without its events are found",
        arguments: [("disk-lies", ""), ("answers-early", ""), ("forgets-arrival", "the fulfiller was")]
    )
    func flaws(flaw: String, said: String) throws {
        // In two seconds nothing may happen that shows it, so a few more seeds have their turn.
        for seed in 8..<16 {
            let run = try Self.run(["--seed", "\(seed)", "--seconds", "2", "--flaw", flaw])
            if run.status == 0 { continue }
            try Self.removeFiles(of: run)
            guard run.lines.contains(where: { $0.hasPrefix("BROKEN: ") }) else { continue }
            #expect(run.status == 1, "\(run.output)\(run.complaints)")
            #expect(run.lines.contains { $0.hasPrefix("BROKEN: \(said)") }, "\(run.output)")
            return
        }
        Issue.record("The flaw was not noticed.")
    }

    /// Removes what a run with a broken promise has kept.
    private static func removeFiles(of run: Binary.Run) throws {
        guard let folder = run.lines.first?.components(separatedBy: "files in ").last else { return }
        try FileManager.default.removeItem(atPath: folder)
    }
}
