/// Which deliveries are asked for.
package struct DeliveryFilter: Hashable, Sendable {
    /// Those that stand here.
    package var state: DeliveryState?
    /// Those of this customer.
    package var customer: CustomerID?

    /// A filter; all deliveries without either.
    package init(state: DeliveryState? = nil, customer: CustomerID? = nil) {
        self.state = state
        self.customer = customer
    }
}
