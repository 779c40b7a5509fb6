package import Ledger

/// Records the shop's evidence about consumption, and explains refunds to support: the terms of the storefront and when
/// the money arrives.
package struct RefundAdvisor: Sendable {
    /// The terms that apply to a refund.
    package struct Terms: Hashable, Sendable {
        /// The storefront of the purchase.
        package let storefront: String
        /// The region of the storefront, by the names in rules.
        package let region: String
        /// The refund terms of that region.
        package let terms: RefundTerms
        /// The Apple Account's remaining unconditional and conditional refunds at its last request, not counting this
        /// refund; `nil` where Apple did not name the account.
        package let left: RefundOpportunities?
    }

    let repository: any Repository
    let apps: [AppName: ServedApp]
    /// The policies of each app.
    let rules: [AppName: RefundRules]

    /// Creates an advisor for these apps.
    package init(repository: any Repository, apps: [ServedApp]) {
        self.repository = repository
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.rules = self.apps.mapValues { RefundRules(of: $0.name) }
    }

    /// Records the shop's evidence about how a purchase was used, and returns the evidence in force.
    package func state(
        _ evidence: ConsumptionEvidence,
        of transaction: TransactionID,
        in environment: StoreEnvironment,
        of app: AppName
    ) async throws(ConsumptionError) -> ConsumptionEvidence {
        let stated: Result<ConsumptionEvidence, ConsumptionError> = try await Self.storing {
            () throws(RepositoryError) in
            try await self.repository.write { unit in
                let owned = try unit.chain(of: transaction, app: app, environment: environment)
                guard let own = owned?.chain.transactions.first(where: { $0.transactionID == transaction }) else {
                    return .failure(.unknown)
                }
                guard evidence.share == nil || own.current.kind != .autoRenewable else {
                    return .failure(.subscription)
                }
                let counting = try unit.state(evidence, of: transaction, app: app, environment: environment)
                return counting.map { .success($0) } ?? .failure(.unknown)
            }
        }
        return try stated.get()
    }

    /// Returns the shop's evidence about how a purchase was used; `nil` where there is none.
    package func consumption(
        of transaction: TransactionID,
        in environment: StoreEnvironment,
        of app: AppName
    ) async throws(ConsumptionError) -> ConsumptionEvidence? {
        try await Self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.consumption(of: [transaction], app: app, environment: environment)
            }
        }
    }

    /// Returns warnings about a policy, judged with the current catalog; empty where the policy cannot be read.
    package func warnings(about policy: String, in app: AppName) -> [ValidationIssue] {
        guard let served = self.apps[app], let file = try? RefundRules.file(policy) else { return [] }
        return file.warnings(beside: served.catalog)
    }

    /// Returns the terms of a refund's storefront; `nil` where Apple did not state the storefront.
    package func terms(of record: RefundRecord) async throws(RefundError) -> Terms? {
        guard let app = self.apps[record.app] else { throw .appUnknown(record.app) }
        do throws(RepositoryError) {
            return try await self.repository.read { view in
                let owned = try view.chain(of: record.transactionID, app: record.app, environment: record.environment)
                let own = owned?.chain.transactions.first { $0.transactionID == record.transactionID }?.current
                guard let own, let storefront = own.storefront else { return nil }
                let terms = app.catalog.refundTerms[storefront]
                return Terms(
                    storefront: storefront,
                    region: RefundTerms.region(of: storefront),
                    terms: terms,
                    left: try view.opportunities(
                        of: own.appTransactionID,
                        for: record,
                        by: terms,
                        at: record.refundCase.requests.last?.signedAt ?? record.refundCase.openedAt
                    )
                )
            }
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
