import Foundation

/// Measures every number that the documentation quotes, in one run on one machine, each beside its target.
///
/// `benchmark verification receipts intake neighbors slow-clients purchases wallets refunds reports reconciliation
/// watch webhooks subscribers postgresql figures dashboard simulator process` measures only the named parts.
@main
struct Benchmark {
    static func main() async throws {
        if CommandLine.arguments.count == 3, CommandLine.arguments[1] == ReceiptBenchmark.memoryPart {
            return try ReceiptBenchmark.printMemory(folder: CommandLine.arguments[2])
        }
        if CommandLine.arguments.count == 3, CommandLine.arguments[1] == ReconciliationBenchmark.part {
            return try await ReconciliationBenchmark.printMonth(folder: CommandLine.arguments[2])
        }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("purser-benchmark-\(ProcessInfo.processInfo.processIdentifier)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }

        print(
            "Measurements are ratios to `raw`, the P-256 verifications of a ready digest per second on one core of this"
        )
        print("machine, measured in the same run. Medians of several runs; the load generator shares the cores.\n")
        var measurements: [Measurement] = []
        func show(_ new: [Measurement]) {
            for measurement in new { print(measurement.line) }
            // Flushes each line, so that a reader of the file sees each measurement when it is ready, even if a later
            // one fails.
            fflush(nil)
            measurements += new
        }
        let named = Set(CommandLine.arguments.dropFirst())
        func isWanted(_ part: String) -> Bool { named.isEmpty || named.contains(part) }
        show([.scale("raw: P-256 verifications, per core", "\(Int(try Rate.raw()))/s")])
        if isWanted("verification") {
            show(try await VerificationBenchmark.measure(.short, target: 0.75))
            show(try await VerificationBenchmark.measure(.apple, target: 0.70))
        }
        if isWanted("receipts") { show(try ReceiptBenchmark(folder: folder).measure()) }
        if isWanted("intake") { show(try await IntakeBenchmark().measure(folder: folder)) }
        if isWanted("neighbors") { show(try await NeighborBenchmark(folder: folder).measure()) }
        if isWanted("slow-clients") { show(try await SlowClientBenchmark(folder: folder).measure()) }
        if isWanted("purchases") { show(try await PurchaseBenchmark().measure(folder: folder)) }
        if isWanted("wallets") { show(try await WalletBenchmark(folder: folder).measure()) }
        if isWanted("refunds") { show(try await RefundBenchmark(folder: folder).measure()) }
        if isWanted("reports") { show(try await ReportBenchmark(folder: folder).measure()) }
        if isWanted("reconciliation") { show(try await ReconciliationBenchmark(folder: folder).measure()) }
        if isWanted("watch") { show(try await WatchBenchmark(folder: folder).measure()) }
        if isWanted("webhooks") { show(try await WebhookBenchmark(folder: folder).measure()) }
        if isWanted("subscribers") { show(try await SubscriberBenchmark(folder: folder).measure()) }
        // A tenth of the subscribers, and a hundredth, for a quick look at the effect of a change.
        for (part, count) in [("subscribers-1m", 1_000_000), ("subscribers-100k", 100_000)] where named.contains(part) {
            show(try await SubscriberBenchmark(folder: folder, count: count).measure())
        }
        if isWanted("postgresql") { try await PostgreSQLBenchmark(folder: folder).measure(show) }
        // The same without subscribers, and only with a tenth and a hundredth of them.
        for (part, count) in [("postgresql-intake", nil), ("postgresql-1m", 1_000_000), ("postgresql-100k", 100_000)]
        where named.contains(part) {
            try await PostgreSQLBenchmark(folder: folder, count: count, measuresIntake: count == nil).measure(show)
        }
        if isWanted("figures") { show(try await FigureBenchmark(folder: folder).measure()) }
        if isWanted("dashboard") { try await DashboardBenchmark(folder: folder).measure(show) }
        for (part, count) in [("dashboard-10m", 10_000_000), ("dashboard-100k", 100_000)] where named.contains(part) {
            try await DashboardBenchmark(folder: folder, count: count).measure(show)
        }
        if isWanted("simulator") { show(try await SimulatorBenchmark().measure()) }
        if isWanted("process") { show(try await ProcessBenchmark(folder: folder).measure()) }

        let missed = measurements.filter { $0.isReached == false }
        print("\n\(measurements.count { $0.isReached == true }) reached, \(missed.count) not reached")
    }
}
