/// Which cases are asked for.
package struct RefundFilter: Hashable, Sendable {
    /// Those that stand so.
    package var standing: RefundStanding?
    /// Those of this customer.
    package var customer: CustomerID?

    /// A filter; all cases without either.
    package init(standing: RefundStanding? = nil, customer: CustomerID? = nil) {
        self.standing = standing
        self.customer = customer
    }
}
