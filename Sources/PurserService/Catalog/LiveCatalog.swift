package import Ledger
internal import Synchronization

/// A holder of the current catalog, which follows every applied catalog without a restart.
package final class LiveCatalog: Sendable {
    /// A catalog with its version.
    package struct Current: Sendable {
        /// The catalog.
        package let catalog: Catalog
        /// The version of the catalog; `nil` before a catalog was applied.
        package let version: CatalogVersion?
    }

    private let state: Mutex<Current>

    /// Creates a holder of a catalog that has no version yet.
    package init(_ catalog: Catalog) {
        self.state = Mutex(Current(catalog: catalog, version: nil))
    }

    /// The current catalog with its version.
    package var current: Current { self.state.withLock { $0 } }

    /// The current catalog.
    package var catalog: Catalog { self.current.catalog }

    /// Makes a version current, unless a newer one is current already.
    package func put(_ catalog: Catalog, as version: CatalogVersion) {
        self.state.withLock { current in
            guard version.number > current.version?.number ?? 0 else { return }
            current = Current(catalog: catalog, version: version)
        }
    }
}
