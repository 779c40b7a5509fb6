package import Ledger

/// The payments of orders.
extension Session {
    /// Returns the purchases that pay for no order, in the order of their events.
    package func paymentsWithoutOrder(
        app name: AppName,
        after position: Int64,
        limit: Int
    ) throws -> [(position: Int64, payment: OrderPayment)] {
        guard let app = try self.knownApp(name) else { return [] }
        return try self.payments(.orders.openPayments, [.integer(app), .integer(position), .integer(Int64(limit))])
    }

    /// Returns the payments of a query, with their numbers.
    func payments(
        _ query: SQLStatement,
        _ values: [SQLValue]
    ) throws -> [(position: Int64, payment: OrderPayment)] {
        let found = try self.all(query, values) { row in
            let position = try row.integer()
            let environment: StoreEnvironment = try row.coded()
            let transactionID = TransactionID(try row.identifier())
            let originalID = OriginalTransactionID(try row.identifier())
            let productID = ProductID(try row.text())
            let quantity = try row.integer()
            let owner = try row.optionalInteger()
            let token = try row.optionalToken()
            let purchasedAt = try row.instant()
            let refundedAt = try row.optionalInstant()
            let refundedShare = try row.optionalInteger()
            let isRefundReported = try row.optionalInteger() == 1
            let eventPosition = try row.integer()
            return (
                position: position, owner: owner,
                payment: { (owner: CustomerID?) in
                    OrderPayment(
                        environment: environment,
                        transactionID: transactionID,
                        originalTransactionID: originalID,
                        productID: productID,
                        quantity: Int(quantity),
                        owner: owner,
                        token: token,
                        purchasedAt: purchasedAt,
                        refundedAt: refundedAt,
                        refundedShare: refundedShare,
                        isRefundReported: isRefundReported,
                        eventPosition: eventPosition
                    )
                }
            )
        }
        return try found.map { found in
            (found.position, found.payment(try found.owner.map { try self.countingCustomer($0).name }))
        }
    }

    /// Returns the order that a payment is for, and the position of the event that published it.
    package func knownPayment(
        _ id: TransactionID,
        in environment: StoreEnvironment,
        app: Int64
    ) throws -> (order: Int64?, eventPosition: Int64)? {
        try self.first(.orders.orderOfPayment, Self.key(of: id, environment, app)) { row in
            (order: try row.optionalInteger(), eventPosition: try row.integer())
        }
    }

    /// Returns the number of the order with a token that a purchase of this date concerns, and that is not closed.
    package func order(
        with token: AccountToken,
        paidAt purchasedAt: Instant,
        at now: Instant,
        app: Int64
    ) throws -> Int64? {
        let values: [SQLValue] = [.integer(app), .token(token), .instant(purchasedAt), .instant(now)]
        return try self.first(.orders.orderNumberOfPayment, values) { row in try row.integer() }
    }

    /// Saves a payment with its owner and its order.
    package func put(_ payment: OrderPayment, of owner: Int64?, for order: Int64?, app: Int64) throws {
        try self.run(
            .orders.putOrderPayment,
            Self.key(of: payment.transactionID, payment.environment, app) + [
                .identifier(payment.originalTransactionID.rawValue), .text(payment.productID.rawValue),
                .integer(Int64(payment.quantity)), .optional(owner), payment.token.map(SQLValue.token) ?? .null,
                .instant(payment.purchasedAt), .instant(payment.refundedAt), .optional(payment.refundedShare),
                payment.isRefundReported ? .integer(1) : .null, .integer(payment.eventPosition), .optional(order),
            ]
        )
    }

    /// Saves whether a payment counts as one without an order.
    package func put(_ payment: OrderPayment, isOpen: Bool, app: Int64) throws {
        let key = Self.key(of: payment.transactionID, payment.environment, app)
        try self.run(.orders.openPayment, [.flag(isOpen)] + key)
    }

    /// Assigns the stored payments with a token, of purchases made since an instant, to an order.
    package func adoptPayments(with token: AccountToken, since instant: Instant?, to order: Int64, app: Int64) throws {
        let since = instant ?? Instant(milliseconds: .min)
        try self.run(.orders.adoptPayments, [.integer(order), .integer(app), .token(token), .instant(since)])
    }

    /// Returns the originals that await the customer of a token.
    package func originals(awaiting token: AccountToken, app: Int64) throws -> [(original: Int64, scope: Int64)] {
        try self.all(.ownership.awaitingOriginals, [.integer(app), .token(token)], read: Self.source)
    }

    /// Returns the originals with a token in which a customer owns something.
    package func originals(of owner: Int64, with token: AccountToken) throws -> [(original: Int64, scope: Int64)] {
        try self.all(.orders.originalsWithToken, [.integer(owner), .token(token)], read: Self.source)
    }

    private static func source(_ row: inout Row) throws -> (original: Int64, scope: Int64) {
        (original: try row.integer(), scope: try row.integer())
    }

    private static func key(of id: TransactionID, _ environment: StoreEnvironment, _ app: Int64) -> [SQLValue] {
        [.integer(app), .integer(environment.code), .identifier(id.rawValue)]
    }
}
