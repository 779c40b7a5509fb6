package import Ledger
internal import Synchronization

/// The catalog that counts now: whoever reads it has the one that was applied last, without a restart.
package final class LiveCatalog: Sendable {
    /// A catalog with the version that it is.
    package struct Current: Sendable {
        /// The catalog.
        package let catalog: Catalog
        /// What is known of it; `nil` before any was applied.
        package let version: CatalogVersion?
    }

    private let state: Mutex<Current>

    /// A holder of a catalog that is no version yet.
    package init(_ catalog: Catalog) {
        self.state = Mutex(Current(catalog: catalog, version: nil))
    }

    /// The catalog that counts now, with its version.
    package var current: Current { self.state.withLock { $0 } }

    /// The catalog that counts now.
    package var catalog: Catalog { self.current.catalog }

    /// Puts a version in its place, unless a newer one is there already.
    package func put(_ catalog: Catalog, as version: CatalogVersion) {
        self.state.withLock { current in
            guard version.number > current.version?.number ?? 0 else { return }
            current = Current(catalog: catalog, version: version)
        }
    }
}
