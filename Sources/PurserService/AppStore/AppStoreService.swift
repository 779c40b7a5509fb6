import AppStore
import Foundation
package import Ledger

/// The use cases in which operators and customer support ask the App Store about single purchases, or about all
/// purchases of a product.
///
/// What Apple signs in its answers is verified and recorded like everything else that Apple signs. The unsigned parts
/// of an answer are reported and change nothing in the ledger.
package struct AppStoreService: Sendable {
    /// The timeout of an answer from Apple, including the wait for the request budget: a person waits for the answer.
    package static let deadline = Duration.seconds(15)

    let repository: any Repository
    let ingest: Ingest
    let ambient: Ambient
    private let apps: [AppName: ServedApp]

    /// Creates the service of these apps; `ambient` has the App Store's clock.
    package init(repository: any Repository, ingest: Ingest, apps: [ServedApp], ambient: Ambient) {
        self.repository = repository
        self.ingest = ingest
        self.ambient = ambient
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The apps for which Apple's server API can be called.
    package var askable: [ServedApp] {
        self.apps.values.filter { !$0.askable.isEmpty }.sorted { $0.name < $1.name }
    }

    /// Returns the app with this name, and its client of Apple's server API.
    func app(_ name: AppName) throws(AppStoreServiceError) -> (ServedApp, AppStoreClient) {
        guard let app = self.apps[name], let client = app.appStore else { throw .notConfigured(name) }
        return (app, client)
    }

    /// Sends a request to the environments of an app in turn, beginning with a given one, until Apple knows the id in
    /// one of them.
    func send<Answer>(
        _ request: AppStoreRequest<Answer>,
        about app: ServedApp,
        _ client: AppStoreClient,
        first: StoreEnvironment? = nil
    ) async throws(AppStoreServiceError) -> (StoreEnvironment, Answer) {
        do throws(AppStoreError) {
            let places = app.askable.filter { $0 == first } + app.askable.filter { $0 != first }
            let environments = places.map { AppStoreEnvironment($0) }
            let (environment, answer) = try await client.sendTryingEnvironments(
                request,
                among: environments,
                within: Self.deadline
            )
            guard let found = StoreEnvironment(rawValue: environment.rawValue) else { throw .notAvailable }
            return (found, answer)
        } catch {
            throw .appStore(error)
        }
    }

    /// Returns what the ledger knows of a transaction that an operator wants to change at Apple, as names and values;
    /// does not ask Apple.
    package func preview(
        of id: TransactionID,
        in name: AppName
    ) async throws(AppStoreServiceError) -> [(name: String, value: String)] {
        let environments = [StoreEnvironment.production, .sandbox]
        let chains: [OwnedChain?]
        do throws(RepositoryError) {
            chains = try await self.repository.read { view in
                try environments.map { try view.chain(of: id, app: name, environment: $0) }
            }
        } catch {
            throw .storage(error)
        }
        var known: [(name: String, value: String)] = []
        for (environment, owned) in zip(environments, chains) {
            guard let owned,
                let newest = owned.chain.transactions.map(\.current).max(by: { $0.purchaseAt < $1.purchaseAt })
            else { continue }
            known += [("environment", environment.rawValue), ("productId", newest.productID.rawValue)]
            if let expiresAt = newest.expiresAt { known.append(("expiresAt", expiresAt.rfc3339)) }
            if let owner = owned.claims[newest.transactionID]?.owner { known.append(("customer", owner.rawValue)) }
        }
        return known.isEmpty ? [("known", "not in the ledger")] : known
    }

    /// Ingests evidence that Apple signed.
    func take(_ evidence: AnsweredEvidence, for app: ServedApp) async throws(AppStoreServiceError) -> AnswerOutcome {
        do throws(IngestError) {
            return try await self.ingest.answer(evidence, for: app)
        } catch {
            throw .evidence(error)
        }
    }

    /// Records what Apple answers now; returns whether that succeeded.
    ///
    /// If it fails, what Apple did before remains done, and Apple's notification or healing delivers the missing
    /// evidence.
    func record<Answer>(
        _ request: AppStoreRequest<Answer>,
        in environment: StoreEnvironment,
        _ app: ServedApp,
        _ client: AppStoreClient,
        as evidence: (Answer, _ askedAt: Instant) -> AnsweredEvidence?
    ) async -> Bool {
        let askedAt = self.ambient.now()
        guard let answer = try? await client.send(request, to: AppStoreEnvironment(environment), within: Self.deadline),
            let evidence = evidence(answer, askedAt)
        else { return false }
        return ((try? await self.take(evidence, for: app))?.heldCount ?? 1) == 0
    }

    /// Returns a new random UUID.
    func freshID() -> UUID {
        var bytes = self.ambient.randomBytes(16)
        // RFC 9562: version 4, variant 10.
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let halves = [0, 8].map { start in bytes[start..<(start + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        return Self.uuid(AccountToken(high: halves[0], low: halves[1]))
    }

    /// Returns the same 16 bytes as Foundation's UUID.
    static func uuid(_ token: AccountToken) -> UUID {
        guard let uuid = UUID(uuidString: token.description) else {
            preconditionFailure("16 bytes are a UUID.")
        }
        return uuid
    }
}
