import Ledger
import Synchronization

/// The prices in all versions of the catalogs; each version is read once.
final class CatalogPriceVersions: Sendable {
    /// The prices in one version of a catalog.
    private struct Version {
        let version: CatalogVersion
        let prices: [ProductID: PriceSchedule]
    }

    /// The maximum number of versions whose prices are known; older ones are left out.
    private static let versionLimit = 500
    /// The number of versions that are read at once.
    private static let pageCount = 100

    private let repository: any Repository
    private let versions = Mutex<[AppName: [Version]]>([:])

    /// Creates a reader of the versions in a repository.
    init(repository: any Repository) { self.repository = repository }

    /// Returns the prices of products in the versions of an app's catalog, oldest first.
    func prices(
        of products: [ProductID],
        in app: AppName
    ) async throws(RepositoryError) -> [ProductID: [PriceHistory.CatalogPrices]] {
        let versions = try await self.versions(of: app)
        var prices: [ProductID: [PriceHistory.CatalogPrices]] = [:]
        for product in products {
            prices[product] = versions.map { one in
                PriceHistory.CatalogPrices(
                    version: one.version.number,
                    appliedAt: one.version.appliedAt,
                    appliedBy: one.version.appliedBy,
                    prices: one.prices[product]
                )
            }
        }
        return prices
    }

    /// Returns the products that have prices in some version of an app's catalog.
    func products(in app: AppName) async throws(RepositoryError) -> Set<ProductID> {
        Set(try await self.versions(of: app).flatMap(\.prices.keys))
    }

    /// Returns the versions, oldest first, after reading new ones; versions that can no longer be read are left out.
    private func versions(of app: AppName) async throws(RepositoryError) -> [Version] {
        let known = self.versions.withLock { $0[app] ?? [] }
        let newest = known.last?.version.number ?? 0
        var found: [CatalogVersion] = []
        while found.count < Self.versionLimit {
            let page = try await self.repository.read { [found] view in
                try view.catalogVersions(
                    of: app,
                    before: found.last?.number,
                    limit: Self.pageCount
                )
            }
            let new = page.prefix { $0.number > newest }
            found += new
            if new.count < Self.pageCount { break }
        }
        guard !found.isEmpty else { return known }
        var added: [Version] = []
        for version in found.prefix(Self.versionLimit).reversed() {
            guard let text = try await self.repository.read({ view in try view.catalogText(version.number, of: app) }),
                let file = try? CatalogFile(text: text, file: "catalog \(version.number)")
            else { continue }
            added.append(Version(version: version, prices: file.catalog.products.compactMapValues(\.prices)))
        }
        let all = Array((known + added).suffix(Self.versionLimit))
        self.versions.withLock { versions in
            guard versions[app]?.last?.version.number ?? 0 <= newest else { return }
            versions[app] = all
        }
        return all
    }
}
