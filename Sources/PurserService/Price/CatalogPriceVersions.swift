import Ledger
import Synchronization

/// The prices in all versions of the catalogs; each version is read once.
final class CatalogPriceVersions: Sendable {
    /// The prices in one version of a catalog.
    private struct Version {
        let version: CatalogVersion
        let prices: [ProductID: PriceSchedule]

        /// Reads the prices in a text; `nil` where the text can no longer be read.
        init?(_ version: CatalogVersion, _ text: CatalogText?) {
            guard let text, let file = try? CatalogFile(text: text, file: "catalog \(version.number)") else {
                return nil
            }
            self.version = version
            self.prices = file.catalog.products.compactMapValues(\.prices)
        }
    }

    /// The versions of an app that were read.
    private struct Known {
        /// The number of the newest version, whether or not its text can be read.
        var newest: Int64 = 0
        /// The versions whose texts can be read, oldest first.
        var versions: [Version] = []
    }

    /// The maximum number of versions whose prices are known; older ones are left out.
    private static let versionLimit = 500
    /// The number of versions that are listed at once.
    private static let pageCount = 100

    private let known = Mutex<[AppName: Known]>([:])

    /// Creates a cache without versions.
    init() {}

    /// Reads the versions that were applied since the last call, each in a unit of work of its own.
    ///
    /// A version never changes, and parsing all of them takes longer than one view should last.
    func readNew(of app: AppName, in repository: any Repository) async throws(RepositoryError) {
        let known = self.known(of: app)
        for version in try await repository.read({ view in try Self.listing(of: app, view, after: known).new }) {
            let text = try await repository.read { view in try view.catalogText(version.number, of: app) }
            let read = Version(version, text)
            self.known.withLock { known in
                var own = known[app] ?? Known()
                // Another call may have read it in the meantime.
                guard version.number > own.newest else { return }
                own.newest = version.number
                if let read { own.versions = (own.versions + [read]).suffix(Self.versionLimit) }
                known[app] = own
            }
        }
    }

    /// Returns the products that have prices in some version of an app's catalog.
    func products(in app: AppName, _ view: any ReadView) throws -> Set<ProductID> {
        Set(try self.versions(of: app, view).flatMap(\.prices.keys))
    }

    /// Returns the prices of products in the versions of an app's catalog, oldest first.
    func prices(
        of products: [ProductID],
        in app: AppName,
        _ view: any ReadView
    ) throws -> [ProductID: [PriceHistory.CatalogPrices]] {
        let versions = try self.versions(of: app, view)
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

    /// Returns the versions that a view has, oldest first.
    ///
    /// Those that were applied since `readNew` are read from the view. They are not remembered, because a unit of work
    /// may see a version that is never committed.
    private func versions(of app: AppName, _ view: any ReadView) throws -> [Version] {
        let known = self.known(of: app)
        let (newest, new) = try Self.listing(of: app, view, after: known)
        let added = try new.compactMap { Version($0, try view.catalogText($0.number, of: app)) }
        return known.versions.filter { $0.version.number <= newest } + added
    }

    private func known(of app: AppName) -> Known { self.known.withLock { $0[app] } ?? Known() }

    /// Returns the number of the newest version in a view, and the versions that are not known, oldest first.
    private static func listing(
        of app: AppName,
        _ view: any ReadView,
        after known: Known
    ) throws -> (newest: Int64, new: [CatalogVersion]) {
        var newest: Int64 = 0
        var found: [CatalogVersion] = []
        while found.count < Self.versionLimit {
            let page = try view.catalogVersions(of: app, before: found.last?.number, limit: Self.pageCount)
            if found.isEmpty { newest = page.first?.number ?? 0 }
            let new = page.prefix { $0.number > known.newest }
            found += new
            if new.count < Self.pageCount { break }
        }
        return (newest, found.prefix(Self.versionLimit).reversed())
    }
}
