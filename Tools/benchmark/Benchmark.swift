import Foundation

/// Measures every figure that the documents quote, in one run on one machine, each beside its target.
///
/// `benchmark verification receipts intake neighbours strangers purchases wallets refunds reports reconciliation watch
/// webhooks subscribers postgresql simulator process` measures only the parts that are named.
@main
struct Benchmark {
    static func main() async throws {
        if CommandLine.arguments.count == 3, CommandLine.arguments[1] == ReceiptFigures.memoryPart {
            return try ReceiptFigures.printMemory(folder: CommandLine.arguments[2])
        }
        if CommandLine.arguments.count == 3, CommandLine.arguments[1] == ReconciliationFigures.part {
            return try await ReconciliationFigures.printMonth(folder: CommandLine.arguments[2])
        }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("purser-benchmark-\(ProcessInfo.processInfo.processIdentifier)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }

        print("Figures are ratios to `raw`, the P-256 verifications of a ready digest per second on one core of this")
        print("machine, measured in the same run. Medians of several runs; the load maker shares the cores.\n")
        var figures: [Figure] = []
        func show(_ new: [Figure]) {
            for figure in new { print(figure.line) }
            // Whoever reads a file sees each figure when it is ready, also when a later one breaks it off.
            fflush(nil)
            figures += new
        }
        let named = Set(CommandLine.arguments.dropFirst())
        func isWanted(_ part: String) -> Bool { named.isEmpty || named.contains(part) }
        show([.scale("raw: P-256 verifications, per core", "\(Int(try Rate.raw()))/s")])
        if isWanted("verification") {
            show(try await VerificationFigures.measure(.short, target: 0.75))
            show(try await VerificationFigures.measure(.apple, target: 0.70))
        }
        if isWanted("receipts") { show(try ReceiptFigures(folder: folder).measure()) }
        if isWanted("intake") { show(try await IntakeFigures().measure(folder: folder)) }
        if isWanted("neighbours") { show(try await NeighbourFigures(folder: folder).measure()) }
        if isWanted("strangers") { show(try await StrangerFigures(folder: folder).measure()) }
        if isWanted("purchases") { show(try await PurchaseFigures().measure(folder: folder)) }
        if isWanted("wallets") { show(try await WalletFigures(folder: folder).measure()) }
        if isWanted("refunds") { show(try await RefundFigures(folder: folder).measure()) }
        if isWanted("reports") { show(try await ReportFigures(folder: folder).measure()) }
        if isWanted("reconciliation") { show(try await ReconciliationFigures(folder: folder).measure()) }
        if isWanted("watch") { show(try await WatchFigures(folder: folder).measure()) }
        if isWanted("webhooks") { show(try await WebhookFigures(folder: folder).measure()) }
        if isWanted("subscribers") { show(try await SubscriberFigures(folder: folder).measure()) }
        // A tenth of the crowd, and a hundredth, to see in passing what a change does.
        for (part, count) in [("crowd", 1_000_000), ("few", 100_000)] where named.contains(part) {
            show(try await SubscriberFigures(folder: folder, count: count).measure())
        }
        if isWanted("postgresql") { try await PostgreSQLFigures(folder: folder).measure(show) }
        // The same without its subscribers, and with a tenth and a hundredth of them alone.
        for (part, count) in [("postgresql-intake", nil), ("postgresql-crowd", 1_000_000), ("postgresql-few", 100_000)]
        where named.contains(part) {
            try await PostgreSQLFigures(folder: folder, count: count, measuresIntake: count == nil).measure(show)
        }
        if isWanted("simulator") { show(try await SimulatorFigures().measure()) }
        if isWanted("process") { show(try await ProcessFigures(folder: folder).measure()) }

        let missed = figures.filter { $0.isReached == false }
        print("\n\(figures.count { $0.isReached == true }) reached, \(missed.count) not reached")
    }
}
