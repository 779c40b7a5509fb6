package import Ledger

extension Session {
    /// Schedules a check of those chains of an app and environment whose numbers are in a range.
    package func askAboutAll(
        of app: AppName,
        environment: StoreEnvironment,
        numbers: ClosedRange<Int64>,
        at now: Instant
    ) throws {
        try self.askAboutAll(in: ScopeName(app: app, environment: environment), numbers: numbers, at: now)
    }

    /// Schedules a complete check of those of some chains that are known.
    package func askAbout(
        _ chains: [OriginalTransactionID],
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws {
        try self.askAbout(chains, in: ScopeName(app: app, environment: environment), at: now)
    }

    /// Returns how far Apple's notification history has been read.
    package func history(of app: AppName, environment: StoreEnvironment) throws -> HistoryProgress {
        try self.history(in: ScopeName(app: app, environment: environment))
    }

    /// Stores windows of the history that are to be read.
    package func planHistory(
        of app: AppName,
        environment: StoreEnvironment,
        windows: [HistoryWindow],
        through: Instant,
        deepAt: Instant?
    ) throws {
        let name = ScopeName(app: app, environment: environment)
        try self.planHistory(in: name, windows: windows, through: through, deepAt: deepAt)
    }

    /// Records how far a window was read.
    package func readHistory(
        _ window: HistoryWindow,
        of app: AppName,
        environment: StoreEnvironment,
        to next: HistoryWindow?,
        count: HistoryCount
    ) throws {
        let name = ScopeName(app: app, environment: environment)
        try self.readHistory(window, in: name, to: next, count: count)
    }

    /// Returns which of these notifications are not recorded.
    package func missingNotifications(
        _ uuids: [String],
        of app: AppName,
        environment: StoreEnvironment
    ) throws -> Set<String> {
        try self.missingNotifications(uuids, in: ScopeName(app: app, environment: environment))
    }
}
