package import Ledger
package import Logging
import ServiceLifecycle

/// Lets time pass over the ledger: tells what changes although nothing more is heard.
///
/// A period that ends, a grace period that runs out and a billing retry that is given up happen at an instant that is
/// known ahead. Each chain has its next one in an index, so that looking costs the same with ten million of them.
package struct DueChangeWorker<C: Clock<Duration>>: Service {
    /// How often the index is asked: an event comes at most so much after its instant, and the time of writing it.
    package static var interval: Duration { .milliseconds(500) }
    /// The most chains looked at in one round; they share a few commits.
    package static var batch: Int { 500 }

    let repository: any Repository
    let ambient: Ambient
    let apps: [AppName: ServedApp]
    let catchUp: (@Sendable () async throws -> Void)?
    let logger: Logger
    let clock: C
    private let deferredChains = DeferredRows<DueChain>()
    private let deferredEntitlements = DeferredRows<DueEntitlements>()
    private let deferredWallets = DeferredRows<WalletName>()

    /// A due-list of this ledger; `catchUp` is awaited before each round where the time is somebody else's.
    package init(
        repository: any Repository,
        ambient: Ambient,
        apps: [ServedApp],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        logger: Logger,
        clock: C
    ) {
        self.repository = repository
        self.ambient = ambient
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.catchUp = catchUp
        self.logger = logger
        self.clock = clock
    }

    /// Looks until the server stops.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            await self.advanceDue()
        }
    }

    /// Looks at what is due now, and says whether there may be more.
    package func advanceDue() async -> Bool {
        let now = self.ambient.now()
        // Apart, so that chains that cannot be published do not keep the rest from being told.
        let chains = await self.advance(\.app, self.deferredChains, at: now) { (limit) throws(RepositoryError) in
            try await self.repository.dueChains(at: now, limit: limit)
        } _: { chain, catalog throws(RepositoryError) in
            try await self.repository.advance(chain, at: now, catalog: catalog)
        }
        let entitlements = await self.advance(\.app, self.deferredEntitlements, at: now) {
            (limit) throws(RepositoryError) in
            try await self.repository.dueEntitlements(at: now, limit: limit)
        } _: { entitlements, catalog throws(RepositoryError) in
            try await self.repository.advance(entitlements, at: now, catalog: catalog)
        }
        let wallets = await self.advance(\.app, self.deferredWallets, at: now) { (limit) throws(RepositoryError) in
            try await self.repository.dueWallets(at: now, limit: limit)
        } _: { wallet, _ throws(RepositoryError) in
            try await self.repository.advance(wallet, at: now)
        }
        return max(chains, entitlements, wallets) == Self.batch
    }

    /// Advances what is due, and returns how much that was; 0 where something failed, so that it rests before it tries
    /// again.
    ///
    /// What cannot be read is left alone for a while and fails nothing.
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
                    "What is due cannot be read; it is looked at again later.",
                    metadata: ["app": "\(app(unreadable))", "code": "\(RepositoryError.corrupt.code)"]
                )
            }
            return due.count
        } catch {
            self.logger.error("What is due cannot be published now.", metadata: ["code": "\(error.code)"])
            return 0
        }
    }

    /// Advances all that is due at once, so that it shares commits, and returns what cannot be read; throws the first
    /// other failure.
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

    /// What an app sells.
    ///
    /// One that is no longer served keeps its ledger, and what was applied last goes on to count there.
    private func catalog(of app: AppName) async throws(RepositoryError) -> Catalog {
        if let served = self.apps[app] { return served.catalog }
        guard let version = try await self.repository.catalogVersions(of: app, before: nil, limit: 1).first,
            let text = try await self.repository.catalogText(version.number, of: app),
            let file = try? CatalogFile(text: text, file: "\(app)")
        else { return Catalog() }
        return file.catalog
    }
}
