package import Ledger
package import Logging
import ServiceLifecycle

/// Lets time pass over the books: tells what changes although nothing more is heard.
///
/// A period that ends, a grace period that runs out and a billing retry that is given up happen at an instant that is
/// known ahead. Each chain has its next one in an index, so that looking costs the same with ten million of them.
package struct DueList<C: Clock<Duration>>: Service {
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

    /// A due-list of these books; `catchUp` is awaited before each round where the time is somebody else's.
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
        await Sweep(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            await self.advanceDue()
        }
    }

    /// Looks at what is due now, and says whether there may be more.
    package func advanceDue() async -> Bool {
        let now = self.ambient.now()
        // Apart, so that a chain that cannot be told does not keep the rest from being told.
        let chains = await self.advance(\.app) { () throws(RepositoryError) in
            try await self.repository.dueChains(at: now, limit: Self.batch)
        } _: { chain, catalogue throws(RepositoryError) in
            try await self.repository.advance(chain, at: now, catalogue: catalogue)
        }
        let rights = await self.advance(\.app) { () throws(RepositoryError) in
            try await self.repository.dueRights(at: now, limit: Self.batch)
        } _: { rights, catalogue throws(RepositoryError) in
            try await self.repository.advance(rights, at: now, catalogue: catalogue)
        }
        let wallets = await self.advance(\.app) { () throws(RepositoryError) in
            try await self.repository.dueWallets(at: now, limit: Self.batch)
        } _: { wallet, _ throws(RepositoryError) in
            try await self.repository.advance(wallet, at: now)
        }
        return max(chains, rights, wallets) == Self.batch
    }

    /// Advances what is due, and returns how much that was; 0 where something failed, so that it rests before it tries again.
    private func advance<Due: Sendable>(
        _ app: (Due) -> AppName,
        _ find: () async throws(RepositoryError) -> [Due],
        _ advance: @escaping @Sendable (Due, Catalogue) async throws(RepositoryError) -> Void
    ) async -> Int {
        do throws(RepositoryError) {
            let due = try await find()
            try await self.all(due, of: app, advance)
            return due.count
        } catch {
            self.logger.error("What is due cannot be told now.", metadata: ["code": "\(error.code)"])
            return 0
        }
    }

    /// Advances all that is due at once, so that it shares commits, and throws the first failure.
    private func all<Due: Sendable>(
        _ due: [Due],
        of app: (Due) -> AppName,
        _ advance: @escaping @Sendable (Due, Catalogue) async throws(RepositoryError) -> Void
    ) async throws(RepositoryError) {
        var catalogues: [AppName: Catalogue] = [:]
        for name in Set(due.map(app)) { catalogues[name] = try await self.catalogue(of: name) }
        let failure: RepositoryError? = await withTaskGroup(of: RepositoryError?.self) { group in
            for item in due {
                guard let catalogue = catalogues[app(item)] else { continue }
                group.addTask {
                    do throws(RepositoryError) {
                        try await advance(item, catalogue)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(nil) { $0 ?? $1 }
        }
        if let failure { throw failure }
    }

    /// What an app sells.
    ///
    /// One that is no longer served keeps its books, and what was applied last goes on to count there.
    private func catalogue(of app: AppName) async throws(RepositoryError) -> Catalogue {
        if let served = self.apps[app] { return served.catalogue }
        guard let version = try await self.repository.catalogueVersions(of: app, before: nil, limit: 1).first,
            let text = try await self.repository.catalogueText(version.number, of: app),
            let file = try? CatalogueFile(text: text, file: "\(app)")
        else { return Catalogue() }
        return file.catalogue
    }
}
