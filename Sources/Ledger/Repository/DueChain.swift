/// A chain whose state is to be looked at again.
package struct DueChain: Hashable, Sendable {
    /// The app it belongs to.
    package let app: AppName
    /// The environment it belongs to.
    package let environment: StoreEnvironment
    /// The original transaction id that stands for it.
    package let originalTransactionID: OriginalTransactionID
    /// The instant of its next change.
    package let dueAt: Instant

    /// A chain that is due at an instant.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        originalTransactionID: OriginalTransactionID,
        dueAt: Instant
    ) {
        self.app = app
        self.environment = environment
        self.originalTransactionID = originalTransactionID
        self.dueAt = dueAt
    }

    /// The most steps that one look takes; a chain with more stays due.
    ///
    /// Between two pieces of evidence a subscription passes overdue, grace, retry and expiry at most, each once.
    package static let maximumSteps = 16
}
