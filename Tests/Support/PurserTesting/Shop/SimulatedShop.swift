import AppStore
package import AppStoreSimulator
package import Ledger
import Logging
package import PurserService
import Synchronization

/// A shop beside a simulated App Store, in one process: the real client of Apple's server interfaces speaks to the
/// world's answers, and waits on the world's clock.
package final class SimulatedShop: Sendable {
    /// The store's side.
    package let world: World
    /// The repository with the ledger.
    package let repository: any Repository
    /// The app, with its client.
    package let app: ServedApp
    /// The world's clock.
    package let ambient: Ambient
    /// The note of a storage outage.
    package let outage = OutageNote()

    private let line: WorldTransport
    private let isDown = Mutex(false)
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A shop of the explorer's app in a world, on a repository.
    package init(
        world: World,
        repository: any Repository = InMemoryRepository(),
        catalog: Catalog? = nil
    ) throws {
        guard let sold = world.apps.first else { throw WorldError.unknownApp }
        let environment: AppStoreEnvironment = sold.environment == .production ? .production : .sandbox
        guard
            let identity = AppIdentity(
                bundleID: sold.bundleId,
                appAppleID: sold.appAppleId,
                environments: [environment]
            )
        else { preconditionFailure("A world's app is a whole identity.") }
        let line = WorldTransport(to: world)
        let ambient = Ambient(
            now: { Instant(milliseconds: world.now.milliseconds) },
            randomBytes: TestShop.countedBytes()
        )
        let name = AppName("shop")
        self.world = world
        self.repository = repository
        self.ambient = ambient
        self.line = line
        let budget = SharedRequestBudget(repository: repository, app: name)
        let client = try line.client(bundleID: sold.bundleId, budget: budget) { experience in
            AppStoreCallMetrics.note(experience, of: name)
        }
        self.app = ServedApp(
            name: name,
            verifier: SignedDataVerifier(
                signatures: SignatureVerifier(anchors: try TrustAnchors(roots: [world.certificates.root])),
                app: identity
            ),
            catalog: catalog ?? ExplorerShop.catalog,
            appStore: client,
            sharedSecrets: SharedSecrets([try world.sharedSecret(of: sold.bundleId)])
        )
    }

    /// A world that sells what the explorer's programs buy.
    package static func world(
        seed: UInt64,
        startingAt start: Instant = Instant(milliseconds: 1_767_225_600_000),
        environment: WorldEnvironment = .production
    ) throws -> World {
        try World(
            seed: seed,
            startingAt: Timestamp(milliseconds: start.milliseconds),
            app: WorldApp(
                bundleId: ExplorerShop.bundleID,
                appAppleId: ExplorerShop.appAppleID,
                environment: environment,
                gracePeriodDays: 16
            ),
            catalog: ExplorerShop.worldCatalog
        )
    }

    /// The ingest service.
    package var ingest: Ingest {
        Ingest(
            repository: self.repository,
            ambient: self.ambient,
            revocation: nil,
            outage: self.outage,
            logger: self.logger
        )
    }

    /// Reads Apple's notification history.
    package var reading: HistoryReading {
        guard let client = self.app.appStore else { preconditionFailure("The shop was made with a client.") }
        return HistoryReading(
            repository: self.repository,
            ingest: self.ingest,
            app: self.app,
            client: client,
            ambient: self.ambient,
            logger: self.logger
        )
    }

    /// The worker of chain checks.
    package var questions: ChainCheckWorker<ContinuousClock> {
        ChainCheckWorker(
            repository: self.repository,
            checker: ChainChecker(
                repository: self.repository,
                ingest: self.ingest,
                ambient: self.ambient,
                logger: self.logger
            ),
            ambient: self.ambient,
            apps: [self.app],
            logger: self.logger,
            clock: .continuous
        )
    }

    /// The environment of the world.
    package var environment: StoreEnvironment { self.app.askable.first ?? .production }

    /// The operations that Apple was asked for, in order.
    package var asked: [String] { self.line.calls }

    /// Sets the number of calls after which Apple refuses the key; `nil` accepts it again.
    package func acceptKey(calls: Int?) { self.line.acceptKey(calls: calls) }

    /// Sets whether Apple's notifications are lost.
    package func setDown(_ isDown: Bool) { self.isDown.withLock { $0 = isDown } }

    /// Receives a notification as Apple's server sends it.
    package func receive(_ notification: WorldNotification) async -> WorldDelivery.Outcome {
        guard !self.isDown.withLock({ $0 }) else { return .failed(.noResponse) }
        do {
            _ = try await self.ingest.notification(notification.signedPayload, for: self.app)
            return .answered(status: 200)
        } catch {
            return .answered(status: 503)
        }
    }

    /// Publishes the changes that time causes.
    package func publishDue() async {
        let list = DueChangeWorker(
            repository: self.repository,
            ambient: self.ambient,
            apps: [self.app],
            logger: self.logger,
            clock: ContinuousClock()
        )
        while await list.advanceDue() {}
    }

    /// Performs all due checks, and those that become due by the answers.
    package func checkDue() async throws {
        while await self.questions.checkDue() {}
    }

    /// Submits a customer's transaction as the customer's app does.
    package func submit(
        _ transactionID: String,
        by customer: String,
        as intent: Submission.Intent = .purchase,
        token: AccountToken? = nil
    ) async throws {
        guard let id = CustomerID(customer) else { return }
        _ = try await self.ingest.purchase(
            try self.world.signedTransaction(for: transactionID),
            by: id,
            intent: intent,
            tokens: token.map { [$0] } ?? [],
            for: self.app
        )
    }

    /// Returns the current entitlements of a customer.
    package func entitlements(of customer: String) async throws -> [Entitlement] {
        guard let id = CustomerID(customer) else { return [] }
        return try await CustomerQuery(repository: self.repository, ambient: self.ambient)
            .entitlements(of: id, in: self.app, environment: self.environment).entitlements
    }

    /// The chain of a transaction, with its owners.
    package func chain(of transactionID: String) async throws -> OwnedChain? {
        try await self.repository.read { view in
            try view.chain(
                of: TransactionID(transactionID),
                app: self.app.name,
                environment: self.environment
            )
        }
    }
}
