package import Ledger

extension SQLRepository {
    /// What was last seen of a customer.
    package func riskMark(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RiskMark? {
        try await self.read { session in try session.riskMark(of: customer, app: app) }
    }

    /// Keeps what was seen of a customer, and tells whether he crossed the line.
    package func note(
        _ look: RiskLook,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.note(look, of: customer, app: app) }
    }

    /// The customers at the line or above it, after a place.
    package func riskMarks(
        of app: AppName,
        after place: RiskPlace?,
        limit: Int
    ) async throws(RepositoryError) -> [RiskMark] {
        try await self.read { session in try session.raisedRisks(of: app, after: place, limit: limit) }
    }

    /// The customers who are to be looked at again.
    package func dueRisks(of app: AppName, at now: Instant, limit: Int) async throws(RepositoryError) -> [CustomerID] {
        try await self.read { session in try session.dueRisks(of: app, at: now, limit: limit) }
    }
}
