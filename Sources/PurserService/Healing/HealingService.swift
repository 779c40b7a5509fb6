import AppStore
package import Ledger
package import Logging
import ServiceLifecycle

/// Heals the books from Apple's notification history, without anybody asking: at the start, on a schedule, after an
/// outage.
package struct HealingService<C: Clock<Duration>>: Service {
    /// How often it is asked whether a reading is due.
    package static var interval: Duration { .seconds(5) }

    let readings: [HistoryReading]
    let ambient: Ambient
    let outage: OutageNote
    let catchUp: (@Sendable () async throws -> Void)?
    let logger: Logger
    let clock: C

    /// A service of these apps' histories; `catchUp` is awaited before each look where the time is somebody else's.
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
        await Sweep(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
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
                "Apple's notification history was compared with the books.",
                metadata: metadata
            )
            return true
        } catch {
            metadata["code"] = "\(error.code)"
            var level: Logger.Level = error.canRetry ? .warning : .error
            // The server stops, and the reading goes on after the next start.
            if case .appStore(.cancelled) = error { level = .debug }
            self.logger.log(level: level, "Apple's notification history cannot be read now.", metadata: metadata)
            return false
        }
    }
}
