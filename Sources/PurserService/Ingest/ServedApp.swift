package import AppStore
package import Ledger

/// One app that this server keeps the books of.
package struct ServedApp: Sendable {
    /// Its short name in the configuration and in paths.
    package let name: AppName
    /// Verifies what Apple signs for it.
    package let verifier: SignedDataVerifier
    /// What it sells.
    package let catalogue: Catalogue

    /// An app of this name.
    package init(name: AppName, verifier: SignedDataVerifier, catalogue: Catalogue) {
        self.name = name
        self.verifier = verifier
        self.catalogue = catalogue
    }
}
