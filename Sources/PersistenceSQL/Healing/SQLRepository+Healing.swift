package import Ledger

/// The number of chains that are marked in one step, which takes some milliseconds.
private let askingStep = 10_000

extension SQLRepository {
    /// Returns the chains about which Apple is due to be asked, earliest first.
    package func dueChainChecks(at now: Instant, limit: Int) async throws(RepositoryError) -> [ChainCheck] {
        try await self.read { session in try session.dueChainChecks(at: now, limit: limit) }
    }

    /// Records that Apple was asked about a chain.
    package func answered(
        _ check: ChainCheck,
        at askedAt: Instant,
        revision: String?,
        gracePolicy: GracePolicy
    ) async throws(RepositoryError) {
        try await self.write { session in
            try session.answered(check, at: askedAt, revision: revision, gracePolicy: gracePolicy)
        }
    }

    /// Postpones the question about a chain.
    package func putOff(_ check: ChainCheck, until: Instant) async throws(RepositoryError) {
        try await self.write { session in try session.putOff(check, until: until) }
    }

    /// Marks every chain of an app and environment, to ask Apple about it.
    package func askAboutAll(
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) {
        let name = ScopeName(app: app, environment: environment)
        let newest = try await self.read { session in try session.newestOriginal() }
        // In steps, because customers write meanwhile; a run that was interrupted starts again, and asks about no chain
        // twice.
        for start in stride(from: 1, through: newest, by: askingStep) {
            let numbers = start...(start + Int64(askingStep) - 1)
            try await self.write { session in
                try session.askAboutAll(in: name, numbers: numbers, at: now)
            }
        }
    }

    /// Marks those of some chains that are known, to ask Apple everything about each.
    package func askAbout(
        _ chains: [OriginalTransactionID],
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) {
        let name = ScopeName(app: app, environment: environment)
        try await self.write { session in try session.askAbout(chains, in: name, at: now) }
    }

    /// Returns how far Apple's notification history has been read.
    package func history(
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> HistoryProgress {
        try await self.read { session in try session.history(in: ScopeName(app: app, environment: environment)) }
    }

    /// Stores windows of the history that are to be read.
    package func planHistory(
        of app: AppName,
        environment: StoreEnvironment,
        windows: [HistoryWindow],
        through: Instant,
        deepAt: Instant?
    ) async throws(RepositoryError) {
        try await self.write { session in
            let name = ScopeName(app: app, environment: environment)
            try session.planHistory(in: name, windows: windows, through: through, deepAt: deepAt)
        }
    }

    /// Records how far a window was read.
    package func readHistory(
        _ window: HistoryWindow,
        of app: AppName,
        environment: StoreEnvironment,
        to next: HistoryWindow?,
        count: HistoryCount
    ) async throws(RepositoryError) {
        try await self.write { session in
            let name = ScopeName(app: app, environment: environment)
            try session.readHistory(window, in: name, to: next, count: count)
        }
    }

    /// Returns which of these notifications are not recorded.
    package func missingNotifications(
        _ uuids: [String],
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> Set<String> {
        try await self.read { session in
            try session.missingNotifications(uuids, in: ScopeName(app: app, environment: environment))
        }
    }

    /// Changes the rest of a budget.
    package func changeBudget(
        _ name: BudgetName,
        _ change: @escaping @Sendable (Int64) -> Int64?
    ) async throws(RepositoryError) -> Int64 {
        try await self.write { session in try session.changeBudget(name, change) }
    }
}
