import AppStore
package import Ledger
package import Logging

/// A client that asks Apple about a chain and ingests the answer.
package struct ChainChecker: Sendable {
    /// The delay after which a check that Apple could not answer is repeated.
    package static let retryInterval = Span.minutes(5)
    /// The maximum number of pages of a customer's history read for one check; the next check reads the rest.
    package static let maximumPages = 500

    let repository: any Repository
    let ingest: Ingest
    let ambient: Ambient
    let logger: Logger

    /// Creates a checker whose answers this ledger ingests.
    package init(repository: any Repository, ingest: Ingest, ambient: Ambient, logger: Logger) {
        self.repository = repository
        self.ingest = ingest
        self.ambient = ambient
        self.logger = logger
    }

    /// Asks Apple about a chain, and plans the next check: by the chain's schedule after an answer, soon without one.
    ///
    /// - Returns: Whether Apple answered.
    @discardableResult
    package func check(_ check: ChainCheck, of app: ServedApp) async throws(RepositoryError) -> Bool {
        guard let client = app.appStore, app.askable.contains(check.environment) else {
            // Apple cannot be asked until the configuration changes, which needs a restart.
            try await self.repository.write { unit in try unit.putOff(check, until: self.ambient.now() + .days(1)) }
            return false
        }
        let gracePolicy = app.catalog.gracePolicy
        do throws(HealingError) {
            let revision = try await self.askApple(check, of: app, client)
            let now = self.ambient.now()
            do {
                try await self.repository.write { unit in
                    try unit.answered(check, at: now, revision: revision, gracePolicy: gracePolicy)
                }
            } catch {
                throw .storage(error)
            }
            return true
        } catch {
            let now = self.ambient.now()
            switch error {
            case .storage(let error): throw error
            // The server stops; the check stays due.
            case .appStore(.canceled): return false
            case .appStore(let refusal) where refusal.isUnknownID:
                // Apple no longer knows the chain; its schedule may cause another check.
                try await self.repository.write { unit in
                    try unit.answered(check, at: now, revision: nil, gracePolicy: gracePolicy)
                }
                return true
            default:
                self.logger.log(
                    level: error.canRetry ? .notice : .error,
                    "Apple cannot be asked about a chain now.",
                    metadata: ["app": "\(check.app)", "code": "\(error.code)"]
                )
                var until = now + Self.retryInterval
                if case .appStore(.rateLimited(let instant)) = error {
                    until = max(until, Instant(milliseconds: instant))
                }
                try await self.repository.write { [until] unit in try unit.putOff(check, until: until) }
                return false
            }
        }
    }

    /// Asks Apple; returns the position up to which the customer's history was read, if it was.
    ///
    /// If the quarantine has no room for an object that cannot be read, the rest is ingested first, and then the method
    /// throws that error, so that the check is repeated.
    private func askApple(
        _ check: ChainCheck,
        of app: ServedApp,
        _ client: AppStoreClient
    ) async throws(HealingError) -> String? {
        var hasRoom = true
        let revision = try await self.askApple(check, of: app, client, &hasRoom)
        guard hasRoom else { throw .evidence(.quarantineFull) }
        return revision
    }

    private func askApple(
        _ check: ChainCheck,
        of app: ServedApp,
        _ client: AppStoreClient,
        _ hasRoom: inout Bool
    ) async throws(HealingError) -> String? {
        let id = check.originalTransactionID.rawValue
        let known = try await self.chain(check)
        try await self.askAboutReports(in: known, check, app, client, &hasRoom)
        if known?.isSubscription ?? true {
            let askedAt = self.ambient.now()
            let answer = try await self.send(.subscriptionStatuses(of: id), to: check.environment, client)
            try await self.take(AnsweredEvidence(answer, askedAt: askedAt), for: app, &hasRoom)
            let found = try await self.chain(check)
            // The status contains only the newest transaction. If it was unknown, earlier ones may be unknown too.
            let hasGrown = (found?.transactions.count ?? 0) > (known?.transactions.count ?? 0)
            guard check.isAboutEverything || hasGrown || self.lacksTransactions(found, check, app) else {
                return nil
            }
        }
        if check.isAboutEverything || known?.openRefundRequests.isEmpty == false {
            try await self.readRefunds(of: id, in: check.environment, app, client, &hasRoom)
        }
        return try await self.readHistory(of: id, check, app, client, &hasRoom)
    }

    /// Asks about the purchases for which a refund is reported.
    private func askAboutReports(
        in chain: Chain?,
        _ check: ChainCheck,
        _ app: ServedApp,
        _ client: AppStoreClient,
        _ hasRoom: inout Bool
    ) async throws(HealingError) {
        guard let chain else { return }
        for id in chain.reportedTransactions(at: self.ambient.now()) {
            let askedAt = self.ambient.now()
            let info: TransactionInfoResponse
            do throws(HealingError) {
                info = try await self.send(.transactionInfo(id.rawValue), to: check.environment, client)
            } catch {
                guard case .appStore(let refusal) = error, refusal.isUnknownID else { throw error }
                continue
            }
            let transactions = [info.signedTransactionInfo?.bytes].compactMap(\.self)
            try await self.take(AnsweredEvidence(transactions: transactions, askedAt: askedAt), for: app, &hasRoom)
        }
    }

    /// Reads the customer's transactions that changed since the last check.
    private func readHistory(
        of id: String,
        _ check: ChainCheck,
        _ app: ServedApp,
        _ client: AppStoreClient,
        _ hasRoom: inout Bool
    ) async throws(HealingError) -> String? {
        var revision = check.revision
        for _ in 0..<Self.maximumPages {
            let askedAt = self.ambient.now()
            let page: HistoryResponse
            do throws(HealingError) {
                page = try await self.send(
                    .transactionHistory(of: id, after: revision),
                    to: check.environment,
                    client
                )
            } catch {
                guard case .appStore(let refusal) = error, refusal.number == .invalidRequestRevision, revision != nil
                else { throw error }
                revision = nil
                continue
            }
            let transactions = (page.signedTransactions ?? []).map(\.bytes)
            let evidence = AnsweredEvidence(transactions: transactions, askedAt: askedAt)
            try await self.take(evidence, for: app, &hasRoom)
            // The answer promises more at the position where this page began.
            let isStuck = page.hasMore == true && (page.revision == nil || page.revision == revision)
            guard !isStuck else { throw .appStore(.unreadableAnswer) }
            revision = page.revision ?? revision
            guard page.hasMore == true else { break }
        }
        return revision
    }

    /// Reads the customer's refunds.
    private func readRefunds(
        of id: String,
        in environment: StoreEnvironment,
        _ app: ServedApp,
        _ client: AppStoreClient,
        _ hasRoom: inout Bool
    ) async throws(HealingError) {
        var revision: String?
        for _ in 0..<Self.maximumPages {
            let askedAt = self.ambient.now()
            let page = try await self.send(.refundHistory(of: id, after: revision), to: environment, client)
            let transactions = (page.signedTransactions ?? []).map(\.bytes)
            let evidence = AnsweredEvidence(transactions: transactions, askedAt: askedAt)
            try await self.take(evidence, for: app, &hasRoom)
            guard page.hasMore == true, let next = page.revision else { return }
            guard next != revision else { throw .appStore(.unreadableAnswer) }
            revision = next
        }
    }

    private func send<Answer>(
        _ request: AppStoreRequest<Answer>,
        to environment: StoreEnvironment,
        _ client: AppStoreClient
    ) async throws(HealingError) -> Answer {
        do {
            return try await client.send(request, to: AppStoreEnvironment(environment))
        } catch {
            throw .appStore(error)
        }
    }

    private func take(
        _ evidence: AnsweredEvidence,
        for app: ServedApp,
        _ hasRoom: inout Bool
    ) async throws(HealingError) {
        do throws(IngestError) {
            _ = try await self.ingest.answer(evidence, for: app)
        } catch .quarantineFull {
            hasRoom = false
        } catch {
            throw .evidence(error)
        }
    }

    private func chain(_ check: ChainCheck) async throws(HealingError) -> Chain? {
        do {
            return try await self.repository.read { view in
                try view.chain(
                    of: TransactionID(check.originalTransactionID.rawValue),
                    app: check.app,
                    environment: check.environment
                )
            }?.chain
        } catch {
            throw .storage(error)
        }
    }

    /// Returns whether Apple has mentioned transactions that are missing here.
    private func lacksTransactions(_ chain: Chain?, _ check: ChainCheck, _ app: ServedApp) -> Bool {
        guard let chain else { return true }
        let now = self.ambient.now()
        return chain.state(at: now, environment: check.environment, gracePolicy: app.catalog.gracePolicy).heals
            .contains { $0.reason == .transactionMissing }
    }
}
