package import Ledger

extension SQLRepository {
    /// Adds uses to those that are counted already.
    package func count(_ uses: [FormUse]) async throws(RepositoryError) {
        guard !uses.isEmpty else { return }
        try await self.write { session in try session.count(uses) }
    }

    /// The uses in an app since a day.
    package func formUses(of app: AppName, since day: CivilDay) async throws(RepositoryError) -> [FormUse] {
        try await self.read { session in try session.formUses(of: app, since: day) }
    }

    /// The first day of which anything is counted.
    package func firstFormDay(of app: AppName) async throws(RepositoryError) -> CivilDay? {
        try await self.read { session in try session.firstFormDay(of: app) }
    }
}
