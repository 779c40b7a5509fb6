/// Answers what a customer holds.
package protocol EntitlementRepository: Sendable {
    /// What a customer holds at an instant in some environments of an app, and what he was granted; nothing for a
    /// customer whom nobody has seen.
    ///
    /// It answers as the chains of his ledger do at that instant, whatever was kept of them.
    func holdings(
        of customer: CustomerID,
        app: AppName,
        environments: [StoreEnvironment],
        gracePolicy: GracePolicy,
        at now: Instant
    ) async throws(RepositoryError) -> CustomerHoldings

    /// The customers whose entitlements are to be looked at again, earliest first: by then one is another although
    /// nothing more was heard and no chain has changed.
    func dueEntitlements(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueEntitlements]

    /// Lets time pass over a customer's entitlements: tells each change that has fallen due, dated by the instant at
    /// which it did, and plans the next look. Does nothing when they are not due.
    func advance(_ entitlements: DueEntitlements, at now: Instant, catalog: Catalog) async throws(RepositoryError)
}

/// A customer whose entitlements in an environment are to be looked at again, because a period that does not renew, or
/// a grant, begins or ends.
package struct DueEntitlements: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The customer.
    package let customer: CustomerID
    /// The instant of the next change.
    package let dueAt: Instant

    /// Entitlements that are due at an instant.
    package init(app: AppName, environment: StoreEnvironment, customer: CustomerID, dueAt: Instant) {
        self.app = app
        self.environment = environment
        self.customer = customer
        self.dueAt = dueAt
    }

    /// The most steps that one look takes; entitlements with more stay due.
    package static let maximumSteps = 16
}
