import AppStore
import Ledger
import NIOCore
import PurserService
import ServiceLifecycle
import Synchronization

/// The watch of the demo's server, which measures the end of the year although it passes within seconds.
///
/// The workers of a server look at the clock about once a second of real time, in which days pass here. So while the
/// demo plays the last hours, it ends the watch's minutes itself, and does before each what other workers do at such
/// intervals: they measure open fulfillments, and read Apple's notification history every hour. Before these hours
/// nothing reads it: a reading would be too old for Apple before it ends. Afterwards the watch follows the clock, as that
/// of every server does, and so do the workers that fetch reports.
final class DemoWatch: Service {
    /// The hours at the end of the year that are measured.
    static let hours: Int64 = 12
    /// The time between two measurements, a point of the graphs of a day.
    private static let step = Span.minutes(5)
    /// The maximum number of alarms that are counted.
    private static let maximumAlarms = 1000

    private let watch: Server.Watch
    private let healing: HealingWorker<ContinuousClock>
    private let reports: [any Service]
    private let sampler: MetricSampler
    private let senders: [FulfillmentSender]
    private let histories: [HistoryReading]
    private let alarms: AlarmService
    private let now: @Sendable () -> Instant
    private let readAt = Mutex<Instant?>(nil)
    private let (following, follows) = AsyncStream<Void>.makeStream()

    /// Creates the watch of a server, which lets these workers fetch reports once it follows the clock; `nil` if the
    /// server has no history of metrics.
    init?(of server: Server, reports: [any Service]) {
        // The simulated store is on this machine, so it is probed as often as the clock asks for it.
        guard let sampler = server.sampler, let watch = server.watch([], linkRest: .zero) else { return nil }
        self.watch = watch
        self.healing = server.healingWorker()
        self.reports = reports
        self.sampler = sampler
        self.senders = server.fulfillmentSenders()
        self.histories = server.services.healing.histories
        self.alarms = server.services.alarms
        self.now = server.time.ambient.now
        // Otherwise the node would store what it counts in days as the sample of a single minute.
        sampler.isLeading = true
    }

    /// The services that run in the place of the server's own watch.
    var services: [any Service] { [self.watch.notices, self] }

    /// Returns the instants at which the watch measures before the end of the year.
    static func instants(until end: Timestamp) -> [Timestamp] {
        let first = end.milliseconds - Span.hours(Self.hours).milliseconds
        return stride(from: first, through: end.milliseconds, by: Int(Self.step.milliseconds)).map {
            Timestamp(milliseconds: $0)
        }
    }

    /// Ends a minute of the watch at the clock's instant: measures, stores the samples, and evaluates the alarms.
    func measure() async {
        let now = self.now()
        let readAt = self.readAt.withLock { $0 }
        if readAt == nil {
            // What was counted before belongs to a time without measurements.
            await self.sampler.refresh()
            _ = self.sampler.sample(minute: MetricResolution.minute.point(of: now))
        }
        if readAt.map({ now - $0 >= HealingSchedule.interval }) ?? true {
            for reading in self.histories {
                // A history that cannot be read is a gap, which the watch measures.
                for environment in reading.app.askable { _ = try? await reading.run(environment) }
            }
            self.readAt.withLock { $0 = now }
        }
        for sender in self.senders { await sender.measure() }
        await self.watch.worker.tick(at: now)
    }

    /// Lets the watch follow the clock from now on, after a first measurement if there was none.
    func follow() async {
        if self.readAt.withLock({ $0 }) == nil { await self.measure() }
        self.follows.finish()
    }

    /// Returns the number of alarms that fire, and of those that fired and were resolved.
    func alarmCounts() async throws -> (firing: Int, resolved: Int) {
        let alarms = try await self.alarms.alarms(AlarmService.Filter(), limit: Self.maximumAlarms).map(\.alarm)
        return (alarms.count { $0.state == .firing }, alarms.count { $0.state == .resolved })
    }

    /// Follows the clock until the server stops, once the demo allows it.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in self.following {}
        }
        try await withThrowingTaskGroup { group in
            group.addTask { try await self.watch.worker.run() }
            for service in [self.healing] as [any Service] + self.reports { group.addTask { try await service.run() } }
            try await group.waitForAll()
        }
    }
}
