package import Ledger

extension SQLRepository {
    /// Keeps a version with its text if its number follows the newest of its app.
    package func keep(_ version: CatalogueVersion, text: CatalogueText) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.keep(version, text: text) }
    }

    /// The versions of an app, newest first.
    package func catalogueVersions(
        of app: AppName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [CatalogueVersion] {
        try await self.read { session in try session.catalogueVersions(of: app, before: number, limit: limit) }
    }

    /// The text of a version.
    package func catalogueText(_ number: Int64, of app: AppName) async throws(RepositoryError) -> CatalogueText? {
        try await self.read { session in try session.catalogueText(number, of: app) }
    }
}
