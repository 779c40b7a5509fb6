package import Ledger
import ServiceLifecycle

/// Compares the last days of each app once a day, and asks Apple for what their reports have more than the ledger.
///
/// Apple corrects reports for some days, and notifications come late: a day that agreed may differ later. Evidence that
/// is healed later still changes older days, so those that are open are compared every day too, and all of two months
/// on Mondays.
package struct ReconciliationWorker<C: Clock<Duration>>: Service {
    /// How many days are compared, today excluded.
    package static var dayCount: Int64 { 8 }
    /// How many are compared on Mondays, so that a month which is closed has its last comparison after its evidence.
    package static var longDayCount: Int64 { 62 }
    /// How often it is looked whether a day has passed.
    package static var interval: Duration { .seconds(60) }

    private let service: ReconciliationService
    private let apps: [AppName]
    private let catchUp: (@Sendable () async throws -> Void)?
    private let clock: C

    /// Maintenance of these apps; `catchUp` is awaited before each look where the time is a simulated store's.
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

    /// Compares until the server stops.
    package func run() async throws {
        var compared: [AppName: PacificDay] = [:]
        await PollingLoop(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            for app in self.apps {
                let today = self.service.today
                guard compared[app] != today else { continue }
                let days = (today + -(today == today.monday ? Self.longDayCount : Self.dayCount))...(today + -1)
                // A server that stops does not wait for Apple.
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
