package import Ledger

extension ForwardingRepository {
    package func dueChainChecks(at now: Instant, limit: Int) async throws(RepositoryError) -> [ChainCheck] {
        try await self.base.dueChainChecks(at: now, limit: limit)
    }

    package func answered(
        _ check: ChainCheck,
        at askedAt: Instant,
        revision: String?,
        gracePolicy: GracePolicy
    ) async throws(RepositoryError) {
        try await self.base.answered(check, at: askedAt, revision: revision, gracePolicy: gracePolicy)
    }

    package func putOff(_ check: ChainCheck, until: Instant) async throws(RepositoryError) {
        try await self.base.putOff(check, until: until)
    }

    package func askAbout(
        _ chains: [OriginalTransactionID],
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) {
        try await self.base.askAbout(chains, of: app, environment: environment, at: now)
    }

    package func askAboutAll(
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) {
        try await self.base.askAboutAll(of: app, environment: environment, at: now)
    }

    package func history(
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> HistoryProgress {
        try await self.base.history(of: app, environment: environment)
    }

    package func planHistory(
        of app: AppName,
        environment: StoreEnvironment,
        windows: [HistoryWindow],
        through: Instant,
        deepAt: Instant?
    ) async throws(RepositoryError) {
        try await self.base.planHistory(
            of: app,
            environment: environment,
            windows: windows,
            through: through,
            deepAt: deepAt
        )
    }

    package func readHistory(
        _ window: HistoryWindow,
        of app: AppName,
        environment: StoreEnvironment,
        to next: HistoryWindow?,
        count: HistoryCount
    ) async throws(RepositoryError) {
        try await self.base.readHistory(window, of: app, environment: environment, to: next, count: count)
    }

    package func missingNotifications(
        _ uuids: [String],
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> Set<String> {
        try await self.base.missingNotifications(uuids, of: app, environment: environment)
    }

    package func changeBudget(
        _ name: BudgetName,
        _ change: @escaping @Sendable (Int64) -> Int64?
    ) async throws(RepositoryError) -> Int64 {
        try await self.base.changeBudget(name, change)
    }
}

extension ForwardingRepository {
    package func keep(_ receipts: [StoredReceipt]) async throws(RepositoryError) {
        try await self.base.keep(receipts)
    }

    package func expediteReceipts(
        of chains: [OriginalTransactionID],
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> Int {
        try await self.base.expediteReceipts(of: chains, app: app, environment: environment, at: now)
    }

    package func leaseReceipts(
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [ReceiptLease] {
        try await self.base.leaseReceipts(at: now, until: until, limit: limit)
    }

    package func settle(_ lease: ReceiptLease, _ step: ReceiptStep) async throws(RepositoryError) -> Bool {
        try await self.base.settle(lease, step)
    }
}
