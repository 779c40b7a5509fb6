import Ledger

extension MemoryUnit {
    /// Stores a new order.
    func create(
        _ order: Order,
        app: AppName,
        catalog: Catalog,
        after newest: Int64?,
        within limits: OrderLimits
    ) throws -> OrderCreation {
        self.open { memory in
            memory.create(order, app: app, catalog: catalog, after: newest, within: limits)
        }
    }

    /// An order by its name.
    func order(_ id: OrderID, app: AppName) throws -> OrderRecord? {
        try self.damage.check(.order(id))
        return self.open { memory in
            memory.orders.orders.first { $0.app == app && $0.order.id == id }.map { memory.record($0) }
        }
    }

    /// An order by its token.
    func order(with token: AccountToken, app: AppName) throws -> OrderRecord? {
        self.open { memory in
            memory.orders.orders.first { $0.app == app && $0.order.token == token }.map { memory.record($0) }
        }
    }

    /// Returns whether an order has a token.
    func hasOrder(with token: AccountToken, app: AppName) throws -> Bool {
        self.open { memory in
            memory.orders.orders.contains { $0.app == app && $0.order.token == token }
        }
    }

    /// The orders that wait for something, first made first.
    func orders(
        in queue: OrderQueue,
        app: AppName,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedOrder] {
        self.open { memory in
            Array(
                memory.orders.orders.filter { $0.app == app && $0.position > position && memory.waits($0, in: queue) }
                    .prefix(limit).map { PositionedOrder(position: $0.position, record: memory.record($0)) }
            )
        }
    }

    /// The number of orders that wait for something, up to a limit.
    func orderCount(in queue: OrderQueue, app: AppName, limit: Int) throws -> Int {
        try self.orders(in: queue, app: app, after: 0, limit: limit).count
    }

    /// A customer's orders, last made first.
    func orders(
        of customer: CustomerID,
        app: AppName,
        before position: Int64,
        limit: Int
    ) throws -> [PositionedOrder] {
        self.open { memory in
            Array(
                memory.orders(of: customer, app: app).filter { $0.position < position }.reversed()
                    .prefix(limit).map { PositionedOrder(position: $0.position, record: memory.record($0)) }
            )
        }
    }

    /// Sums of a customer's orders that wait for their payment.
    func openOrders(
        of customer: CustomerID,
        app: AppName,
        at now: Instant
    ) throws -> OpenOrders {
        self.open { memory in
            memory.openOrders(of: customer, app: app, at: now)
        }
    }

    /// Returns whether an order has closed.
    func hasClosedOrders(at now: Instant) throws -> Bool {
        var copy = self.memory
        return copy.removeClosedOrders(at: now, limit: 1) > 0
    }

    /// Removes orders that have closed.
    func removeClosedOrders(at now: Instant, limit: Int) throws -> Int {
        self.open { memory in
            memory.removeClosedOrders(at: now, limit: limit)
        }
    }

    /// Returns the number of orders that a customer made since an instant.
    func orderCount(
        of customer: CustomerID,
        app: AppName,
        since: Instant
    ) throws -> Int {
        self.open { memory in
            memory.orders(of: customer, app: app).count { $0.order.createdAt >= since }
        }
    }

    /// The purchases that pay for no order.
    func paymentsWithoutOrder(
        app: AppName,
        after position: Int64,
        limit: Int
    ) throws -> [(position: Int64, payment: OrderPayment)] {
        self.open { memory in
            Array(memory.openPayments(of: app).filter { $0.position > position }.prefix(limit))
        }
    }

    /// Performs an action on an order.
    func perform(
        _ action: OrderAction,
        on id: OrderID,
        app: AppName,
        at now: Instant
    ) throws -> OrderRecord? {
        try self.damage.check(.order(id))
        return self.open { memory in
            memory.perform(action, on: id, app: app, at: now)
        }
    }

    /// Up to which event purchases are known to orders.
    func orderProgress(of app: AppName) throws -> Int64? {
        self.open { memory in
            memory.orders.progress[app]
        }
    }

    /// Moves the position up to which events are known to orders.
    func advanceOrderProgress(of app: AppName, from position: Int64, through last: Int64) throws -> Bool {
        self.open { memory in
            memory.advanceOrderProgress(of: app, from: position, through: last)
        }
    }

    /// Adds payments and fulfillments.
    func hear(
        _ payments: [OrderPayment],
        fulfillments: [FulfillmentID],
        app: AppName,
        at now: Instant
    ) throws {
        self.open { memory in
            memory.hear(payments, fulfillments: fulfillments, app: app, at: now)
        }
    }

    /// The orders that time has passed over, earliest first.
    func dueOrders(
        at now: Instant,
        limit: Int
    ) throws -> [(app: AppName, id: OrderID)] {
        self.open { memory in
            Array(memory.dueOrders.filter { $0.dueAt <= now }.prefix(limit).map { (app: $0.app, id: $0.id) })
        }
    }

    /// Returns the instant at which the next order is due.
    func nextOrderDueAt() throws -> Instant? {
        self.open { memory in
            memory.dueOrders.first?.dueAt
        }
    }

    /// The orders about which Apple is to be asked, earliest first.
    func dueOrderChecks(
        of app: AppName,
        at now: Instant,
        limit: Int
    ) throws -> [OrderRecord] {
        self.open { memory in
            Array(memory.dueOrderChecks(of: app, at: now).prefix(limit))
        }
    }

    /// Blocks a customer, or takes that back.
    @discardableResult
    func block(
        _ customer: CustomerID,
        _ block: CustomerBlock?,
        app: AppName
    ) throws -> CustomerBlockChange {
        self.open { memory in
            memory.block(customer, block, app: app)
        }
    }

    /// Returns the block of a customer.
    func block(of customer: CustomerID, app: AppName) throws -> CustomerBlock? {
        self.open { memory in
            memory.block(of: customer, app: app)
        }
    }
}
