package import Ledger

extension Session {
    /// Returns the purchases that pay for no order.
    package func paymentsWithoutOrder(app: AppName, after position: Int64, limit: Int) throws -> [(position: Int64, payment: OrderPayment)] {
        try self.openPayments(app: app, after: position, limit: limit)
    }

    /// Returns when the next order is due.
    package func nextOrderDueAt() throws -> Instant? {
        try self.first(.nextOrderDue, []) { row in try row.instant() }
    }
}
