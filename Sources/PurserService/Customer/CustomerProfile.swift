package import Ledger

/// A summary of what the ledger knows of a customer, without the lists of purchases and events.
package struct CustomerProfile: Hashable, Sendable {
    /// The number of the customer's purchases and entitlements in one environment.
    package struct Count: Hashable, Sendable {
        /// The environment.
        package let environment: StoreEnvironment
        /// The number of purchases.
        package let purchases: Int
        /// The number of chains that contain the purchases.
        package let chains: Int
        /// The number of current entitlements.
        package let activeEntitlements: Int
    }

    /// An Apple account that the customer used, with its environment.
    package struct Account: Hashable, Sendable {
        /// The environment.
        package let environment: StoreEnvironment
        /// The account, with the first and the last instant of its use.
        package let binding: AppleAccountBinding
    }

    /// The canonical customer.
    package let customer: CustomerID
    /// The customers who are merged into this one.
    package let mergedCustomers: [CustomerID]
    /// The customer into whom this one is merged, if any.
    package let mergedInto: CustomerID?
    /// The earliest instant of any fact about the customer.
    package let firstSeenAt: Instant?
    /// The latest instant of any fact about the customer.
    package let lastSeenAt: Instant?
    /// The customer's account tokens.
    package let tokens: [AccountToken]
    /// The Apple accounts that the customer used.
    package let accounts: [Account]
    /// The facts that the shop stated about the customer.
    package let facts: CustomerFacts
    /// The consent in force.
    package let consent: Consent?
    /// The number of consents that the customer gave, including withdrawn ones.
    package let consentCount: Int
    /// The counts by environment; an environment without purchases has none.
    package let counts: [Count]
    /// The number of events published about the customer.
    package let eventCount: Int64
}

extension CustomerService {
    /// Returns the profile of a customer.
    package func profile(
        of customer: CustomerID,
        in app: ServedApp
    ) async throws(CustomerError) -> CustomerProfile {
        let now = self.ambient.now()
        let profile = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in try view.profile(of: customer, in: app, at: now) }
        }
        guard let profile else { throw .refused(.unknownCustomer) }
        return profile
    }
}

extension ReadView {
    /// Returns the profile of a customer; `nil` for an unknown customer.
    func profile(of customer: CustomerID, in app: ServedApp, at now: Instant) throws -> CustomerProfile? {
        let name = app.name
        guard let record = try self.record(of: customer, app: name) else { return nil }
        let consents = try self.consents(of: customer, app: name, limit: CustomerService.longestList)
        let facts = try self.facts(of: customer, app: name)
        var seen = facts.byTopic.values.map(\.statedAt) + consents.map(\.recordedAt)
        var counts: [CustomerProfile.Count] = []
        var accounts: [CustomerProfile.Account] = []
        for environment in StoreEnvironment.allCases {
            let ledger = try self.ledger(of: customer, app: name, environment: environment)
            let purchases = ledger.purchases(at: now, catalog: app.catalog)
            let bindings = try self.appleAccounts(of: customer, app: name, environment: environment)
            accounts += bindings.map { CustomerProfile.Account(environment: environment, binding: $0) }
            seen += bindings.flatMap { [$0.firstAt, $0.lastAt] }
            let submissions = try self.submissions(
                of: customer,
                among: purchases.flatMap(\.transactionIDs),
                app: name,
                environment: environment
            )
            seen += submissions.map(\.submittedAt)
            guard !ledger.chains.isEmpty else { continue }
            let entitlements = ledger.entitlements(at: now, catalog: app.catalog)
            counts.append(
                CustomerProfile.Count(
                    environment: environment,
                    purchases: purchases.count,
                    chains: ledger.chains.count { !ledger.ownPurchases(in: $0).isEmpty },
                    activeEntitlements: entitlements.filter(\.isActive).count
                )
            )
        }
        let stream = EventStream(app: name, subject: .customer(customer))
        for number in [0, record.eventCount - 1] where number >= 0 {
            seen += try self.events(of: stream, after: number, limit: 1).map(\.occurredAt)
        }
        return CustomerProfile(
            customer: customer,
            mergedCustomers: record.mergedCustomers,
            mergedInto: record.mergedInto,
            firstSeenAt: seen.min(),
            lastSeenAt: seen.max(),
            tokens: try self.accountTokens(of: customer, app: name),
            accounts: accounts,
            facts: facts,
            consent: Consent.current(among: consents, at: now),
            consentCount: consents.count,
            counts: counts,
            eventCount: record.eventCount
        )
    }
}
