package import Ledger

/// What one customer may use at one instant.
package struct CustomerEntitlements: Hashable, Sendable {
    /// Whose rights.
    package let customer: CustomerID
    /// The environment they were bought in.
    package let environment: StoreEnvironment
    /// The instant the answer is about.
    package let at: Instant
    /// One answer for each right that anything of his has ever given.
    package let entitlements: [Entitlement]

    /// An answer of these values.
    package init(customer: CustomerID, environment: StoreEnvironment, at: Instant, entitlements: [Entitlement]) {
        self.customer = customer
        self.environment = environment
        self.at = at
        self.entitlements = entitlements
    }
}
