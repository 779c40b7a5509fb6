import AppStore
package import Ledger
package import Logging
import ServiceLifecycle
import Synchronization

/// The worker that heals the ledger from Apple's notification history: at the start, on a schedule, and after an
/// outage.
package struct HealingWorker<C: Clock<Duration>>: Service {
    /// The interval at which the worker checks whether a reading is due.
    package static var interval: Duration { .seconds(5) }

    let readings: [HistoryReading]
    let ambient: Ambient
    let outage: OutageNote
    let catchUp: (@Sendable () async throws -> Void)?
    let logger: Logger
    let clock: C

    /// Creates a worker of these apps' histories; `catchUp` is awaited before each check if the time is a simulated
    /// one.
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

    /// Works until the server stops.
    package func run() async throws {
        guard self.readings.contains(where: { !$0.app.askable.isEmpty }) else {
            // A service that returns ends the server.
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
            // The shutdown does not wait for Apple: the reading continues at the same position after the next start.
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
            // The server stops, and the reading continues after the next start.
            if case .appStore(.canceled) = error { level = .debug }
            self.logger.log(level: level, "Apple's notification history cannot be read now.", metadata: metadata)
            return false
        }
    }
}

/// The schedule of the readings of one app's and environment's notification history.
///
/// The history is read at the start, every hour, and immediately after an outage: when the database could not be
/// written, or when the clock leapt because the machine was suspended. After a failure the reading is repeated with
/// growing pauses.
package struct HealingSchedule: Hashable, Sendable {
    /// The interval between two readings without failures.
    package static let interval = Span.hours(1)
    /// The longest interval between two checks; a longer one counts as an outage.
    package static let longestSilence = Span.minutes(10)
    /// The first pause after a failure; it doubles with each further failure.
    package static let firstRest = Span.minutes(1)
    /// The longest pause after failures.
    package static let longestRest = Span.minutes(16)

    /// The instant at which the last reading began; `nil` before the first.
    package private(set) var begunAt: Instant?
    private var nextAt: Instant?
    private var lookedAt: Instant?
    private var rest = Self.firstRest

    /// Creates the schedule at the start of the server.
    package init() {}

    /// Returns whether to begin a reading now; called repeatedly.
    package mutating func begins(at now: Instant, outage: OutageNote) -> Bool {
        let lookedAt = self.lookedAt
        self.lookedAt = now
        if let nextAt, let begunAt, now < nextAt {
            let leapt = lookedAt.map { now - $0 > Self.longestSilence } ?? false
            // After a failed reading the pause applies, because the outage may not be over.
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

/// A note of the last outage in which something from Apple could not be stored, so that its history is read afterwards.
///
/// Several readers use the note, each at its own pace; therefore it contains the instant of the last outage.
package final class OutageNote: Sendable {
    private let state = Mutex<Instant?>(nil)

    /// Creates a note without an outage.
    package init() {}

    /// The instant of the newest outage.
    package var newest: Instant? { self.state.withLock { $0 } }

    /// Notes an outage; one that precedes the newest changes nothing.
    package func note(at instant: Instant) { self.state.withLock { $0 = max($0 ?? instant, instant) } }

    /// Returns whether there was an outage since an instant.
    package func wasNoted(since instant: Instant) -> Bool {
        self.newest.map { $0 >= instant } ?? false
    }
}
