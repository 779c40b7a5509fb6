package import Ledger
internal import Synchronization

/// The catalogue that counts now: whoever reads it has the one that was applied last, without a restart.
package final class LiveCatalogue: Sendable {
    /// A catalogue with the version that it is.
    package struct Current: Sendable {
        /// The catalogue.
        package let catalogue: Catalogue
        /// What is known of it; `nil` before any was applied.
        package let version: CatalogueVersion?
    }

    private let state: Mutex<Current>

    /// A holder of a catalogue that is no version yet.
    package init(_ catalogue: Catalogue) {
        self.state = Mutex(Current(catalogue: catalogue, version: nil))
    }

    /// The catalogue that counts now, with its version.
    package var current: Current { self.state.withLock { $0 } }

    /// The catalogue that counts now.
    package var catalogue: Catalogue { self.current.catalogue }

    /// Puts a version in its place, unless a newer one is there already.
    package func put(_ catalogue: Catalogue, as version: CatalogueVersion) {
        self.state.withLock { current in
            guard version.number > current.version?.number ?? 0 else { return }
            current = Current(catalogue: catalogue, version: version)
        }
    }
}
