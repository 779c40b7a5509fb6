package import Ledger

/// Says which old forms are still used, and what is missing to switch each off.
package struct MovingOverDesk: Sendable {
    /// How many days a report is about unless somebody asks for others.
    package static let usualDays: Int64 = 30
    /// The most days of one report.
    package static let maximumDays: Int64 = 366

    private let repository: any Repository
    private let ambient: Ambient

    /// A desk that reads a repository.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
    }

    /// The report on the last days of an app, today included.
    package func report(on app: ServedApp, days: Int64) async throws(RepositoryError) -> MovingOverReport {
        let today = CivilDay(of: self.ambient.now())
        let from = today + (1 - days)
        // What is safe to switch off is decided by so many days, however few are shown.
        let since = min(from, today + (1 - MovingOverReport.quietDays))
        let uses = try await self.repository.formUses(of: app.name, since: since)
        return MovingOverReport(
            uses,
            from: from,
            through: today,
            countedSince: try await self.repository.firstFormDay(of: app.name),
            hasKey: app.appStore != nil
        )
    }
}
