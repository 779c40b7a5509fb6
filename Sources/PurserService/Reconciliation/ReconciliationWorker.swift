package import Ledger
import ServiceLifecycle

/// Compares the last days of each app once a day, and reads Apple's history for facts that the ledger lacks.
///
/// Apple corrects reports for some days, and notifications can be late: a day that agreed may differ later. Evidence
/// that is healed later changes older days, so the worker also compares open days daily, and all days of two months on
/// Mondays.
package struct ReconciliationWorker<C: Clock<Duration>>: Service {
    /// The number of days that are compared, excluding today.
    package static var dayCount: Int64 { 8 }
    /// The number of days that are compared on Mondays, so that a closed month has its last comparison after its
    /// evidence.
    package static var longDayCount: Int64 { 62 }
    /// The interval between two checks of whether a day has passed.
    package static var interval: Duration { .seconds(60) }

    private let service: ReconciliationService
    private let apps: [AppName]
    private let catchUp: (@Sendable () async throws -> Void)?
    private let clock: C

    /// Creates a worker for these apps; `catchUp` is awaited before each check where the ledger follows a simulated
    /// clock.
    package init(
        service: ReconciliationService,
        apps: [AppName],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        clock: C
    ) {
        self.service = service
        self.apps = apps
        self.catchUp = catchUp
        self.clock = clock
    }

    /// Compares days until the server stops.
    package func run() async throws {
        var compared: [AppName: PacificDay] = [:]
        await PollingLoop(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            for app in self.apps {
                let today = self.service.today
                guard compared[app] != today else { continue }
                let days = (today + -(today == today.monday ? Self.longDayCount : Self.dayCount))...(today + -1)
                // A stopping server does not wait for Apple.
                let wasCompared = await cancelWhenGracefulShutdown {
                    guard await self.service.refresh(app, days: days) else { return false }
                    return await self.service.refreshOpen(app, before: days.lowerBound)
                }
                if wasCompared { compared[app] = today }
            }
            return false
        }
    }
}
