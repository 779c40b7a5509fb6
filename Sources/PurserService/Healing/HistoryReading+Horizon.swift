import AppStore
import Ledger
import Synchronization

extension HistoryReading {
    /// The length of Apple's history by Apple's own clock (Get Notification History).
    private static let historyLength = Span.days(180)
    /// The precision with which the beginning of the history is searched, and the distance that a reading keeps from
    /// it, because it advances while windows are read.
    private static let precision = Span.hours(1)
    /// The difference of the history's beginning from which on the clocks are said to differ: Apple may count in whole
    /// days.
    private static let tolerance = Span.days(1)
    /// The time by which a window must be older than the history, by the server's clock, before that alone explains a
    /// refusal.
    private static let slack = Span.minutes(1)

    /// Shortens a window to the part that the history still covers; the remaining time can only be covered by a check
    /// of each chain.
    ///
    /// If a window lies within the history by the server's clock and is refused nevertheless, the clocks differ. The
    /// history's beginning is then searched, once per reading.
    ///
    /// - Throws: The App Store's refusal, if the window cannot be shortened further, so that the reading ends.
    func shorten(
        _ window: HistoryWindow,
        after refusal: AppStoreError,
        in environment: StoreEnvironment,
        _ horizon: HistoryHorizon
    ) async throws(HealingError) -> HistoryWindow? {
        let now = self.ambient.now()
        var earliest = now - HistoryPlan.reach
        if window.from >= earliest - Self.slack {
            earliest = try await self.earliest(after: window, refusal, in: environment, horizon)
        }
        let rest: HistoryWindow? =
            earliest < window.through
            ? HistoryWindow(rank: window.rank, type: window.type, from: earliest, through: window.through) : nil
        do throws(RepositoryError) {
            if !horizon.hasAskedAboutAll {
                try await self.repository.askAboutAll(of: self.app.name, environment: environment, at: now)
                horizon.hasAskedAboutAll = true
            }
            try await self.repository.write { unit in
                if let rest {
                    try unit.planHistory(
                        of: self.app.name,
                        environment: environment,
                        windows: [rest],
                        through: rest.through,
                        deepAt: nil
                    )
                }
                try unit.readHistory(
                    window,
                    of: self.app.name,
                    environment: environment,
                    to: nil,
                    count: HistoryCount()
                )
            }
        } catch {
            throw .storage(error)
        }
        return rest
    }

    /// Returns the earliest start that the App Store accepts: an hour after the one found by the search.
    private func earliest(
        after window: HistoryWindow,
        _ refusal: AppStoreError,
        in environment: StoreEnvironment,
        _ horizon: HistoryHorizon
    ) async throws(HealingError) -> Instant {
        if let known = horizon.earliest {
            // The App Store refuses a start that it accepted before: it contradicts itself.
            guard known > window.from else { throw .appStore(refusal) }
            return known
        }
        let now = self.ambient.now()
        let newest = now - .minutes(1)
        guard window.from < newest, try await self.accepts(newest, window, in: environment) else {
            self.ingest.clocks?.noteAhead(by: Self.historyLength)
            throw .appStore(refusal)
        }
        var (refused, accepted) = (window.from, newest)
        while accepted - refused > Self.precision {
            let middle = refused + Span(milliseconds: (accepted - refused).milliseconds / 2)
            if try await self.accepts(middle, window, in: environment) {
                accepted = middle
            } else {
                refused = middle
            }
        }
        let difference = accepted + Self.historyLength - now
        if difference > Self.tolerance { self.ingest.clocks?.noteAhead(by: difference) }
        let earliest = min(accepted + Self.precision, newest)
        horizon.earliest = earliest
        return earliest
    }

    /// Returns whether the App Store accepts a start; the request covers a single minute, whose notifications are read
    /// again later.
    private func accepts(
        _ start: Instant,
        _ window: HistoryWindow,
        in environment: StoreEnvironment
    ) async throws(HealingError) -> Bool {
        let minute = HistoryWindow(rank: window.rank, type: window.type, from: start, through: start + .minutes(1))
        do {
            _ = try await self.client.send(
                self.request(minute),
                to: AppStoreEnvironment(environment),
                within: Self.pageDeadline
            )
            return true
        } catch {
            guard error.number == .startDateTooFarInPast else { throw .appStore(error) }
            return false
        }
    }
}

/// The knowledge of one reading about the length of the App Store's notification history.
///
/// Several windows are read at a time; what the first of them finds out saves the others the requests.
final class HistoryHorizon: Sendable {
    private struct State {
        var earliest: Instant?
        var hasAskedAboutAll = false
    }

    private let state = Mutex(State())

    /// Creates the state of a reading that knows nothing yet.
    init() {}

    /// The earliest start that the App Store accepts, if it was searched for.
    var earliest: Instant? {
        get { self.state.withLock { $0.earliest } }
        set { self.state.withLock { $0.earliest = newValue } }
    }

    /// Whether a check of every chain is planned already, because the history no longer covers all of them.
    var hasAskedAboutAll: Bool {
        get { self.state.withLock { $0.hasAskedAboutAll } }
        set { self.state.withLock { $0.hasAskedAboutAll = newValue } }
    }
}
