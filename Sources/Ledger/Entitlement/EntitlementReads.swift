/// Reads the holdings of customers.
package protocol EntitlementReads {
    /// Returns a customer's holdings at an instant in some environments of an app, with their grants; empty for an
    /// unknown customer.
    ///
    /// The result equals what the chains of the customer's ledger derive at that instant, whatever the repository has
    /// cached.
    func holdings(
        of customer: CustomerID,
        app: AppName,
        environments: [StoreEnvironment],
        gracePolicy: GracePolicy,
        at now: Instant
    ) throws -> CustomerHoldings

    /// Returns the customers whose entitlements are due by an instant, earliest first: time alone has changed one of
    /// them, without news and without a change of a chain.
    func dueEntitlements(at now: Instant, limit: Int) throws -> [DueEntitlements]
}

/// Publishes changes of entitlements.
package protocol EntitlementWrites {
    /// Publishes the entitlement changes of a customer that time alone has caused, each dated by the instant at which
    /// it happened, and schedules the next check.
    ///
    /// Does nothing when they are not due.
    func advance(_ entitlements: DueEntitlements, at now: Instant, catalog: Catalog) throws
}

/// A customer whose entitlements in an environment are due for a check, because a period that does not renew, or a
/// grant, begins or ends.
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

    /// The maximum number of steps in one check; entitlements with more changes stay due.
    package static let maximumSteps = 16
}
