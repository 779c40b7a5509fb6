/// Answers what a customer holds.
package protocol RightsRepository: Sendable {
    /// What a customer holds at an instant in some environments of an app, and what he was granted; nothing for a
    /// customer whom nobody has seen.
    ///
    /// It answers as the chains of his ledger do at that instant, whatever was kept of them.
    func holdings(
        of customer: CustomerID,
        app: AppName,
        environments: [StoreEnvironment],
        access: AccessPolicy,
        at now: Instant
    ) async throws(RepositoryError) -> CustomerHoldings

    /// The customers whose rights are to be looked at again, earliest first: by then one is another although nothing more
    /// was heard and no chain has changed.
    func dueRights(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueRights]

    /// Lets time pass over a customer's rights: tells each change that has fallen due, dated by the instant at which it
    /// did, and plans the next look. Does nothing when they are not due.
    func advance(_ rights: DueRights, at now: Instant, catalogue: Catalogue) async throws(RepositoryError)
}
