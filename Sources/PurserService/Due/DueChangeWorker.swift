package import Ledger
package import Logging
import ServiceLifecycle

/// Publishes state changes that time causes, such as expiry and the end of grace.
///
/// The end of a period, of a grace period and of billing retry has a known instant. An index contains the next such
/// instant of each chain, so that finding the due ones costs the same with ten million chains.
package struct DueChangeWorker<C: Clock<Duration>>: Service {
    /// The shortest time between two looks at the index: an event is published at most this long after its instant,
    /// plus the time of the write.
    package static var interval: Duration { .milliseconds(500) }
    /// The maximum number of chains handled in one round; they share a few commits.
    package static var batch: Int { 500 }

    let repository: any Repository
    let ambient: Ambient
    let apps: [AppName: ServedApp]
    let catchUp: (@Sendable () async throws -> Void)?
    let signals: WorkSignals?
    let logger: Logger
    let clock: C
    private let deferredChains = DeferredRows<DueChain>()
    private let deferredEntitlements = DeferredRows<DueEntitlements>()
    private let deferredWallets = DeferredRows<WalletName>()

    /// Creates a worker of this ledger; `catchUp` is awaited before each round if the time is a simulated one.
    package init(
        repository: any Repository,
        ambient: Ambient,
        apps: [ServedApp],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        signals: WorkSignals? = nil,
        logger: Logger,
        clock: C
    ) {
        self.repository = repository
        self.ambient = ambient
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.catchUp = catchUp
        self.signals = signals
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        let loop = WorkLoop(
            kinds: [.stateChanges],
            signals: self.signals,
            interval: Self.interval,
            clock: self.clock,
            now: self.ambient.now,
            catchUp: self.catchUp
        )
        await loop.run {
            await self.advanceDue()
        } nextDueAt: {
            try await self.repository.nextDueAt(of: .stateChanges)
        }
    }

    /// Publishes what is due now; returns whether more may be due.
    package func advanceDue() async -> Bool {
        let now = self.ambient.now()
        // Chains and entitlements are handled separately, so that one that cannot be published does not block the
        // other.
        let chains = await self.advance(\.app, self.deferredChains, at: now) { (limit) throws(RepositoryError) in
            try await self.repository.read { view in try view.dueChains(at: now, limit: limit) }
        } _: { chain, catalog throws(RepositoryError) in
            try await self.repository.write { unit in try unit.advance(chain, at: now, catalog: catalog) }
        }
        let entitlements = await self.advance(\.app, self.deferredEntitlements, at: now) {
            (limit) throws(RepositoryError) in
            try await self.repository.read { view in try view.dueEntitlements(at: now, limit: limit) }
        } _: { entitlements, catalog throws(RepositoryError) in
            try await self.repository.write { unit in try unit.advance(entitlements, at: now, catalog: catalog) }
        }
        let wallets = await self.advance(\.app, self.deferredWallets, at: now) { (limit) throws(RepositoryError) in
            try await self.repository.read { view in try view.dueWallets(at: now, limit: limit) }
        } _: { wallet, _ throws(RepositoryError) in
            try await self.repository.write { unit in try unit.advance(wallet, at: now) }
        }
        return max(chains, entitlements, wallets) == Self.batch
    }

    /// Publishes what is due, and returns its count; 0 after a failure, so that the worker pauses before it tries
    /// again.
    ///
    /// A row that cannot be read is deferred and does not fail the others.
    private func advance<Due: Hashable & Sendable>(
        _ app: (Due) -> AppName,
        _ deferred: DeferredRows<Due>,
        at now: Instant,
        _ find: (Int) async throws(RepositoryError) -> [Due],
        _ advance: @escaping @Sendable (Due, Catalog) async throws(RepositoryError) -> Void
    ) async -> Int {
        do throws(RepositoryError) {
            let due = try await deferred.allowed(Self.batch, at: now, find)
            for unreadable in try await self.all(due, of: app, advance) {
                deferred.add(unreadable, at: now)
                self.logger.error(
                    "A due change cannot be read; the server tries again later.",
                    metadata: ["app": "\(app(unreadable))", "code": "\(RepositoryError.corrupt.code)"]
                )
            }
            return due.count
        } catch {
            self.logger.error("Due changes cannot be published now.", metadata: ["code": "\(error.code)"])
            return 0
        }
    }

    /// Publishes everything that is due concurrently, so that it shares commits; returns the rows that cannot be read
    /// and throws the first other failure.
    private func all<Due: Sendable>(
        _ due: [Due],
        of app: (Due) -> AppName,
        _ advance: @escaping @Sendable (Due, Catalog) async throws(RepositoryError) -> Void
    ) async throws(RepositoryError) -> [Due] {
        var catalogs: [AppName: Catalog] = [:]
        for name in Set(due.map(app)) { catalogs[name] = try await self.catalog(of: name) }
        var unreadable: [Due] = []
        var failure: RepositoryError?
        await withTaskGroup(of: (Due, RepositoryError?).self) { group in
            for item in due {
                guard let catalog = catalogs[app(item)] else { continue }
                group.addTask {
                    do throws(RepositoryError) {
                        try await advance(item, catalog)
                        return (item, nil)
                    } catch {
                        return (item, error)
                    }
                }
            }
            for await (item, error) in group {
                if error == .corrupt { unreadable.append(item) } else { failure = failure ?? error }
            }
        }
        if let failure { throw failure }
        return unreadable
    }

    /// Returns the catalog of an app.
    ///
    /// An app that is no longer served keeps its ledger, and its newest catalog stays in effect there.
    private func catalog(of app: AppName) async throws(RepositoryError) -> Catalog {
        if let served = self.apps[app] { return served.catalog }
        let newest = try await self.repository.read { view in try view.newestCatalog(of: app) }
        guard let text = newest.text, let file = try? CatalogFile(text: text, file: "\(app)") else { return Catalog() }
        return file.catalog
    }
}
