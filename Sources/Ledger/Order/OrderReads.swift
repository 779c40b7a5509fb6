/// Reads orders and their payments.
package protocol OrderReads {
    /// Returns whether there are closed orders to remove.
    func hasClosedOrders(at now: Instant) throws -> Bool

    /// Returns the order with this identifier.
    func order(_ id: OrderID, app: AppName) throws -> OrderRecord?

    /// Returns the order with this token.
    func order(with token: AccountToken, app: AppName) throws -> OrderRecord?

    /// Returns whether an order has this token.
    func hasOrder(with token: AccountToken, app: AppName) throws -> Bool

    /// Returns the orders in a queue, oldest first, after a position; 0 starts at the beginning.
    func orders(in queue: OrderQueue, app: AppName, after position: Int64, limit: Int) throws -> [PositionedOrder]

    /// Returns the number of orders in a queue, up to a limit.
    func orderCount(in queue: OrderQueue, app: AppName, limit: Int) throws -> Int

    /// Returns a customer's orders, newest first, before a position.
    func orders(of customer: CustomerID, app: AppName, before position: Int64, limit: Int) throws -> [PositionedOrder]

    /// Returns the number and amounts of a customer's orders that wait for payment and have not expired at an instant.
    func openOrders(of customer: CustomerID, app: AppName, at now: Instant) throws -> OpenOrders

    /// Returns the number of orders that a customer made at or after an instant.
    func orderCount(of customer: CustomerID, app: AppName, since: Instant) throws -> Int

    /// Returns the purchases without an order, in the order in which they were published, after a position; 0 starts at
    /// the beginning.
    func paymentsWithoutOrder(
        app: AppName,
        after position: Int64,
        limit: Int
    ) throws -> [(position: Int64, payment: OrderPayment)]

    /// Returns the position of the last event whose purchases are known to the app's orders; `nil` before its first
    /// order.
    func orderProgress(of app: AppName) throws -> Int64?

    /// Returns the orders whose state time alone has changed, earliest first.
    func dueOrders(at now: Instant, limit: Int) throws -> [(app: AppName, id: OrderID)]

    /// Returns the instant at which the next order is due.
    func nextOrderDueAt() throws -> Instant?

    /// Returns the orders of an app about which the server has to ask Apple, earliest first.
    func dueOrderChecks(of app: AppName, at now: Instant, limit: Int) throws -> [OrderRecord]

    /// Returns a customer's block; `nil` when they are not blocked.
    func block(of customer: CustomerID, app: AppName) throws -> CustomerBlock?
}

/// Stores orders and their payments.
///
/// The changes of an order are published in its customer's event stream in the same unit of work.
package protocol OrderWrites {
    /// Deletes orders that closed at least `OrderRecord.removedAfter` ago, first closed first, and returns how many.
    ///
    /// Their tokens still identify their customers. The newest order stays, so that no position is assigned twice.
    func removeClosedOrders(at now: Instant, limit: Int) throws -> Int

    /// Stores a new order, makes its token identify its customer, and adds the purchases that have the token already.
    ///
    /// When the token identified the customer before, only purchases made since the order was created pay for it, less
    /// `Order.clockTolerance`. From the first order of an app on the server follows the app's events, to find purchases
    /// without an order.
    ///
    /// With `newest`, the position of the customer's newest order or 0 for none, the order is created only while that
    /// is the newest. The number of the customer's orders, including this one, has to stay within the limits; the
    /// transaction that adds the order counts them.
    func create(
        _ order: Order,
        app: AppName,
        catalog: Catalog,
        after newest: Int64?,
        within limits: OrderLimits
    ) throws -> OrderCreation

    /// Performs an action on an order, unless the order refuses it, and publishes the result; `nil` when the order does
    /// not exist.
    func perform(_ action: OrderAction, on id: OrderID, app: AppName, at now: Instant) throws -> OrderRecord?

    /// Adds purchases and fulfillments to the orders that they concern, and publishes the changes.
    ///
    /// Of several statements about one purchase the one with the latest event position counts. The method reads the
    /// current state of each fulfillment, so it does not matter which of its changes is passed.
    func hear(
        _ payments: [OrderPayment],
        fulfillments: [FulfillmentID],
        app: AppName,
        at now: Instant
    ) throws

    /// Moves the position up to which the app's orders know its events; returns `false`, without a change, when another
    /// caller has moved it meanwhile.
    func advanceOrderProgress(of app: AppName, from position: Int64, through last: Int64) throws -> Bool

    /// Blocks or unblocks a customer; an existing block stays unchanged.
    @discardableResult
    func block(_ customer: CustomerID, _ block: CustomerBlock?, app: AppName) throws -> CustomerBlockChange
}

extension Repository {
    /// Performs `removeClosedOrders` as one unit of work, after a read where nothing is due, so that nothing is written then.
    package func removeClosedOrders(at now: Instant, limit: Int) async throws(RepositoryError) -> Int {
        guard try await self.read({ view in try view.hasClosedOrders(at: now) }) else { return 0 }
        return try await self.write { unit in try unit.removeClosedOrders(at: now, limit: limit) }
    }
}

extension OrderWrites {
    /// Stores a new order within the default limits; with `newest` only while that is the customer's newest order.
    package func create(
        _ order: Order,
        app: AppName,
        catalog: Catalog,
        after newest: Int64? = nil
    ) throws -> OrderCreation {
        try self.create(order, app: app, catalog: catalog, after: newest, within: OrderLimits())
    }

    /// Adds the purchases and fulfillments from a range of events to the orders.
    ///
    /// Returns `false`, without a change, when another caller has done so meanwhile.
    package func hear(
        _ payments: [OrderPayment],
        fulfillments: [FulfillmentID] = [],
        app: AppName,
        from position: Int64,
        through last: Int64,
        at now: Instant
    ) throws -> Bool {
        guard try self.advanceOrderProgress(of: app, from: position, through: last) else { return false }
        try self.hear(payments, fulfillments: fulfillments, app: app, at: now)
        return true
    }
}

/// The result of creating an order.
package enum OrderCreation: Hashable, Sendable {
    /// The order is created; a payment may be known already.
    case created(OrderRecord)
    /// An order with this identifier exists and stays unchanged.
    case nameTaken
    /// The customer has made another order since the guards were evaluated.
    case overtaken
    /// The customer has reached the maximum number of open orders.
    case tooManyOpen
    /// The customer has reached the maximum number of orders within a span of time, and may make the next one at this
    /// instant.
    case tooMany(until: Instant)
    /// The token identifies another customer, or belongs to another order.
    case tokenTaken
}

/// A queue of orders that need attention.
package enum OrderQueue: String, Hashable, Sendable, CaseIterable {
    /// Orders that wait for their payment.
    case open
    /// Orders that are paid and not fulfilled.
    case paidNotFulfilled = "paid_not_fulfilled"
    /// Orders that are fulfilled without a known payment.
    case fulfilledNotPaid = "fulfilled_not_paid"
    /// Orders with a flag.
    case flagged
}

/// An order with its position in lists.
package struct PositionedOrder: Hashable, Sendable {
    /// The position; it grows in the order of creation.
    package let position: Int64
    /// The order.
    package let record: OrderRecord

    /// Creates an order at a position.
    package init(position: Int64, record: OrderRecord) {
        self.position = position
        self.record = record
    }
}
