/// Keeps orders, and what pays for them.
///
/// Each method is one whole unit of work, as those of `Repository` are. What becomes of an order is told in its
/// customer's event stream in the same unit.
package protocol OrderRepository: Sendable {
    /// Keeps a new order, lets its token stand for its customer, and takes in what was paid with that token before.
    ///
    /// Where the token stood for him before, only what was bought since the order was made pays for it, less
    /// `Order.clockTolerance`. From the first order of an app on its events are followed, so that purchases that no
    /// order was made for are known.
    ///
    /// With `newest`, the place of the customer's newest order or 0 where he has none, it is made only while that is
    /// so. The customer's orders, this one counted, stay within the limits; they are counted in the unit of work that
    /// adds it.
    func create(
        _ order: Order,
        app: AppName,
        catalog: Catalog,
        after newest: Int64?,
        within limits: OrderLimits
    ) async throws(RepositoryError) -> OrderCreation

    /// An order by its name.
    func order(_ id: OrderID, app: AppName) async throws(RepositoryError) -> OrderRecord?

    /// An order by its token.
    func order(with token: AccountToken, app: AppName) async throws(RepositoryError) -> OrderRecord?

    /// The orders that wait for something, first made first, after a place; the place starts at 0.
    func orders(
        in queue: OrderQueue,
        app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedOrder]

    /// A customer's orders, last made first, before a place.
    func orders(
        of customer: CustomerID,
        app: AppName,
        before position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedOrder]

    /// Sums of the orders of a customer that wait for their payment and have not expired at an instant.
    func openOrders(
        of customer: CustomerID,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> OpenOrders

    /// How many orders a customer made since an instant, that instant included.
    func orderCount(of customer: CustomerID, app: AppName, since: Instant) async throws(RepositoryError) -> Int

    /// The purchases that no order was made for, in the order in which they were told of, after a place; the place
    /// starts at 0.
    func paymentsWithoutOrder(
        app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [(position: Int64, payment: OrderPayment)]

    /// Takes in what was done to an order, unless the order refuses it, and tells what becomes of it; `nil` when there
    /// is none of this name.
    func perform(
        _ action: OrderAction,
        on id: OrderID,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> OrderRecord?

    /// Up to which event the purchases of an app are known to its orders; `nil` before its first order.
    func orderProgress(of app: AppName) async throws(RepositoryError) -> Int64?

    /// Takes in what events from one place on up to another told of purchases, and which fulfillments they told of;
    /// `false`, and nothing has changed, when somebody else has done so meanwhile.
    ///
    /// How a fulfillment stands is looked up, so it does not matter which of its events is heard.
    func hear(
        _ payments: [OrderPayment],
        fulfillments: [FulfillmentID],
        app: AppName,
        from position: Int64,
        through last: Int64,
        at now: Instant
    ) async throws(RepositoryError) -> Bool

    /// The orders that time has passed over, earliest first.
    func dueOrders(at now: Instant, limit: Int) async throws(RepositoryError) -> [(app: AppName, id: OrderID)]

    /// When the next order is due.
    func nextOrderDueAt() async throws(RepositoryError) -> Instant?

    /// Removes orders that closed `OrderRecord.removedAfter` ago or earlier, first closed first, and returns how many.
    ///
    /// Their tokens keep standing for their customers. The newest order of all stays, so that no place is given out
    /// twice.
    func removeClosedOrders(at now: Instant, limit: Int) async throws(RepositoryError) -> Int

    /// The orders of an app about which Apple is to be asked, earliest first.
    func dueOrderChecks(of app: AppName, at now: Instant, limit: Int) async throws(RepositoryError) -> [OrderRecord]

    /// Blocks a customer, or takes that back; who is blocked stays as they were blocked first.
    @discardableResult
    func block(
        _ customer: CustomerID,
        _ block: CustomerBlock?,
        app: AppName
    ) async throws(RepositoryError) -> CustomerBlockChange

    /// That a customer is blocked; `nil` when he is not.
    func block(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerBlock?
}

extension OrderRepository {
    /// Keeps a new order within the usual limits, with `newest` only while its customer has ordered nothing else.
    package func create(
        _ order: Order,
        app: AppName,
        catalog: Catalog,
        after newest: Int64? = nil
    ) async throws(RepositoryError) -> OrderCreation {
        try await self.create(order, app: app, catalog: catalog, after: newest, within: OrderLimits())
    }

    /// Takes in what events told of purchases where they told of no fulfillment.
    package func hear(
        _ payments: [OrderPayment],
        app: AppName,
        from position: Int64,
        through last: Int64,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.hear(payments, fulfillments: [], app: app, from: position, through: last, at: now)
    }
}

/// What came of making an order.
package enum OrderCreation: Hashable, Sendable {
    /// It is made; a payment may be known already.
    case created(OrderRecord)
    /// There is one of this name, which stays as it is.
    case nameTaken
    /// The customer has made another order since the guards looked.
    case overtaken
    /// As many orders of the customer wait for their payment as may.
    case tooManyOpen
    /// The customer has made as many orders as they may within a span of time, and may make the next one then.
    case tooMany(until: Instant)
    /// Its token stands for another customer, or for another order.
    case tokenTaken
}

/// Orders that wait for something.
package enum OrderQueue: String, Hashable, Sendable, CaseIterable {
    /// They wait for their payment.
    case open
    /// They were paid for and not fulfilled.
    case paidNotFulfilled = "paid_not_fulfilled"
    /// They were fulfilled and no payment is known.
    case fulfilledNotPaid = "fulfilled_not_paid"
    /// Something about them is to be looked at.
    case flagged
}

/// An order at its place in lists.
package struct PositionedOrder: Hashable, Sendable {
    /// Its place: orders made later have greater ones.
    package let position: Int64
    /// The order.
    package let record: OrderRecord

    /// An order at a place.
    package init(position: Int64, record: OrderRecord) {
        self.position = position
        self.record = record
    }
}
