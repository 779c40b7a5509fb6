package import Ledger

extension CustomerDesk {
    /// The reasons to look twice at a customer.
    package func risk(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment
    ) async throws(CustomerError) -> Risk {
        let now = self.ambient.now()
        return try await self.books { books throws(RepositoryError) in
            try await RiskReading(repository: books).risk(of: customer, in: app, environment: environment, at: now)
        }
    }
}
