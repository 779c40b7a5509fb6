package import Ledger

extension Repository {
    /// Whether something may be somebody's of this name: any, but of those that are given out here only those that were.
    package func admits(_ customer: CustomerID, app: AppName) async throws(RepositoryError) -> Bool {
        if customer.isErased { return false }
        guard customer.isReserved else { return true }
        return try await self.record(of: customer, app: app) != nil
    }
}
