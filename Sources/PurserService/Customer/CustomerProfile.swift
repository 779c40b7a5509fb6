package import Ledger

/// All that is known of one customer besides the lists of what he bought and did.
package struct CustomerProfile: Hashable, Sendable {
    /// How much of his there is in one environment.
    package struct Count: Hashable, Sendable {
        /// The environment.
        package let environment: StoreEnvironment
        /// How many purchases.
        package let purchases: Int
        /// In how many chains.
        package let chains: Int
        /// How many entitlements he has now.
        package let activeEntitlements: Int
    }

    /// An Apple account that he was seen with, and where.
    package struct Account: Hashable, Sendable {
        /// The environment.
        package let environment: StoreEnvironment
        /// The account, with the first and the last instant.
        package let binding: AppleAccountBinding
    }

    /// Who he is to the ledger.
    package let customer: CustomerID
    /// The customers who are merged into him.
    package let mergedCustomers: [CustomerID]
    /// Into whom he is merged himself.
    package let mergedInto: CustomerID?
    /// The earliest instant at which anything is known of him.
    package let firstSeenAt: Instant?
    /// The latest.
    package let lastSeenAt: Instant?
    /// The tokens that stand for him.
    package let tokens: [AccountToken]
    /// The Apple accounts that he was seen with.
    package let accounts: [Account]
    /// What the shop says of him.
    package let facts: CustomerFacts
    /// The consent that stands now.
    package let consent: Consent?
    /// How many consents he has given, withdrawn ones included.
    package let consentCount: Int
    /// How much of his there is, where there is anything.
    package let counts: [Count]
    /// How many events were told of him.
    package let eventCount: Int64
}

extension CustomerService {
    /// All that is known of a customer.
    package func profile(
        of customer: CustomerID,
        in app: ServedApp
    ) async throws(CustomerError) -> CustomerProfile {
        let name = app.name
        let now = self.ambient.now()
        let record = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.record(of: customer, app: name)
        }
        guard let record else { throw .refused(.unknownCustomer) }
        return try await self.withRepository { repository throws(RepositoryError) in
            let consents = try await repository.consents(of: customer, app: name, limit: Self.longestList)
            let facts = try await repository.facts(of: customer, app: name)
            var seen = facts.byTopic.values.map(\.statedAt) + consents.map(\.recordedAt)
            var counts: [CustomerProfile.Count] = []
            var accounts: [CustomerProfile.Account] = []
            for environment in StoreEnvironment.allCases {
                let ledger = try await repository.ledger(of: customer, app: name, environment: environment)
                let purchases = ledger.purchases(at: now, catalog: app.catalog)
                let bindings = try await repository.appleAccounts(of: customer, app: name, environment: environment)
                accounts += bindings.map { CustomerProfile.Account(environment: environment, binding: $0) }
                seen += bindings.flatMap { [$0.firstAt, $0.lastAt] }
                let submissions = try await repository.submissions(
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
                        chains: ledger.chains.count,
                        activeEntitlements: entitlements.filter(\.isActive).count
                    )
                )
            }
            let stream = EventStream(app: name, subject: .customer(customer))
            let edges = [0, record.eventCount - 1].filter { $0 >= 0 }
            for number in edges {
                seen += try await repository.events(of: stream, after: number, limit: 1).map(\.occurredAt)
            }
            return CustomerProfile(
                customer: customer,
                mergedCustomers: record.mergedCustomers,
                mergedInto: record.mergedInto,
                firstSeenAt: seen.min(),
                lastSeenAt: seen.max(),
                tokens: try await repository.accountTokens(of: customer, app: name),
                accounts: accounts,
                facts: facts,
                consent: Consent.current(among: consents, at: now),
                consentCount: consents.count,
                counts: counts,
                eventCount: record.eventCount
            )
        }
    }
}
