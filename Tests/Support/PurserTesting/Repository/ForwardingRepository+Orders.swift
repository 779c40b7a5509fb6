package import Ledger

extension ForwardingRepository {
    package func create(
        _ order: Order,
        app: AppName,
        catalog: Catalog,
        after newest: Int64?,
        within limits: OrderLimits
    ) async throws(RepositoryError) -> OrderCreation {
        try await self.base.create(order, app: app, catalog: catalog, after: newest, within: limits)
    }

    package func order(_ id: OrderID, app: AppName) async throws(RepositoryError) -> OrderRecord? {
        try await self.base.order(id, app: app)
    }

    package func order(with token: AccountToken, app: AppName) async throws(RepositoryError) -> OrderRecord? {
        try await self.base.order(with: token, app: app)
    }

    package func orders(
        in queue: OrderQueue,
        app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedOrder] {
        try await self.base.orders(in: queue, app: app, after: position, limit: limit)
    }

    package func orders(
        of customer: CustomerID,
        app: AppName,
        before position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedOrder] {
        try await self.base.orders(of: customer, app: app, before: position, limit: limit)
    }

    package func openOrders(
        of customer: CustomerID,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> OpenOrders {
        try await self.base.openOrders(of: customer, app: app, at: now)
    }

    package func removeClosedOrders(at now: Instant, limit: Int) async throws(RepositoryError) -> Int {
        try await self.base.removeClosedOrders(at: now, limit: limit)
    }

    package func orderCount(
        of customer: CustomerID,
        app: AppName,
        since: Instant
    ) async throws(RepositoryError) -> Int {
        try await self.base.orderCount(of: customer, app: app, since: since)
    }

    package func paymentsWithoutOrder(
        app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [(position: Int64, payment: OrderPayment)] {
        try await self.base.paymentsWithoutOrder(app: app, after: position, limit: limit)
    }

    package func perform(
        _ action: OrderAction,
        on id: OrderID,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> OrderRecord? {
        try await self.base.perform(action, on: id, app: app, at: now)
    }

    package func orderProgress(of app: AppName) async throws(RepositoryError) -> Int64? {
        try await self.base.orderProgress(of: app)
    }

    package func hear(
        _ payments: [OrderPayment],
        fulfillments: [FulfillmentID],
        app: AppName,
        from position: Int64,
        through last: Int64,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.base.hear(payments, fulfillments: fulfillments, app: app, from: position, through: last, at: now)
    }

    package func dueOrders(
        at now: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [(app: AppName, id: OrderID)] {
        try await self.base.dueOrders(at: now, limit: limit)
    }

    package func nextOrderDueAt() async throws(RepositoryError) -> Instant? {
        try await self.base.nextOrderDueAt()
    }

    package func dueOrderChecks(
        of app: AppName,
        at now: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [OrderRecord] {
        try await self.base.dueOrderChecks(of: app, at: now, limit: limit)
    }

    @discardableResult
    package func block(
        _ customer: CustomerID,
        _ block: CustomerBlock?,
        app: AppName
    ) async throws(RepositoryError) -> CustomerBlockChange {
        try await self.base.block(customer, block, app: app)
    }

    package func block(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerBlock? {
        try await self.base.block(of: customer, app: app)
    }
}
