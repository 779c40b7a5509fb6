/// Reads which chains are to be checked with Apple, and how far Apple's notification history was read.
package protocol HealingReads {
    /// Returns the number of the newest chain; numbers begin with 1 and are given in the order of arrival.
    func newestOriginal() throws -> Int64

    /// Returns the chains that are due for a check with Apple, earliest first.
    func dueChainChecks(at now: Instant, limit: Int) throws -> [ChainCheck]

    /// Returns the position up to which Apple's notification history has been read.
    func history(of app: AppName, environment: StoreEnvironment) throws -> HistoryProgress

    /// Returns those of some notifications that are not recorded.
    func missingNotifications(_ uuids: [String], of app: AppName, environment: StoreEnvironment) throws -> Set<String>
}

/// Schedules checks of chains and the reading of Apple's notification history, and records their results.
package protocol HealingWrites {
    /// Schedules a check of those chains of an app and environment whose numbers are in a range.
    func askAboutAll(
        of app: AppName,
        environment: StoreEnvironment,
        numbers: ClosedRange<Int64>,
        at now: Instant
    ) throws

    /// Records that a chain was checked with Apple, after the answer was recorded, and schedules the next check.
    ///
    /// `revision` is the position up to which Apple's history of the customer was read; `nil` keeps the stored one.
    func answered(_ check: ChainCheck, at askedAt: Instant, revision: String?, gracePolicy: GracePolicy) throws

    /// Defers the check of a chain, because Apple could not be asked now.
    func putOff(_ check: ChainCheck, until: Instant) throws

    /// Schedules a complete check of those of some chains that are known, because of a statement about them that Apple
    /// did not sign.
    ///
    /// An earlier scheduled check remains. Nothing is written for an unknown chain, which has no report either.
    func askAbout(
        _ chains: [OriginalTransactionID],
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws

    /// Schedules the reading of windows, all of them or none, and advances the end of the schedule.
    func planHistory(
        of app: AppName,
        environment: StoreEnvironment,
        windows: [HistoryWindow],
        through: Instant,
        deepAt: Instant?
    ) throws

    /// Records that a window was read up to a page, with the result of the page; `nil` instead of a page ends the
    /// window.
    func readHistory(
        _ window: HistoryWindow,
        of app: AppName,
        environment: StoreEnvironment,
        to next: HistoryWindow?,
        count: HistoryCount
    ) throws
}

extension Repository {
    /// Schedules a check of every chain of an app and environment, because evidence may be missing that no history
    /// contains.
    ///
    /// When it throws, some chains may be scheduled already; the caller has to repeat the call.
    ///
    /// It proceeds in steps, because customers write in the meantime; a run that was interrupted starts again, and asks
    /// about no chain twice.
    package func askAboutAll(
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) {
        let step: Int64 = 10_000
        let newest = try await self.read { view in try view.newestOriginal() }
        for start in stride(from: 1, through: newest, by: Int(step)) {
            let numbers = start...(start + step - 1)
            try await self.write { unit in
                try unit.askAboutAll(of: app, environment: environment, numbers: numbers, at: now)
            }
        }
    }
}
