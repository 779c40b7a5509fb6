package import Ledger

/// An empty repository that is to be shown to keep the contract.
package struct RepositoryUnderTest: Sendable {
    /// The repository.
    package let repository: any Repository
    /// Closes it and opens what it kept again; `nil` for one that keeps nothing.
    package let reopen: (@Sendable () async throws -> any Repository)?

    /// A repository and the way to open it again.
    package init(_ repository: any Repository, reopen: (@Sendable () async throws -> any Repository)? = nil) {
        self.repository = repository
        self.reopen = reopen
    }
}
