/// A customer whose rights in an environment are to be looked at again, because a period that does not renew, or a grant,
/// begins or ends.
package struct DueRights: Hashable, Sendable {
    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The customer.
    package let customer: CustomerID
    /// The instant of the next change.
    package let dueAt: Instant

    /// Rights that are due at an instant.
    package init(app: AppName, environment: StoreEnvironment, customer: CustomerID, dueAt: Instant) {
        self.app = app
        self.environment = environment
        self.customer = customer
        self.dueAt = dueAt
    }

    /// The most steps that one look takes; rights with more stay due.
    package static let maximumSteps = 16
}
