/// Answers what a customer holds.
package protocol RightsRepository: Sendable {
    /// What a customer holds at an instant in some environments of an app, and what he was granted; nothing for a
    /// customer whom nobody has seen.
    ///
    /// Synchronous, because the read takes less time than a change of threads. It answers as the chains of his ledger do
    /// at that instant, whatever was kept of them.
    func holdings(
        of customer: CustomerID,
        app: AppName,
        environments: [StoreEnvironment],
        access: AccessPolicy,
        at now: Instant
    ) throws(RepositoryError) -> CustomerHoldings
}
