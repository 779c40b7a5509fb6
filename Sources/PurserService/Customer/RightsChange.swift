package import Ledger

/// What an act on ownership does to one customer's rights.
package struct RightsChange: Hashable, Sendable {
    /// The customer.
    package let customer: CustomerID
    /// The environment.
    package let environment: StoreEnvironment
    /// His rights before.
    package let before: [Entitlement]
    /// His rights after.
    package let after: [Entitlement]
}
