import Foundation
import Ledger
import Logging
import NIOCore
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting
import Synchronization

/// The rate of webhook deliveries, and the effect of a dead and a slow endpoint on a healthy one.
struct WebhookBenchmark {
    /// The folder for the databases.
    let folder: String

    /// The delay of the slow endpoint's answers.
    private static let slowness = TimeAmount.seconds(5)
    /// The number of units per second that are recorded while the delay until their delivery is measured.
    private static let pace = 200
    /// The number of these units.
    private static let pacedCount = 2000

    /// A run that delivers everything that is pending.
    private struct Drain {
        var perSecond = 0.0
        var microseconds = 0.0
    }

    /// Measures on fresh databases.
    func measure() async throws -> [Measurement] {
        // In pairs, because the speed of a shared machine drifts.
        var drains: [(alone: Drain, beside: Drain)] = []
        for run in 0..<5 {
            let alone = try await self.drain("alone-\(run)", customers: 20_000, eventsEach: 2)
            let beside = try await self.drain("beside-\(run)", customers: 20_000, eventsEach: 2, withTroubled: true)
            drains.append((alone, beside))
        }
        let rate = Self.median(drains.map(\.alone.perSecond))
        let perCore = 1e6 / Self.median(drains.map(\.alone.microseconds))
        let kept = Self.median(drains.map { $0.beside.perSecond / $0.alone.perSecond })
        var measurements: [Measurement] = [
            .judged(
                "webhook deliveries, signed, per core of the sender",
                "\(Int(perCore))/s",
                target: ">= 5000/s",
                perCore >= 5000
            ),
            .scale("  on two cores, the receiver on one of them", "\(Int(rate))/s"),
            .judged(
                "  with a dead and a slow endpoint beside it",
                "\(kept.rounded2) of that",
                target: "> 0.90",
                kept > 0.9
            ),
        ]
        var waits: [(calm: Double, troubled: Double)] = []
        for run in 0..<3 {
            let calm = try await self.latency("calm-\(run)")
            waits.append((calm, try await self.latency("troubled-\(run)", withTroubled: true)))
        }
        let p99 = Self.median(waits.map(\.calm))
        let ratio = Self.median(waits.map { $0.troubled / $0.calm })
        measurements += [
            .judged(
                "commit to delivery at \(Self.pace) units/s: p99",
                "\(p99.rounded1) ms",
                target: "< 250 ms",
                p99 < 250
            ),
            .judged(
                "  with a dead and a slow endpoint beside it",
                "\(ratio.rounded2) of that",
                target: "< 1.10",
                ratio < 1.1
            ),
        ]
        let large = try await self.drain("large", customers: 100_000, eventsEach: 10)
        let speed = large.perSecond / rate
        measurements.append(
            .judged(
                "a backlog of 1,000,000 events of 100,000 customers",
                "\(Int(large.perSecond))/s = \(speed.rounded2) of the rate above",
                target: ">= 0.90",
                speed >= 0.9
            )
        )
        return measurements
    }

    /// Sends a healthy endpoint everything that is pending for it.
    private func drain(
        _ name: String,
        customers: Int,
        eventsEach: Int,
        withTroubled: Bool = false
    ) async throws -> Drain {
        let path = "\(self.folder)/webhooks-\(name).db"
        defer { Self.remove(path) }
        let receiver = try await WebhookReceiver()
        return try await self.withEndpoints(receiver, withTroubled) { endpoints in
            let backlog = try await EventBacklog(
                path: path,
                customers: customers,
                eventsEach: eventsEach,
                endpoints: endpoints
            )
            let signals = WorkSignals()
            let repository = try SubscriberDataset.open(path) { signals.report($0) }
            // The first tenth is for warming up.
            let first = backlog.count / 10
            let drain = try await Self.publishing(repository, signals) {
                await receiver.received(first)
                let begun = (receiver.count, ContinuousClock.now, try await Self.processorSeconds(but: receiver))
                await receiver.received(backlog.count)
                let took = (ContinuousClock.now - begun.1).seconds
                let count = Double(backlog.count - begun.0)
                let processor = try await Self.processorSeconds(but: receiver) - begun.2
                return Drain(perSecond: count / took, microseconds: processor * 1e6 / count)
            }
            await repository.close()
            return drain
        }
    }

    /// Records units at an even pace, and returns the 99th percentile of the time in milliseconds from the commit of a
    /// unit to the arrival of its first event.
    private func latency(_ name: String, withTroubled: Bool = false) async throws -> Double {
        let path = "\(self.folder)/webhooks-\(name).db"
        defer { Self.remove(path) }
        let receiver = try await WebhookReceiver()
        return try await self.withEndpoints(receiver, withTroubled) { endpoints in
            let signals = WorkSignals()
            let repository = try SubscriberDataset.open(path) { signals.report($0) }
            try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = endpoints } }
            let milliseconds = try await Self.publishing(repository, signals) {
                let clock = ContinuousClock()
                let started = clock.now
                var committed: [(id: String, at: ContinuousClock.Instant)] = []
                for number in 0..<Self.pacedCount {
                    try await clock.sleep(until: started + .seconds(Double(number) / Double(Self.pace)))
                    _ = try await repository.record(Self.unit(number))
                    committed.append(("cus_customer-\(number)_1", clock.now))
                }
                await receiver.received(Self.pacedCount)
                // Other events of the last customers may still be under way; the first of each counts.
                while !committed.allSatisfy({ receiver.arrivals[$0.id] != nil }) {
                    try await clock.sleep(for: .milliseconds(50))
                }
                let arrivals = receiver.arrivals
                return committed.compactMap { unit in arrivals[unit.id].map { ($0 - unit.at).milliseconds } }
            }
            await repository.close()
            return milliseconds.sorted()[Self.pacedCount * 99 / 100]
        }
    }

    /// Returns a purchase by a customer who has no other.
    private static func unit(_ number: Int) -> Intake {
        let id = "\(3_000_000 + number)"
        return Sample.facts([Sample.period(id, of: id)], submission: Sample.submission("customer-\(number)", id))
    }

    /// Runs the closure with one healthy endpoint and, on request, with one that refuses connections and one that
    /// answers slowly.
    private func withEndpoints<Outcome: Sendable>(
        _ receiver: WebhookReceiver,
        _ withTroubled: Bool,
        _ work: ([WebhookEndpoint]) async throws -> Outcome
    ) async throws -> Outcome {
        guard withTroubled else {
            let outcome = try await work([Self.endpoint("whk_well", receiver.address)])
            try await receiver.close()
            return outcome
        }
        let gone = try await WebhookReceiver()
        try await gone.close()
        let slow = try await WebhookReceiver(answeringAfter: Self.slowness)
        let outcome = try await work([
            Self.endpoint("whk_dead", gone.address), Self.endpoint("whk_slow", slow.address),
            Self.endpoint("whk_well", receiver.address),
        ])
        try await slow.close()
        try await receiver.close()
        return outcome
    }

    private static func endpoint(_ name: String, _ address: String) -> WebhookEndpoint {
        WebhookEndpoint(
            id: WebhookID(name),
            app: Sample.app,
            content: .events,
            address: address,
            title: name,
            createdAt: Sample.beginning,
            createdBy: "benchmark"
        )
    }

    /// Publishes to all endpoints, as the server does, while the work runs.
    private static func publishing<Outcome: Sendable>(
        _ repository: any Repository,
        _ signals: WorkSignals,
        _ work: @Sendable @escaping () async throws -> Outcome
    ) async throws -> Outcome {
        let ambient = Self.ambient()
        let sender = try OutboundSender(
            guard: AddressGuard(allow: [AllowedAddress("127.0.0.1")].compactMap(\.self)),
            ambient: ambient,
            connectionsPerAddress: CircuitBreaker.capacity
        )
        let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        let worker = WebhookWorker(
            apps: [Sample.app],
            repository: repository,
            webhookSender: WebhookSender(
                sender: sender,
                secrets: WebhookSecrets(path: nil, ambient: ambient),
                now: ambient.now
            ),
            ambient: ambient,
            signals: signals,
            logger: logger,
            clock: .continuous
        )
        let outcome = try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await worker.run() }
            let outcome = try await work()
            tasks.cancelAll()
            return outcome
        }
        await sender.shutdown()
        return outcome
    }

    /// Returns real time, and random bytes of a seed.
    private static func ambient() -> Ambient {
        let started = ContinuousClock.now
        let generator = Mutex(SeededGenerator(seed: 7))
        return Ambient(
            now: { Sample.beginning + Span(milliseconds: Int64((ContinuousClock.now - started).milliseconds)) },
            randomBytes: { count in
                generator.withLock { generator in (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) } }
            }
        )
    }

    /// Returns the processor time of this process without the receiver's thread, in seconds.
    private static func processorSeconds(but receiver: WebhookReceiver) async throws -> Double {
        let receiving = try await receiver.processorSeconds()
        return LoadGenerator.processorSeconds() - receiving
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
}
