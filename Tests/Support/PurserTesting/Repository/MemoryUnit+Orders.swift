package import Ledger

extension MemoryUnit {
    /// Stores a new order.
    package func create(
        _ order: Order,
        app: AppName,
        catalog: Catalog,
        after newest: Int64?,
        within limits: OrderLimits
    ) throws -> OrderCreation {
        try self.open { memory in
            memory.create(order, app: app, catalog: catalog, after: newest, within: limits)
        }
    }

    /// An order by its name.
    package func order(_ id: OrderID, app: AppName) throws -> OrderRecord? {
        try self.open { memory in
            memory.orders.orders.first { $0.app == app && $0.order.id == id }.map { memory.record($0) }
        }
    }

    /// An order by its token.
    package func order(with token: AccountToken, app: AppName) throws -> OrderRecord? {
        try self.open { memory in
            memory.orders.orders.first { $0.app == app && $0.order.token == token }.map { memory.record($0) }
        }
    }

    /// The orders that wait for something, first made first.
    package func orders(
        in queue: OrderQueue,
        app: AppName,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedOrder] {
        try self.open { memory in
            Array(
                memory.orders.orders.filter { $0.app == app && $0.position > position && memory.waits($0, in: queue) }
                    .prefix(limit).map { PositionedOrder(position: $0.position, record: memory.record($0)) }
            )
        }
    }

    /// A customer's orders, last made first.
    package func orders(
        of customer: CustomerID,
        app: AppName,
        before position: Int64,
        limit: Int
    ) throws -> [PositionedOrder] {
        try self.open { memory in
            Array(
                memory.orders(of: customer, app: app).filter { $0.position < position }.reversed()
                    .prefix(limit).map { PositionedOrder(position: $0.position, record: memory.record($0)) }
            )
        }
    }

    /// Sums of a customer's orders that wait for their payment.
    package func openOrders(
        of customer: CustomerID,
        app: AppName,
        at now: Instant
    ) throws -> OpenOrders {
        try self.open { memory in
            memory.openOrders(of: customer, app: app, at: now)
        }
    }

    /// Removes orders that have closed.
    package func removeClosedOrders(at now: Instant, limit: Int) throws -> Int {
        try self.open { memory in
            memory.removeClosedOrders(at: now, limit: limit)
        }
    }

    /// Returns the number of orders that a customer made since an instant.
    package func orderCount(
        of customer: CustomerID,
        app: AppName,
        since: Instant
    ) throws -> Int {
        try self.open { memory in
            memory.orders(of: customer, app: app).count { $0.order.createdAt >= since }
        }
    }

    /// The purchases that pay for no order.
    package func paymentsWithoutOrder(
        app: AppName,
        after position: Int64,
        limit: Int
    ) throws -> [(position: Int64, payment: OrderPayment)] {
        try self.open { memory in
            Array(memory.openPayments(of: app).filter { $0.position > position }.prefix(limit))
        }
    }

    /// Performs an action on an order.
    package func perform(
        _ action: OrderAction,
        on id: OrderID,
        app: AppName,
        at now: Instant
    ) throws -> OrderRecord? {
        try self.open { memory in
            memory.perform(action, on: id, app: app, at: now)
        }
    }

    /// Up to which event purchases are known to orders.
    package func orderProgress(of app: AppName) throws -> Int64? {
        try self.open { memory in
            memory.orders.progress[app]
        }
    }

    /// Adds payments from published events.
    package func hear(
        _ payments: [OrderPayment],
        fulfillments: [FulfillmentID],
        app: AppName,
        from position: Int64,
        through last: Int64,
        at now: Instant
    ) throws -> Bool {
        try self.open { memory in
            memory.hear(payments, fulfillments: fulfillments, app: app, from: position, through: last, at: now)
        }
    }

    /// The orders that time has passed over, earliest first.
    package func dueOrders(
        at now: Instant,
        limit: Int
    ) throws -> [(app: AppName, id: OrderID)] {
        try self.open { memory in
            Array(memory.dueOrders.filter { $0.dueAt <= now }.prefix(limit).map { (app: $0.app, id: $0.id) })
        }
    }

    /// Returns the instant at which the next order is due.
    package func nextOrderDueAt() throws -> Instant? {
        try self.open { memory in
            memory.dueOrders.first?.dueAt
        }
    }

    /// The orders about which Apple is to be asked, earliest first.
    package func dueOrderChecks(
        of app: AppName,
        at now: Instant,
        limit: Int
    ) throws -> [OrderRecord] {
        try self.open { memory in
            Array(memory.dueOrderChecks(of: app, at: now).prefix(limit))
        }
    }

    /// Blocks a customer, or takes that back.
    @discardableResult
    package func block(
        _ customer: CustomerID,
        _ block: CustomerBlock?,
        app: AppName
    ) throws -> CustomerBlockChange {
        try self.open { memory in
            memory.block(customer, block, app: app)
        }
    }

    /// Returns the block of a customer.
    package func block(of customer: CustomerID, app: AppName) throws -> CustomerBlock? {
        try self.open { memory in
            memory.block(of: customer, app: app)
        }
    }
}
