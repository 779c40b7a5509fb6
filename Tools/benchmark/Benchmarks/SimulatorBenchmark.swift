import AppStore
import AppStoreSimulator
import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The cost of a simulated App Store: a new world, a year of many subscribers, and signed notifications.
struct SimulatorBenchmark {
    /// The number of subscribers of the long year.
    private static let subscribers = 100_000
    /// When worlds start: 1 January 2026.
    private static let start = Timestamp(milliseconds: 1_767_225_600_000)

    /// Returns all measurements.
    func measure() async throws -> [Measurement] {
        let ready = try Rate.median(of: 5) { try Self.seconds { _ = try Self.world(seed: 7) } }
        let template = try Self.world(seed: 7)
        let reset = Rate.median(of: 5) { Self.seconds { _ = template.copy() } }
        var measurements = [
            Measurement.judged("a world ready", "\((ready * 1000).rounded1) ms", target: "< 50 ms", ready < 0.05),
            Measurement.judged("a world reset", "\((reset * 1000).rounded1) ms", target: "< 20 ms", reset < 0.02),
        ]
        let tenth = try Self.year(of: Self.subscribers / 10)
        let whole = try Self.year(of: Self.subscribers)
        measurements.append(.scale("a year of \(Self.subscribers / 10) subscribers", "\(tenth.seconds.rounded1) s"))
        measurements.append(
            .judged(
                "a year of \(Self.subscribers) subscribers",
                "\(whole.seconds.rounded1) s, \(whole.notifications) notifications",
                target: "< 60 s",
                whole.seconds < 60
            )
        )
        measurements.append(
            .judged(
                "its memory afterwards",
                "\((whole.bytes / 1_000_000).rounded1) MB",
                target: "< 1000 MB",
                whole.bytes < 1_000_000_000
            )
        )
        let signed = try Self.signedPerSecond()
        measurements.append(
            .judged("notifications signed, per core", "\(Int(signed))/s", target: ">= 2000/s", signed >= 2000)
        )
        let sent = try await Self.sentPerCPUSecond()
        measurements.append(
            .judged(
                "notifications signed and sent, per core, receiver included",
                "\(Int(sent))/s",
                target: ">= 2000/s",
                sent >= 2000
            )
        )
        return measurements
    }

    /// Returns the number of notifications created, signed, posted to a receiver in this process and answered in a
    /// second of processor time.
    private static func sentPerCPUSecond() async throws -> Double {
        let router = Router()
        router.post("notifications") { request, _ in
            _ = try await request.body.collect(upTo: 1 << 20)
            return HTTPResponse.Status.ok
        }
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) },
            logger: Logger(label: "receiver", factory: { _ in SwiftLogNoOpLogHandler() })
        )
        let serving = Task { try await application.run() }
        defer { serving.cancel() }
        var iterator = ports.makeAsyncIterator()
        let address = "http://127.0.0.1:\(await iterator.next() ?? 0)/notifications"
        let world = try Self.world(seed: 17)
        try world.setNotificationURL(address)
        for number in 0..<3000 {
            var action = WorldAction(.buy)
            action.customer = "c\(number)"
            action.product = "pro.monthly"
            try world.perform(action)
        }
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        let sender = NotificationSender(client: client)
        let before = Self.processorSeconds()
        await world.deliver(to: sender.receiver)
        let seconds = Self.processorSeconds() - before
        try await client.shutdown()
        let delivered = world.deliveries.filter(\.isDelivered).count
        return Double(delivered) / seconds
    }

    /// Returns the processor time of this process so far, in seconds.
    private static func processorSeconds() -> Double {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func world(seed: UInt64) throws -> World {
        try World(
            seed: seed,
            startingAt: Self.start,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, profile: .production),
            catalog: WorldCatalog([
                .subscription(
                    "pro.monthly",
                    group: "pro",
                    period: .month,
                    price: WorldPrice(milliunits: 9990, currency: "USD")
                )
            ])
        )
    }

    /// Simulates a number of monthly subscribers for a year, of whom one arrives each second.
    private static func year(of count: Int) throws -> (seconds: Double, notifications: Int, bytes: Double) {
        let before = try Self.anonymousBytes()
        var world: World?
        let seconds = try Self.seconds {
            let made = try Self.world(seed: 11)
            for number in 0..<count {
                var action = WorldAction(.buy)
                action.customer = "c\(number)"
                action.product = "pro.monthly"
                try made.perform(action)
                try made.advance(by: .milliseconds(100))
            }
            try made.advance(by: .years(1))
            world = made
        }
        let notifications = world?.notificationCount ?? 0
        return (seconds, notifications, try Self.anonymousBytes() - before)
    }

    /// Returns the number of notifications created and signed, with three signatures each, in a second on one core.
    private static func signedPerSecond() throws -> Double {
        let world = try Self.world(seed: 13)
        var action = WorldAction(.buy)
        action.customer = "anna"
        action.product = "pro.monthly"
        guard let notification = try world.perform(action).notifications.first else { return 0 }
        return Rate.median(of: 3) { Rate.perSecond { _ = notification.body } }
    }

    private static func seconds(_ work: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(work).seconds
    }

    private static func anonymousBytes() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        let kilobytes = line?.split(separator: " ").compactMap { Double($0) }.first ?? 0
        return kilobytes * 1024
    }
}
