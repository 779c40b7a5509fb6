/// Something about an order: it is made, paid for, or called off.
package struct ExplorerOrdering: Hashable, Sendable, Codable {
    /// What is done.
    package enum Deed: String, Hashable, Sendable, Codable, CaseIterable {
        /// An order for coins is made.
        case make
        /// It is paid for with its token.
        case pay
        /// Something else is bought with its token.
        case payOther
        /// It is called off.
        case cancel
    }

    /// Who orders.
    package var customer: String
    /// What is done.
    package var deed: Deed
    /// Which of his orders, counted back from the newest and around again.
    package var order: Int
    /// How many of the product are ordered.
    package var quantity: Int

    /// Something about an order.
    package init(customer: String, deed: Deed, order: Int = 0, quantity: Int = 1) {
        self.customer = customer
        self.deed = deed
        self.order = order
        self.quantity = quantity
    }
}
