import ArgumentParser
import AsyncHTTPClient
import Ledger
import Logging
import PersistenceSQL
import PurserService

/// The books while no server runs: a command has taken the file, and asks Apple by itself.
struct UnservedBooks {
    /// Keeps the books.
    let repository: any SQLRepository
    /// The apps, with their keys for Apple's interfaces.
    let apps: [ServedApp]
    /// Takes in what Apple answers.
    let ingest: Ingest
    /// The App Store's time: the wall clock's, or a simulated world's.
    let ambient: Ambient
    /// Says nothing: what there is to say, the command says.
    let logger: Logger

    /// What is asked of the App Store.
    var storeDesk: StoreDesk {
        StoreDesk(repository: self.repository, ingest: self.ingest, apps: self.apps, ambient: self.ambient)
    }

    /// Who did what, dated by the App Store's time as everything else.
    var audit: AuditLog { AuditLog(repository: self.repository, ambient: self.ambient) }

    /// The books in an opened file, which go by a simulated world's clock where `clock` is its address.
    ///
    /// - Throws: The exit status, after saying why the books are not available, or what is wrong with an app.
    init(
        _ database: OperatorAccess.OpenedDatabase,
        _ configuration: Configuration,
        clock: String?,
        client: HTTPClient
    ) async throws {
        guard let repository = database.repository else { throw ExitStatus.unavailable.error }
        let logger = Logger(label: "purser") { _ in SwiftLogNoOpLogHandler() }
        let ambient = try await FollowedClock.ambient(clock, client: client)
        let assembly = try AppAssembly(
            configuration: configuration,
            httpClient: client,
            appStore: AppStoreConnection(httpClient: client, repository: repository, ambient: ambient),
            logger: logger
        )
        if let checker = assembly.revocation {
            do {
                try await RevocationKeeping(
                    checker: checker,
                    repository: repository,
                    logger: logger,
                    clock: ContinuousClock()
                ).exchange()
            } catch {
                throw ExitStatus.unavailable.error
            }
        }
        self.repository = repository
        self.apps = assembly.apps
        self.ingest = Ingest(
            repository: repository,
            ambient: ambient,
            revocation: assembly.revocation,
            logger: logger
        )
        self.ambient = ambient
        self.logger = logger
    }
}
