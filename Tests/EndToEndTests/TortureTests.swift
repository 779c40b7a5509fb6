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

    @Test("Whatever is done to the server, it keeps what it acknowledged")
    func keeps() throws {
        let run = try Self.run(["--seed", "7", "--seconds", "6"])
        #expect(run.status == 0, "\(run.output)\(run.complaints)")
        #expect(Self.number("broken promises", in: run) == 0)
        // A run in which nothing happened would prove nothing.
        #expect((Self.number("lives", in: run) ?? 0) > 2)
        #expect((Self.number("messages acknowledged", in: run) ?? 0) > 50)
        #expect((Self.number("events, numbered without gaps", in: run) ?? 0) > 50)
        #expect((Self.number("events that arrived at receivers", in: run) ?? 0) > 100)
        #expect((Self.number("notifications relayed", in: run) ?? 0) > 10)
        for row in ["  refused", "    of which sent elsewhere", "  taken, and the answer lost"] {
            #expect((Self.number(row, in: run) ?? 0) > 0, "\(row)")
        }
    }

    @Test(
        "A disk that lies about syncs, a sender that counts too early and a receiver that was not told are found out",
        arguments: [("disk-lies", ""), ("answers-early", ""), ("forgets-arrival", "the fulfiller was")]
    )
    func flaws(flaw: String, said: String) throws {
        // In two seconds nothing may happen that shows it, so a few more seeds have their turn.
        for seed in 8..<16 {
            let run = try Self.run(["--seed", "\(seed)", "--seconds", "2", "--flaw", flaw])
            if run.status == 0 { continue }
            #expect(run.status == 1, "\(run.output)\(run.complaints)")
            #expect(run.lines.contains { $0.hasPrefix("BROKEN: \(said)") }, "\(run.output)")
            return try Self.removeFiles(of: run)
        }
        Issue.record("Nobody noticed.")
    }

    /// Removes what a run with a broken promise has kept.
    private static func removeFiles(of run: Binary.Run) throws {
        guard let folder = run.lines.first?.components(separatedBy: "files in ").last else { return }
        try FileManager.default.removeItem(atPath: folder)
    }
}
