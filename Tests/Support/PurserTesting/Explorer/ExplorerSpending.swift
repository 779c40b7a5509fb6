/// Coins that a customer spends.
package struct ExplorerSpending: Hashable, Sendable, Codable {
    /// Whose coins.
    package var customer: String
    /// How many.
    package var quantity: Int64

    /// Spending of these values.
    package init(customer: String, quantity: Int64) {
        self.customer = customer
        self.quantity = quantity
    }
}
