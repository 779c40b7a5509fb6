package import Ledger

/// Reads the facts about a customer and the Apple Accounts with which they buy, from which risk signals are derived.
///
/// All facts for one answer are read on one view of the ledger.
package struct RiskReading: Sendable {
    /// The maximum number of Apple Accounts, and of other customers, that are read for one customer or account.
    static let longestList = 20

    private let repository: any Repository

    /// Creates a reader of this ledger.
    package init(repository: any Repository) {
        self.repository = repository
    }

    /// Returns the risk signals of a customer in one environment.
    package func risk(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> Risk {
        let facts = try await self.repository.read { view in
            try view.riskFacts(about: customer, in: app, environment: environment, at: now)
        }
        return facts.risk(at: now)
    }

    /// Returns the risk signals of an Apple Account in one environment, and its customers; no customers where the
    /// account is unknown.
    package func risk(
        of account: AppTransactionID,
        in app: ServedApp,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> (risk: Risk, customers: [CustomerID]) {
        let facts = try await self.repository.read { view in
            try view.riskFacts(about: account, in: app, environment: environment, at: now)
        }
        return (facts.risk(at: now), facts.customers)
    }
}

/// The ledger's facts about an Apple Account and the customers who buy with it.
struct AccountRiskFacts: Hashable, Sendable {
    /// The Apple Account.
    let account: AppTransactionID
    /// The customers of the account, by name.
    let customers: [CustomerID]
    /// The purchases with the account.
    let payments: Set<RiskPayment>
    /// The refunds of the account that are in force, of all customers.
    let refunds: [AccountRefund]
    /// Those of the customers who owe coins.
    let debtors: Set<CustomerID>

    /// Returns the reasons to review the account at an instant.
    func risk(at now: Instant) -> Risk {
        Risk(
            of: self.account,
            customers: Set(self.customers),
            payments: self.payments,
            refunds: self.refunds,
            debtors: self.debtors,
            at: now
        )
    }
}
