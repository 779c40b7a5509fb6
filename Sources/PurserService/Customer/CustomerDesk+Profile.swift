package import Ledger

extension CustomerDesk {
    /// All that is known of a customer.
    package func profile(
        of customer: CustomerID,
        in app: ServedApp
    ) async throws(CustomerError) -> CustomerProfile {
        let name = app.name
        let now = self.ambient.now()
        let record = try await self.books { books throws(RepositoryError) in
            try await books.record(of: customer, app: name)
        }
        guard let record else { throw .refused(.unknownCustomer) }
        return try await self.books { books throws(RepositoryError) in
            let consents = try await books.consents(of: customer, app: name, limit: Self.longestList)
            let facts = try await books.facts(of: customer, app: name)
            var seen = facts.words.values.map(\.statedAt) + consents.map(\.recordedAt)
            var counts: [CustomerProfile.Count] = []
            var accounts: [CustomerProfile.Account] = []
            for environment in StoreEnvironment.allCases {
                let ledger = try await books.ledger(of: customer, app: name, environment: environment)
                let purchases = ledger.purchases(at: now, catalogue: app.catalogue)
                let bindings = try await books.appleAccounts(of: customer, app: name, environment: environment)
                accounts += bindings.map { CustomerProfile.Account(environment: environment, binding: $0) }
                seen += bindings.flatMap { [$0.firstAt, $0.lastAt] }
                let submissions = try await books.submissions(
                    of: customer,
                    among: purchases.flatMap(\.transactionIDs),
                    app: name,
                    environment: environment
                )
                seen += submissions.map(\.submittedAt)
                guard !ledger.chains.isEmpty else { continue }
                let rights = ledger.entitlements(at: now, catalogue: app.catalogue)
                counts.append(
                    CustomerProfile.Count(
                        environment: environment,
                        purchases: purchases.count,
                        chains: ledger.chains.count,
                        activeRights: rights.filter(\.isActive).count
                    )
                )
            }
            let lane = Lane(app: name, subject: .customer(customer))
            let edges = [0, record.eventCount - 1].filter { $0 >= 0 }
            for number in edges {
                seen += try await books.events(of: lane, after: number, limit: 1).map(\.occurredAt)
            }
            return CustomerProfile(
                customer: customer,
                mergedCustomers: record.mergedCustomers,
                mergedInto: record.mergedInto,
                firstSeenAt: seen.min(),
                lastSeenAt: seen.max(),
                tokens: try await books.accountTokens(of: customer, app: name),
                accounts: accounts,
                facts: facts,
                consent: Consent.standing(among: consents, at: now),
                consentCount: consents.count,
                counts: counts,
                eventCount: record.eventCount
            )
        }
    }
}
