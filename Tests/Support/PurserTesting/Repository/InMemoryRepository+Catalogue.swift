package import Ledger

extension InMemoryRepository {
    /// Keeps a version with its text if its number follows the newest of its app.
    package func keep(_ version: CatalogueVersion, text: CatalogueText) async throws(RepositoryError) -> Bool {
        try self.open { books in
            let newest = books.catalogues.last { $0.version.app == version.app }?.version.number ?? 0
            guard version.number == newest + 1 else { return false }
            books.catalogues.append((version, text))
            return true
        }
    }

    /// The versions of an app, newest first.
    package func catalogueVersions(
        of app: AppName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [CatalogueVersion] {
        try self.open { books in
            let versions = books.catalogues.map(\.version).filter { $0.app == app && $0.number < number ?? .max }
            return Array(versions.reversed().prefix(limit))
        }
    }

    /// The text of a version.
    package func catalogueText(_ number: Int64, of app: AppName) async throws(RepositoryError) -> CatalogueText? {
        try self.open { books in
            books.catalogues.first { $0.version.app == app && $0.version.number == number }?.text
        }
    }
}
