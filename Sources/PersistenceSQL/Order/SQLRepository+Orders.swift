package import Ledger

extension SQLRepository {
    /// Stores a new order and assigns its token to its customer.
    package func create(
        _ order: Order,
        app: AppName,
        catalog: Catalog,
        after newest: Int64?,
        within limits: OrderLimits
    ) async throws(RepositoryError) -> OrderCreation {
        try await self.write { session in
            try session.create(order, app: app, catalog: catalog, after: newest, within: limits)
        }
    }

    /// Returns an order by its name.
    package func order(_ id: OrderID, app: AppName) async throws(RepositoryError) -> OrderRecord? {
        try await self.read { session in try session.order(id, app: app) }
    }

    /// Returns an order by its token.
    package func order(with token: AccountToken, app: AppName) async throws(RepositoryError) -> OrderRecord? {
        try await self.read { session in try session.order(with: token, app: app) }
    }

    /// Returns the orders that need attention, oldest first.
    package func orders(
        in queue: OrderQueue,
        app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedOrder] {
        try await self.read { session in try session.orders(in: queue, app: app, after: position, limit: limit) }
    }

    /// Returns a customer's orders, newest first.
    package func orders(
        of customer: CustomerID,
        app: AppName,
        before position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedOrder] {
        try await self.read { session in
            try session.orders(of: customer, app: app, before: position, limit: limit)
        }
    }

    /// Returns the totals of a customer's orders that wait for payment.
    package func openOrders(
        of customer: CustomerID,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> OpenOrders {
        try await self.read { session in try session.openOrders(of: customer, app: app, at: now) }
    }

    /// Removes closed orders.
    package func removeClosedOrders(at now: Instant, limit: Int) async throws(RepositoryError) -> Int {
        // In most cases there are none, and nothing is written.
        guard try await !self.read({ session in try session.closedOrders(at: now, limit: 1) }).isEmpty else { return 0 }
        return try await self.write { session in
            let numbers = try session.closedOrders(at: now, limit: limit)
            for number in numbers { try session.run(.deleteOrder, [.integer(number)]) }
            return numbers.count
        }
    }

    /// Returns how many orders a customer made since an instant.
    package func orderCount(
        of customer: CustomerID,
        app: AppName,
        since: Instant
    ) async throws(RepositoryError) -> Int {
        try await self.read { session in try session.orderCount(of: customer, app: app, since: since) }
    }

    /// Returns the purchases that pay for no order.
    package func paymentsWithoutOrder(
        app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [(position: Int64, payment: OrderPayment)] {
        try await self.read { session in try session.openPayments(app: app, after: position, limit: limit) }
    }

    /// Performs an action on an order and publishes its new state.
    package func perform(
        _ action: OrderAction,
        on id: OrderID,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> OrderRecord? {
        try await self.write { session in try session.perform(action, on: id, app: app, at: now) }
    }

    /// Returns the position of the last event of an app that its orders have processed.
    package func orderProgress(of app: AppName) async throws(RepositoryError) -> Int64? {
        try await self.read { session in try session.orderProgress(of: app) }
    }

    /// Processes events about purchases.
    package func hear(
        _ payments: [OrderPayment],
        fulfillments: [FulfillmentID],
        app: AppName,
        from position: Int64,
        through last: Int64,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.write { session in
            try session.hear(payments, fulfillments: fulfillments, app: app, from: position, through: last, at: now)
        }
    }

    /// Returns the orders that are due, earliest first.
    package func dueOrders(at now: Instant, limit: Int) async throws(RepositoryError) -> [(app: AppName, id: OrderID)] {
        try await self.read { session in try session.dueOrders(at: now, limit: limit) }
    }

    /// Returns when the next order is due.
    package func nextOrderDueAt() async throws(RepositoryError) -> Instant? {
        try await self.read { session in try session.first(.nextOrderDue, []) { row in try row.instant() } }
    }

    /// Returns the orders about which Apple is due to be asked, earliest first.
    package func dueOrderChecks(
        of app: AppName,
        at now: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [OrderRecord] {
        try await self.read { session in try session.dueOrderChecks(of: app, at: now, limit: limit) }
    }

    /// Blocks or unblocks a customer.
    @discardableResult
    package func block(
        _ customer: CustomerID,
        _ block: CustomerBlock?,
        app: AppName
    ) async throws(RepositoryError) -> CustomerBlockChange {
        try await self.write { session in try session.block(customer, block, app: app) }
    }

    /// Returns the block of a customer, or `nil`.
    package func block(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerBlock? {
        try await self.read { session in try session.block(of: customer, app: app) }
    }
}
