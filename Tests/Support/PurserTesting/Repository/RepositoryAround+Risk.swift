package import Ledger

extension RepositoryAround {
    package func riskMark(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RiskMark? {
        try await self.base.riskMark(of: customer, app: app)
    }

    package func note(
        _ look: RiskLook,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try await self.base.note(look, of: customer, app: app)
    }

    package func riskMarks(
        of app: AppName,
        after place: RiskPlace?,
        limit: Int
    ) async throws(RepositoryError) -> [RiskMark] {
        try await self.base.riskMarks(of: app, after: place, limit: limit)
    }

    package func dueRisks(of app: AppName, at now: Instant, limit: Int) async throws(RepositoryError) -> [CustomerID] {
        try await self.base.dueRisks(of: app, at: now, limit: limit)
    }
}
