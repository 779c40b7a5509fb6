import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite

/// The rate of notifications through HTTP, verified and durable on SQLite, with the load generator on the same two
/// cores; and the latency of an acknowledgment at half of that rate.
struct IntakeBenchmark {
    /// The number of connections that Apple keeps open, unless another number is measured.
    static let connections = 64

    /// Measures on a fresh database in this folder.
    func measure(folder: String) async throws -> [Measurement] {
        var measurements: [Measurement] = []
        var ratios: [(ratio: Double, perSecond: Double, perCommit: Double, microseconds: Double)] = []
        for run in 0..<3 {
            let raw = try Rate.raw()
            let outcome = try await self.run(count: 12_000, folder: folder, name: "full-\(run)", perSecond: nil)
            precondition(outcome.load.failed == 0, "Every notification is acknowledged.")
            ratios.append(
                (
                    outcome.load.perSecond / (raw / 3), outcome.load.perSecond, outcome.unitsPerCommit,
                    outcome.load.processorSeconds * 1e6 / Double(outcome.load.succeeded)
                )
            )
        }
        let middle = ratios.sorted { $0.ratio < $1.ratio }[1]
        measurements.append(
            .judged(
                "through HTTP, verified, durable, two cores",
                "\(Int(middle.perSecond))/s = \(middle.ratio.rounded2) raw/3",
                target: ">= 0.50 raw/3",
                middle.ratio >= 0.5
            )
        )
        measurements.append(
            .scale("  processor time for each, load generator included", "\(Int(middle.microseconds)) us")
        )
        measurements.append(.scale("  units per commit at that load", middle.perCommit.rounded1))
        let half = try await self.run(
            count: Int(middle.perSecond * 2.5),
            folder: folder,
            name: "half",
            perSecond: middle.perSecond / 2
        )
        let p99 = half.load.percentile(99).milliseconds
        measurements.append(
            .judged("acknowledgment p99 at half load", "\(p99.rounded1) ms", target: "< 25 ms", p99 < 25)
        )
        measurements.append(
            .scale("  p50 at half load", "\(half.load.percentile(50).milliseconds.rounded1) ms")
        )
        for connections in [1, 16, 64, 256] {
            let count = connections == 1 ? 2000 : 8000
            let outcome = try await self.run(
                count: count,
                folder: folder,
                name: "wide-\(connections)",
                perSecond: nil,
                connections: connections
            )
            precondition(outcome.load.failed == 0, "Every notification is acknowledged.")
            let p99 = outcome.load.percentile(99).milliseconds.rounded1
            measurements.append(
                .scale(
                    "  with \(connections) connection\(connections == 1 ? "" : "s")",
                    "\(Int(outcome.load.perSecond))/s, \(outcome.unitsPerCommit.rounded1) a commit, p99 \(p99) ms"
                )
            )
        }
        return measurements
    }

    private func run(
        count: Int,
        folder: String,
        name: String,
        perSecond: Double?,
        connections: Int = Self.connections
    ) async throws -> (load: LoadGenerator.Outcome, unitsPerCommit: Double) {
        let corpus = try NotificationCorpus(count: count, chain: .short)
        let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        let path = "\(folder)/\(name).db"
        let repository = try SQLiteRepository(path: path, logger: logger) { error in
            preconditionFailure("The disk failed: \(error.code)")
        }
        let load = try await IntakeRun(nodes: [repository], corpus: corpus)
            .send(perSecond: perSecond, connections: connections)
        let commits = repository.statistics.commits
        await repository.close()
        return (load, Double(count) / Double(max(1, commits)))
    }
}
