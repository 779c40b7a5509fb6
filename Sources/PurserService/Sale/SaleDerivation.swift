package import Ledger

/// Derives the sales of purchases that were recorded by a version of the server that kept none.
///
/// Each step is one transaction of some milliseconds, so that what customers send waits no longer than that. What is broken
/// off goes on where it stopped.
package struct SaleDerivation: Sendable {
    /// How many original transaction ids are looked at in one step.
    private static let step = 200

    private let repository: any Repository

    /// A derivation in a repository.
    package init(repository: any Repository) {
        self.repository = repository
    }

    /// Derives the sales of the next purchases and returns whether more remain.
    package func advance() async throws(RepositoryError) -> Bool {
        try await self.repository.deriveSales(limit: Self.step)
    }

    /// Derives the sales of all purchases that have none yet, as reading sales requires.
    package func finish() async throws(RepositoryError) {
        guard try await !self.repository.hasAllSales() else { return }
        while try await self.advance() {}
    }
}
