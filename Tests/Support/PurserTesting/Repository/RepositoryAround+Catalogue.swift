package import Ledger

extension RepositoryAround {
    package func keep(_ version: CatalogueVersion, text: CatalogueText) async throws(RepositoryError) -> Bool {
        try await self.base.keep(version, text: text)
    }

    package func catalogueVersions(
        of app: AppName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [CatalogueVersion] {
        try await self.base.catalogueVersions(of: app, before: number, limit: limit)
    }

    package func catalogueText(_ number: Int64, of app: AppName) async throws(RepositoryError) -> CatalogueText? {
        try await self.base.catalogueText(number, of: app)
    }
}
