package import Ledger

extension RepositoryAround {
    package func count(_ uses: [FormUse]) async throws(RepositoryError) {
        try await self.base.count(uses)
    }

    package func formUses(of app: AppName, since day: CivilDay) async throws(RepositoryError) -> [FormUse] {
        try await self.base.formUses(of: app, since: day)
    }

    package func firstFormDay(of app: AppName) async throws(RepositoryError) -> CivilDay? {
        try await self.base.firstFormDay(of: app)
    }
}
