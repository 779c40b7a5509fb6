package import Ledger

/// What the shop says of how purchases were used, and what support may tell of a refund: the terms of its storefront,
/// and when the money is there.
package struct RefundAdvisor: Sendable {
    /// What may be said about the terms of one refund.
    package struct Terms: Hashable, Sendable {
        /// The storefront of the purchase.
        package let storefront: String
        /// Its region, by which rules speak of it.
        package let region: String
        /// The terms that count there.
        package let terms: RefundTerms
        /// What the Apple Account had left when it asked last, this refund not counted; `nil` where Apple did not name
        /// it.
        package let left: RefundOpportunities?
    }

    private let repository: any Repository
    private let apps: [AppName: ServedApp]

    /// Advisor about these apps.
    package init(repository: any Repository, apps: [ServedApp]) {
        self.repository = repository
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Takes down what the shop says of how a purchase was used, and returns what counts then.
    package func state(
        _ evidence: ConsumptionEvidence,
        of transaction: TransactionID,
        in environment: StoreEnvironment,
        of app: AppName
    ) async throws(ConsumptionError) -> ConsumptionEvidence {
        let owned = try await Self.storing { () throws(RepositoryError) in
            try await self.repository.chain(of: transaction, app: app, environment: environment)
        }
        let own = owned?.chain.transactions.first { $0.transactionID == transaction }
        guard let own else { throw .unknown }
        guard evidence.share == nil || own.current.kind != .autoRenewable else { throw .subscription }
        let counting = try await Self.storing { () throws(RepositoryError) in
            try await self.repository.state(evidence, of: transaction, app: app, environment: environment)
        }
        guard let counting else { throw .unknown }
        return counting
    }

    /// What the shop said of how a purchase was used; `nil` where it said nothing.
    package func consumption(
        of transaction: TransactionID,
        in environment: StoreEnvironment,
        of app: AppName
    ) async throws(ConsumptionError) -> ConsumptionEvidence? {
        try await Self.storing { () throws(RepositoryError) in
            try await self.repository.consumption(of: [transaction], app: app, environment: environment)
        }
    }

    /// What looks like an oversight in a policy beside the catalog that counts now; nothing where it cannot be read.
    package func warnings(about policy: String, in app: AppName) -> [ValidationIssue] {
        guard let served = self.apps[app], let file = try? RefundRules.file(policy) else { return [] }
        return file.warnings(beside: served.catalog)
    }

    /// The terms of the storefront of a refund; `nil` where Apple did not say where it was bought.
    package func terms(of record: RefundRecord) async throws(RefundError) -> Terms? {
        guard let app = self.apps[record.app] else { throw .appUnknown(record.app) }
        do throws(RepositoryError) {
            let owned = try await self.repository.chain(
                of: record.transactionID,
                app: record.app,
                environment: record.environment
            )
            let own = owned?.chain.transactions.first { $0.transactionID == record.transactionID }?.current
            guard let own, let storefront = own.storefront else { return nil }
            let terms = app.catalog.refundTerms[storefront]
            return Terms(
                storefront: storefront,
                region: RefundTerms.region(of: storefront),
                terms: terms,
                left: try await RefundOpportunities.left(
                    to: own.appTransactionID,
                    for: record,
                    by: terms,
                    at: record.refundCase.requests.last?.signedAt ?? record.refundCase.openedAt,
                    in: self.repository
                )
            )
        } catch {
            throw .storage(error)
        }
    }

    private static func storing<Answer>(
        _ work: () async throws(RepositoryError) -> Answer
    ) async throws(ConsumptionError) -> Answer {
        do throws(RepositoryError) {
            return try await work()
        } catch {
            throw .storage(error)
        }
    }
}

extension RefundOpportunities {
    /// Returns what the Apple Account of a purchase has left by the terms of its storefront at an instant, without the
    /// refund of the purchase itself; `nil` where the terms bound a number and Apple did not name the Apple Account.
    package static func left(
        to account: AppTransactionID?,
        for record: RefundRecord,
        by terms: RefundTerms,
        at now: Instant,
        in repository: any Repository
    ) async throws(RepositoryError) -> Self? {
        guard terms.isBounded else { return Self(by: terms, after: [], at: now) }
        guard let account = account ?? record.subject.account else { return nil }
        let refunds = try await repository.refunds(
            of: account,
            app: record.app,
            environment: record.environment,
            // One of the same millisecond counts.
            before: now + Span(milliseconds: 1),
            limit: AccountRefund.longestList
        )
        let own = record.subject.purchase ?? .single(record.transactionID)
        let others = refunds.filter { $0.purchase != own && $0.transactionID != record.transactionID }
        return Self(by: terms, after: others.map(\.refundedAt), at: now)
    }
}
