package import Ledger

extension Session {
    /// Returns whether there are closed orders to remove.
    package func hasClosedOrders(at now: Instant) throws -> Bool {
        try !self.closedOrders(at: now, limit: 1).isEmpty
    }

    /// Removes closed orders, and returns how many.
    package func removeClosedOrders(at now: Instant, limit: Int) throws -> Int {
        let numbers = try self.closedOrders(at: now, limit: limit)
        for number in numbers { try self.run(.deleteOrder, [.integer(number)]) }
        return numbers.count
    }

    /// Returns the purchases that pay for no order.
    package func paymentsWithoutOrder(
        app: AppName,
        after position: Int64,
        limit: Int
    ) throws -> [(position: Int64, payment: OrderPayment)] {
        try self.openPayments(app: app, after: position, limit: limit)
    }

    /// Returns when the next order is due.
    package func nextOrderDueAt() throws -> Instant? {
        try self.first(.nextOrderDue, []) { row in try row.instant() }
    }
}
