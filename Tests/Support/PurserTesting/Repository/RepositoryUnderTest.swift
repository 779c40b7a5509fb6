package import Ledger

/// An empty repository that is to be shown to keep the contract.
package struct RepositoryUnderTest: Sendable {
    /// The repository.
    package let repository: any Repository
    /// What it has written into the process's log.
    package let log: RecordedLog
    /// Closes it and opens what it kept again; `nil` for one that keeps nothing.
    package let reopen: (@Sendable () async throws -> any Repository)?

    /// A repository that writes into this log, and the way to open it again.
    package init(
        _ repository: any Repository,
        log: RecordedLog = RecordedLog(),
        reopen: (@Sendable () async throws -> any Repository)? = nil
    ) {
        self.repository = repository
        self.log = log
        self.reopen = reopen
    }
}
