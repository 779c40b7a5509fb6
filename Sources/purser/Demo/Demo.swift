import AppStore
import AppStoreSimulator
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Logging
import Metrics
import NIOCore
import Observability
import PurserService
import ServiceLifecycle
import UnixSignals

/// `purser demo`: simulates a year of the App Store and of the ledger in seconds, both in one process.
struct Demo: AsyncParsableCommand {
    /// The name and the help.
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Simulate a subscriber's year, then a shop's with 1,000 customers.",
        discussion: """
            Example:
              purser demo
              purser demo --once
              purser demo --customers 0

            The simulated App Store sends its notifications over HTTP to the real server, which verifies and records
            them and returns the customers' entitlements: first those of two customers, event by event, then those of
            many, in a year with trials, failed payments, refunds and disputes, whose last hours raise alarms.
            Afterwards, server and store keep running for you to try, and a link opens the dashboard, signed in; with
            --once they end, and the last line is a summary in JSON.
            """
    )

    private static let maximumCustomers = 100_000

    /// Whether it ends after the story.
    @Flag(help: "End after the story; the last line is a summary in JSON.")
    var once = false

    /// The seed of all random values.
    @Option(help: "The seed of the simulated store.")
    var seed: UInt64 = 7

    /// The number of customers of the year.
    @Option(help: "The number of customers of the year after the story.")
    var customers = 1000

    /// Refuses a number of customers that no year has.
    func validate() throws {
        guard (0...Self.maximumCustomers).contains(self.customers) else {
            throw ValidationError("--customers: \(self.customers) is not a number from 0 to \(Self.maximumCustomers).")
        }
    }

    /// Runs the story.
    func run() async throws {
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = .error
            return handler
        }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("purser-demo-\(ProcessInfo.processInfo.processIdentifier)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }

        let metrics = MetricsRegistry(help: ServerMetrics.help, spans: ServerMetrics.spans)
        MetricsSystem.bootstrap(metrics)
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        let environment = try DemoEnvironment(
            folder: folder,
            seed: self.seed,
            storePort: try await ListeningPort.free(),
            client: client,
            metrics: metrics
        )
        try await environment.open()
        let (urls, continuation) = AsyncStream<String>.makeStream()
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: environment.services { continuation.yield($0) },
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "demo")
            )
        )
        let (once, customers, seed) = (self.once, self.customers, self.seed)
        let agreed = try await withThrowingTaskGroup(of: Bool?.self) { tasks in
            tasks.addTask {
                let outcome: Result<Void, any Error>
                do {
                    outcome = .success(try await group.run())
                } catch {
                    outcome = .failure(error)
                }
                await environment.close()
                try? await client.shutdown()
                continuation.finish()
                try outcome.get()
                return nil
            }
            tasks.addTask {
                var iterator = urls.makeAsyncIterator()
                guard let store = await iterator.next(), let server = await iterator.next() else { return nil }
                let addresses = [store, server]
                let summary = try await DemoStory(
                    environment: environment,
                    addresses: addresses,
                    client: client,
                    customers: customers,
                    seed: seed
                ).play()
                if once {
                    StandardStream.output.write(line: summary.json)
                    await group.triggerGracefulShutdown()
                } else {
                    await environment.watch.follow()
                    try await DemoStory.invite(environment: environment, addresses: addresses)
                }
                return summary.agrees
            }
            var verdict = true
            for try await result in tasks where result == false { verdict = false }
            return verdict
        }
        if !agreed { throw ExitStatus.negative.error }
    }
}
