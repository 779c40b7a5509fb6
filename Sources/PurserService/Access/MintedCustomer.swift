package import Ledger

/// A customer whom no shop has named, with the token that is shown once.
package struct MintedCustomer: Hashable, Sendable {
    /// The customer.
    package let customer: CustomerID
    /// The token with which an app speaks for the customer.
    package let token: String
}
