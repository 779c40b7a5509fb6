/// Loads and saves orders, their payments, and blocks of customers.
package protocol OrderStorage: CustomerStorage, OrderReads {
    // MARK: Orders

    /// Returns whether an app has an order with this identifier.
    func hasOrder(_ id: OrderID, app: Int64) throws -> Bool

    /// Returns whether an order of an app has this token.
    func hasOrder(with token: AccountToken, app: Int64) throws -> Bool

    /// Returns the order with a number; throws where it is not stored or cannot be read.
    func order(numbered number: Int64) throws -> NumberedOrder

    /// Returns the order of an app with this identifier; `nil` when there is none.
    func order(named id: OrderID, app: Int64) throws -> NumberedOrder?

    /// Returns the numbers of a customer's orders with a payment that another customer owns.
    func ordersPaidByAnother(of owner: Int64) throws -> [Int64]

    /// Returns when the orders of a customer were created that are newer than an instant, newest first.
    func orderInstants(of owner: Int64, after instant: Instant, limit: Int) throws -> [Instant]

    /// Returns the numbers of the orders that closed until an instant, earliest first, without the newest of all orders.
    func orders(closedUntil instant: Instant, limit: Int) throws -> [Int64]

    /// Saves a new order of a customer, and returns its number.
    func insert(_ order: Order, of owner: Int64, app: Int64) throws -> Int64

    /// Saves the facts of an order, and what follows from them.
    func put(_ order: NumberedOrder, _ evaluation: OrderEvaluation) throws

    /// Saves a note about an order; `ordinal` is its place among the notes.
    func insert(_ note: OrderNote, at ordinal: Int, of order: Int64) throws

    /// Saves that an order is due at an instant.
    func putDue(_ dueAt: Instant, ofOrder number: Int64) throws

    /// Deletes an order.
    func deleteOrder(_ number: Int64) throws

    /// Saves that a token was made for an order of a customer.
    func giveOrderToken(_ token: AccountToken, to customer: Int64, app: Int64) throws

    // MARK: Payments

    /// Returns the number of the order that a payment is for, by one of its transactions, and the position of the event
    /// that published it; `nil` when the payment is not known under that transaction.
    func knownPayment(
        _ id: TransactionID,
        in environment: StoreEnvironment,
        app: Int64
    ) throws -> (order: Int64?, eventPosition: Int64)?

    /// Returns the number of the order with a token that a purchase of this date concerns, and that is not closed at an
    /// instant.
    func order(with token: AccountToken, paidAt purchasedAt: Instant, at now: Instant, app: Int64) throws -> Int64?

    /// Saves a payment with its owner and its order; it counts as one without an order until it is saved otherwise.
    func put(_ payment: OrderPayment, of owner: Int64?, for order: Int64?, app: Int64) throws

    /// Saves whether a payment counts as one without an order.
    func put(_ payment: OrderPayment, isOpen: Bool, app: Int64) throws

    /// Assigns the stored payments with a token, of purchases made since an instant, to an order.
    func adoptPayments(with token: AccountToken, since instant: Instant?, to order: Int64, app: Int64) throws

    /// Returns the originals that await the customer of a token.
    func originals(awaiting token: AccountToken, app: Int64) throws -> [(original: Int64, scope: Int64)]

    /// Returns the originals with a token in which a customer owns something.
    func originals(of owner: Int64, with token: AccountToken) throws -> [(original: Int64, scope: Int64)]

    /// Returns the position up to which the orders of an app know its events; `nil` before its first order.
    func orderProgress(of app: Int64) throws -> Int64?

    /// Saves the newest event of an app as that position, unless there is one.
    func startOrderProgress(of app: Int64) throws

    // MARK: Blocks

    /// Returns the block that is stored for a customer.
    func block(of owner: Int64) throws -> CustomerBlock?

    /// Saves the block of a customer; `nil` deletes it.
    func put(_ block: CustomerBlock?, of owner: Int64) throws

    // MARK: Other nouns

    /// Returns the name of an app.
    func appName(_ number: Int64) throws -> AppName

    /// Returns a fulfillment; `nil` when it does not exist.
    func fulfillment(_ id: FulfillmentID, of app: AppName) throws -> Fulfillment?

    /// Appends an action to the audit log.
    func append(_ draft: AuditDraft, within quota: BudgetName?) throws -> AuditEntry?
}
