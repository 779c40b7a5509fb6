import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserTesting

/// The rate of spending coins, each durable on SQLite before it is answered: by 64 clients from many wallets, and by
/// all of them from one, which must stay exact.
struct WalletBenchmark {
    /// The folder for the database.
    let folder: String

    private static let clients = 64
    private static let wallets = 2000
    private static let spendings = 24_000
    private static let coin = CoinName("gems")

    /// The result of one run.
    private struct Run {
        let perSecond: Double
        let unitsPerCommit: Double
        /// The latencies in milliseconds, shortest first.
        let latencies: [Double]

        func percentile(_ percent: Int) -> Double {
            self.latencies[min(self.latencies.count - 1, self.latencies.count * percent / 100)]
        }
    }

    /// Measures on a fresh database.
    func measure() async throws -> [Measurement] {
        let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        let repository = try SQLiteRepository(path: "\(self.folder)/wallets.db", logger: logger) { error in
            preconditionFailure("The disk failed: \(error.code)")
        }
        try await self.fill(repository)
        var runs: [(many: Run, one: Run)] = []
        for turn in 0..<3 {
            let many = try await self.run(repository, turn: turn) { Self.name($0 % Self.wallets) }
            let one = try await self.run(repository, turn: turn + 3) { _ in Self.name(Self.wallets) }
            runs.append((many, one))
        }
        try await self.requireExact(repository)
        await repository.close()
        func median(_ value: ((many: Run, one: Run)) -> Double) -> Double {
            runs.map(value).sorted()[runs.count / 2]
        }
        let perSecond = median { $0.many.perSecond }
        let p99 = median { $0.many.percentile(99) }
        let ratio = median { $0.one.percentile(50) / $0.many.percentile(50) }
        let tail = median { $0.one.percentile(99) / $0.many.percentile(99) }
        return [
            .judged(
                "spendings, durable on SQLite, \(Self.clients) clients",
                "\(Int(perSecond))/s",
                target: ">= 3000/s",
                perSecond >= 3000
            ),
            .judged("  p99", "\(p99.rounded1) ms", target: "< 30 ms", p99 < 30),
            .scale("  p50", "\(median { $0.many.percentile(50) }.rounded1) ms"),
            .scale("  spendings per commit", median { $0.many.unitsPerCommit }.rounded1),
            .judged(
                "one wallet, \(Self.clients) clients: p50 and p99, to those of many",
                "\(ratio.rounded2) and \(tail.rounded2)",
                target: "<= 3.00",
                ratio <= 3 && tail <= 3
            ),
            .scale("  one wallet", "\(Int(median { $0.one.perSecond }))/s"),
        ]
    }

    private static func name(_ number: Int) -> WalletName {
        WalletName(
            app: Sample.app,
            environment: .production,
            customer: Sample.customer("customer-\(number)"),
            coin: Self.coin
        )
    }

    /// Gives each wallet some lots, the last one larger than everything that is spent.
    private func fill(_ repository: SQLiteRepository) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0...Self.wallets {
                group.addTask {
                    for lot in 0..<3 {
                        let order = WalletRequest(
                            .grant(1_000_000, expiresAt: nil),
                            cause: .operator,
                            key: "lot-\(lot)",
                            reason: "benchmark",
                            at: Sample.beginning
                        )
                        _ = try await repository.write { unit in
                            try unit.carryOut(order, on: Self.name(number), terms: Coin())
                        }.get()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func run(
        _ repository: SQLiteRepository,
        turn: Int,
        wallet: @escaping @Sendable (Int) -> WalletName
    ) async throws -> Run {
        let clock = ContinuousClock()
        let before = repository.statistics
        let start = clock.now
        let latencies = try await withThrowingTaskGroup(of: [Double].self) { group in
            for client in 0..<Self.clients {
                group.addTask {
                    var latencies: [Double] = []
                    for number in stride(from: client, to: Self.spendings, by: Self.clients) {
                        let order = WalletRequest(
                            .spend(1),
                            cause: .call,
                            key: "spend-\(turn)-\(number)",
                            reason: "a sword",
                            by: "benchmark",
                            at: Sample.beginning
                        )
                        let begun = clock.now
                        _ = try await repository.write { unit in
                            try unit.carryOut(order, on: wallet(number), terms: Coin())
                        }.get()
                        latencies.append((clock.now - begun).milliseconds)
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let seconds = (clock.now - start).seconds
        let after = repository.statistics
        return Run(
            perSecond: Double(Self.spendings) / seconds,
            unitsPerCommit: Double(after.units - before.units) / Double(max(1, after.commits - before.commits)),
            latencies: latencies.sorted()
        )
    }

    /// Requires that no coin was lost or created.
    private func requireExact(_ repository: SQLiteRepository) async throws {
        let name = Self.name(Self.wallets)
        let walletBalances = try await repository.read { view in
            try view.wallets(
                of: name.customer,
                app: name.app,
                environment: name.environment
            )
        }
        let spent = Int64(3 * Self.spendings)
        precondition(walletBalances.first?.balance == 3_000_000 - spent, "Every spending took one coin.")
        precondition(walletBalances.first?.movementCount == spent + 3, "Every spending is one movement.")
    }
}
