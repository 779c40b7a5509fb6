import Ledger
import PurserService
internal import Synchronization

/// What waits for a person, as numbers beside the pages of the navigation.
///
/// Every page shows them, so they are read once in some seconds for all operators, and anew after an act. Each is a
/// bounded read; one that fails shows no number, because the page about it says why.
final class DashboardWaitingCounts: Sendable {
    /// The number beside a page.
    struct Count: Hashable, Sendable {
        /// How many things wait, up to the maximum.
        let number: Int
        /// Whether somebody should look at them now.
        var isUrgent = false

        /// The number as it is shown.
        var text: String { DashboardWaitingCounts.text(of: self.number) }
    }

    private struct Known {
        let counts: [String: Count]
        let readAt: Instant
        /// The number of the read that will replace it; `nil` while none runs.
        var reading: Int?
    }

    /// The maximum number that is counted of anything.
    static let maximum = 100
    /// The time for which numbers are shown.
    private static let rest = Span.seconds(5)
    /// The days of reports that are looked at.
    static let reportDays: Int64 = 30

    private let services: Services
    private let state = Mutex((known: [AppName: Known](), lastRead: 0))

    /// Creates the counts of a server.
    init(services: Services) { self.services = services }

    /// Returns a number as it is shown; the maximum stands for all larger ones.
    static func text(of number: Int) -> String { number < Self.maximum ? "\(number)" : "\(Self.maximum)+" }

    /// Returns the counts of an app by the paths of their pages.
    func counts(of app: ServedApp) async -> [String: Count] {
        let now = self.services.wall.now()
        let (known, read) = self.state.withLock { state -> ([String: Count], Int?) in
            let known = state.known[app.name]
            let isRecent = known.map { $0.readAt <= now && now < $0.readAt + Self.rest } ?? false
            // While one request reads, the others show what was read before.
            if let known, isRecent || known.reading != nil { return (known.counts, nil) }
            state.lastRead += 1
            state.known[app.name] = Known(
                counts: known?.counts ?? [:],
                readAt: known?.readAt ?? now,
                reading: state.lastRead
            )
            return ([:], state.lastRead)
        }
        guard let read else { return known }
        let counts = await self.read(app)
        self.state.withLock { state in
            // After an act meanwhile, they may be those before it.
            guard state.known[app.name]?.reading == read else { return }
            state.known[app.name] = Known(counts: counts, readAt: now)
        }
        return counts
    }

    /// Forgets the counts of an app, which an act may have changed.
    ///
    /// Others are shown what was read before until they are read anew.
    func forget(_ app: AppName) {
        self.state.withLock { state in
            guard let known = state.known[app] else { return }
            state.known[app] = Known(counts: known.counts, readAt: Instant(milliseconds: .min))
        }
    }

    private func read(_ app: ServedApp) async -> [String: Count] {
        // Where the first cannot be read, the storage fails, and no page waits for the others.
        guard let orders = try? await self.services.orders.attentionCount(in: app, limit: Self.maximum) else {
            return [:]
        }
        var counts = ["orders": Count(number: orders)]
        let suspended = try? await self.services.fulfillments.suspendedCount(in: app.name, limit: Self.maximum)
        if let suspended { counts["fulfillments"] = Count(number: suspended) }
        if let number = try? await self.refunds(app) { counts["refunds"] = Count(number: number) }
        let today = PacificDay(of: self.services.ambient.now())
        let days = try? await self.services.reconciliation.overview(
            of: app.name,
            days: (today + -Self.reportDays)...today
        )
        if let days { counts["reconciliation"] = Count(number: days.openCount) }
        var filter = AlarmService.Filter()
        filter.state = .firing
        filter.app = app.name
        if let firing = try? await self.services.alarms.alarms(filter, limit: Self.maximum) {
            let loud = firing.filter { $0.silence == nil }
            counts["alarms"] = Count(
                number: loud.count,
                isUrgent: loud.contains { $0.alarm.severity == .critical }
            )
        }
        return counts.filter { $0.value.number > 0 }
    }

    private func refunds(_ app: ServedApp) async throws(RefundError) -> Int {
        var count = 0
        for status in [RefundStatus.requested, .held] {
            count += try await self.services.refunds.list(
                RefundFilter(status: status),
                after: 0,
                limit: Self.maximum,
                in: app.name
            ).count
        }
        return min(count, Self.maximum)
    }
}
