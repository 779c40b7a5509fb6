package import Ledger

extension Sample {
    /// An order for one "gems" in Production, made by a backend without a price of its own.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - customer: Who orders.
    ///   - token: The number of its token.
    ///   - amount: What it adds to what its customer spends.
    ///   - instant: When it is made.
    ///   - lifetime: How long it waits for its payment.
    ///   - keeping: How long after that it closes.
    /// - Returns: The order, which is kept nowhere yet.
    package static func order(
        _ id: String,
        by customer: CustomerID = Sample.customer("ada"),
        token: UInt64,
        amount: Money? = nil,
        at instant: Instant = Sample.beginning,
        lasting lifetime: Span = .days(1),
        retention keeping: Span = OrderLimits.defaultRetention
    ) -> Order {
        Order(
            id: OrderID(id),
            customer: customer,
            environment: .production,
            productID: ProductID("gems"),
            quantity: 1,
            price: nil,
            reference: nil,
            storefront: nil,
            token: Self.token(token),
            amount: amount,
            createdAt: instant,
            createdBy: "backend",
            expiresAt: instant + lifetime,
            retention: keeping
        )
    }
}
