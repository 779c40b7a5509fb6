import AppStore
package import Ledger
package import Logging
import ServiceLifecycle
import Synchronization

/// Heals the ledger from Apple's notification history, without anybody asking: at the start, on a schedule, after an
/// outage.
package struct HealingWorker<C: Clock<Duration>>: Service {
    /// How often it is asked whether a reading is due.
    package static var interval: Duration { .seconds(5) }

    let readings: [HistoryReading]
    let ambient: Ambient
    let outage: OutageNote
    let catchUp: (@Sendable () async throws -> Void)?
    let logger: Logger
    let clock: C

    /// A worker of these apps' histories; `catchUp` is awaited before each look where the time is somebody else's.
    package init(
        readings: [HistoryReading],
        ambient: Ambient,
        outage: OutageNote,
        catchUp: (@Sendable () async throws -> Void)? = nil,
        logger: Logger,
        clock: C
    ) {
        self.readings = readings
        self.ambient = ambient
        self.outage = outage
        self.catchUp = catchUp
        self.logger = logger
        self.clock = clock
    }

    /// Reads until the server stops.
    package func run() async throws {
        guard self.readings.contains(where: { !$0.app.askable.isEmpty }) else {
            // A worker that returns ends the server.
            try? await gracefulShutdown()
            return
        }
        await withDiscardingTaskGroup { group in
            for reading in self.readings {
                for environment in reading.app.askable {
                    group.addTask { await self.keep(reading, environment) }
                }
            }
        }
    }

    private func keep(_ reading: HistoryReading, _ environment: StoreEnvironment) async {
        var schedule = HealingSchedule()
        await PollingLoop(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            let now = self.ambient.now()
            guard schedule.begins(at: now, outage: self.outage) else { return false }
            // Nobody waits for Apple when the server stops: the reading goes on where it was after the next start.
            let wasWhole = await cancelWhenGracefulShutdown { await self.read(reading, environment) }
            schedule.end(at: self.ambient.now(), wasWhole: wasWhole)
            return false
        }
    }

    private func read(_ reading: HistoryReading, _ environment: StoreEnvironment) async -> Bool {
        var metadata: Logger.Metadata = [
            "app": "\(reading.app.name)", "environment": "\(environment.rawValue)",
        ]
        do {
            let count = try await reading.run(environment)
            metadata["listed"] = "\(count.listed)"
            metadata["missing"] = "\(count.missing)"
            metadata["refused"] = "\(count.refused)"
            let level: Logger.Level = count.missing > 0 || count.refused > 0 ? .notice : .debug
            self.logger.log(
                level: level,
                "Apple's notification history was compared with the ledger.",
                metadata: metadata
            )
            return true
        } catch {
            metadata["code"] = "\(error.code)"
            var level: Logger.Level = error.canRetry ? .warning : .error
            // The server stops, and the reading goes on after the next start.
            if case .appStore(.canceled) = error { level = .debug }
            self.logger.log(level: level, "Apple's notification history cannot be read now.", metadata: metadata)
            return false
        }
    }
}

/// When the notification history of one app and environment is read next.
///
/// At the start, every hour, and at once after an outage: when nobody could write, or when the clock has leapt because
/// the machine stood still. After a failure it is tried again with growing rests.
package struct HealingSchedule: Hashable, Sendable {
    /// How often it is read while all is well.
    package static let interval = Span.hours(1)
    /// How long the clock may stand still between two looks before that counts as an outage.
    package static let longestSilence = Span.minutes(10)
    /// The first rest after a failure, which doubles with each further one.
    package static let firstRest = Span.minutes(1)
    /// The longest rest after failures.
    package static let longestRest = Span.minutes(16)

    /// When the last reading began; `nil` before the first.
    package private(set) var begunAt: Instant?
    private var nextAt: Instant?
    private var lookedAt: Instant?
    private var rest = Self.firstRest

    /// A schedule at the start of the server.
    package init() {}

    /// Whether to begin a reading now; to be asked again and again.
    package mutating func begins(at now: Instant, outage: OutageNote) -> Bool {
        let lookedAt = self.lookedAt
        self.lookedAt = now
        if let nextAt, let begunAt, now < nextAt {
            let leapt = lookedAt.map { now - $0 > Self.longestSilence } ?? false
            // After a failed reading the rest counts, because the outage may not be over.
            guard leapt || (self.rest == Self.firstRest && outage.wasNoted(since: begunAt)) else { return false }
        }
        self.begunAt = now
        return true
    }

    /// Plans the next reading after one that ended.
    package mutating func end(at now: Instant, wasWhole: Bool) {
        self.lookedAt = now
        guard wasWhole else {
            self.nextAt = now + self.rest
            self.rest = min(Span(milliseconds: self.rest.milliseconds * 2), Self.longestRest)
            return
        }
        self.nextAt = now + Self.interval
        self.rest = Self.firstRest
    }
}

/// A note that something from Apple could not be kept, so that its history is read once it can be again.
///
/// Several wait for it, each in its own time, so it holds when the last outage was.
package final class OutageNote: Sendable {
    private let state = Mutex<Instant?>(nil)

    /// A note of no outage.
    package init() {}

    /// When the newest was.
    package var newest: Instant? { self.state.withLock { $0 } }

    /// Notes an outage; one from before the newest changes nothing.
    package func note(at instant: Instant) { self.state.withLock { $0 = max($0 ?? instant, instant) } }

    /// Whether there was an outage since an instant.
    package func wasNoted(since instant: Instant) -> Bool {
        self.newest.map { $0 >= instant } ?? false
    }
}
