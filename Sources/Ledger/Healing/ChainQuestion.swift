/// A chain about which Apple is to be asked.
package struct ChainQuestion: Hashable, Sendable {
    /// The app it belongs to.
    package let app: AppName
    /// The environment it belongs to.
    package let environment: StoreEnvironment
    /// The original transaction id that stands for it.
    package let originalTransactionID: OriginalTransactionID
    /// When it is to be asked about.
    package let dueAt: Instant
    /// Where Apple's history of its customer was read to, in Apple's words; `nil` if it never was.
    package let revision: String?
    /// Whether anything may be missing, so that the customer's whole history is read.
    package let isAboutEverything: Bool

    /// A question about a chain, due at an instant.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        originalTransactionID: OriginalTransactionID,
        dueAt: Instant,
        revision: String?,
        isAboutEverything: Bool = false
    ) {
        self.app = app
        self.environment = environment
        self.originalTransactionID = originalTransactionID
        self.dueAt = dueAt
        self.revision = revision
        self.isAboutEverything = isAboutEverything
    }
}
