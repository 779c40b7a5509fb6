package import Ledger

extension Session {
    /// Returns an order by its name.
    package func order(_ id: OrderID, app name: AppName) throws -> OrderRecord? {
        try self.knownApp(name).flatMap { try self.order(named: id, app: $0) }?.record
    }

    /// Returns an order by its token.
    package func order(with token: AccountToken, app name: AppName) throws -> OrderRecord? {
        guard let app = try self.knownApp(name) else { return nil }
        return try self.order(.orders.orderByToken, [.integer(app), .token(token)])?.record
    }

    /// Returns whether an order has a token.
    package func hasOrder(with token: AccountToken, app name: AppName) throws -> Bool {
        try self.knownApp(name).map { try self.hasOrder(with: token, app: $0) } ?? false
    }

    /// Returns whether an order of an app has a token.
    package func hasOrder(with token: AccountToken, app: Int64) throws -> Bool {
        try self.load(Self.orderedTokens, LocalID(app, token))
    }

    /// Whether orders have tokens.
    static let orderedTokens = Lookup<LocalID<AccountToken>, Bool>(
        .orders.orderNumberByToken,
        in: \.orderedTokens,
        none: false
    ) { hasOrder, _ in
        hasOrder = true
    }

    /// Returns whether an app has an order of this name.
    package func hasOrder(_ id: OrderID, app: Int64) throws -> Bool {
        try self.first(.orders.orderNumberByName, [.integer(app), .text(id.rawValue)]) { _ in true } ?? false
    }

    /// Returns the order of an app with this name.
    package func order(named id: OrderID, app: Int64) throws -> NumberedOrder? {
        try self.order(.orders.orderByName, [.integer(app), .text(id.rawValue)])
    }

    /// Returns the order with a number.
    package func order(numbered number: Int64) throws -> NumberedOrder {
        guard let order = try self.order(.orders.orderByNumber, [.integer(number)]) else {
            throw RepositoryError.corrupt
        }
        return order
    }

    /// Returns the orders that need attention, oldest first.
    package func orders(
        in queue: OrderQueue,
        app name: AppName,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedOrder] {
        guard let app = try self.knownApp(name) else { return [] }
        return switch queue {
        case .flagged: try self.listed(.orders.flaggedOrders, [.integer(app), .integer(position)], limit: limit)
        case .open, .paidNotFulfilled, .fulfilledNotPaid:
            try self.listed(
                .orders.ordersInQueue,
                [.integer(app), .integer(queue.code), .integer(position)],
                limit: limit
            )
        }
    }

    /// Returns the number of orders that need attention, up to a limit.
    package func orderCount(in queue: OrderQueue, app name: AppName, limit: Int) throws -> Int {
        guard let app = try self.knownApp(name) else { return 0 }
        let most = SQLValue.integer(Int64(limit))
        let count =
            switch queue {
            case .flagged:
                try self.first(.orders.flaggedOrderCount, [.integer(app), most]) { row in try row.integer() }
            case .open, .paidNotFulfilled, .fulfilledNotPaid:
                try self.first(.orders.orderCountInQueue, [.integer(app), .integer(queue.code), most]) { row in
                    try row.integer()
                }
            }
        return Int(count ?? 0)
    }

    /// Returns a customer's orders, newest first.
    package func orders(
        of customer: CustomerID,
        app: AppName,
        before position: Int64,
        limit: Int
    ) throws -> [PositionedOrder] {
        let orders = try self.people(in: customer, app: app).flatMap { person in
            try self.listed(.orders.ordersOfCustomer, [.integer(person), .integer(position)], limit: limit)
        }
        return Array(orders.sorted { $0.position > $1.position }.prefix(limit))
    }

    /// Returns the totals of a customer's orders that wait for payment.
    package func openOrders(of customer: CustomerID, app: AppName, at now: Instant) throws -> OpenOrders {
        var sums = OpenOrders()
        for person in try self.people(in: customer, app: app) {
            let lines = try self.all(.orders.openOrders, [.integer(person), .instant(now)]) { row in
                (count: try row.integer(), currency: try row.optionalText(), amount: try row.optionalInteger())
            }
            for line in lines {
                let amount = line.currency.map { Money(amountMilliunits: line.amount ?? 0, currency: $0) }
                sums.add(count: Int(line.count), amount: amount)
            }
        }
        return sums
    }

    /// Returns the orders that closed until an instant, earliest first.
    package func orders(closedUntil instant: Instant, limit: Int) throws -> [Int64] {
        try self.all(.orders.closedOrders, [.instant(instant), .integer(Int64(limit))]) { row in try row.integer() }
    }

    /// Returns the orders of a customer with a payment that another customer owns.
    package func ordersPaidByAnother(of owner: Int64) throws -> [Int64] {
        try self.all(.orders.ordersPaidByAnother, [.integer(owner)]) { row in try row.integer() }
    }

    /// Returns when the newest orders of a customer were created, newest first.
    package func orderInstants(of owner: Int64, after instant: Instant, limit: Int) throws -> [Instant] {
        let values: [SQLValue] = [.integer(owner), .instant(instant), .integer(Int64(limit))]
        return try self.all(.orders.orderInstants, values) { row in try row.instant() }
    }

    /// Returns how many orders a customer made since an instant.
    package func orderCount(of customer: CustomerID, app: AppName, since: Instant) throws -> Int {
        try self.people(in: customer, app: app).reduce(0) { count, person in
            let own = try self.first(.orders.orderCount, [.integer(person), .instant(since)]) { row in try row.integer()
            }
            return count + Int(own ?? 0)
        }
    }

    /// Returns when the next order is due.
    package func nextOrderDueAt() throws -> Instant? {
        try self.first(.orders.nextOrderDue, []) { row in try row.instant() }
    }

    /// Returns the orders that are due, earliest first.
    package func dueOrders(at now: Instant, limit: Int) throws -> [(app: AppName, id: OrderID)] {
        try self.all(.orders.dueOrders, [.instant(now), .integer(Int64(limit))]) { row in
            (app: AppName(try row.text()), id: OrderID(try row.text()))
        }
    }

    /// Returns the orders about which Apple is due to be asked, earliest first.
    package func dueOrderChecks(of name: AppName, at now: Instant, limit: Int) throws -> [OrderRecord] {
        guard let app = try self.knownApp(name) else { return [] }
        return try self.listed(.orders.dueOrderChecks, [.integer(app), .instant(now)], limit: limit).map(\.record)
    }

    // MARK: Rows

    /// Returns the first readable orders of a query whose last value is its limit.
    private func listed(_ query: SQLStatement, _ values: [SQLValue], limit: Int) throws -> [PositionedOrder] {
        try ReadableRows.first(limit) { limit in
            let rows = try self.all(query, values + [.integer(Int64(limit))]) { row in
                try ReadableRows.unlessUnreadable { try Self.orderRow(&row) }
            }
            return try rows.map { row in
                try row.flatMap { row in
                    try ReadableRows.unlessUnreadable {
                        PositionedOrder(position: row.number, record: try self.stored(row).record)
                    }
                }
            }
        }
    }

    /// Returns the order of a query.
    private func order(_ query: SQLStatement, _ values: [SQLValue]) throws -> NumberedOrder? {
        try self.first(query, values, read: Self.orderRow).map { try self.stored($0) }
    }

    /// An order's row; what other tables contain of the order is added once the query has ended.
    private struct OrderRow {
        let number: Int64
        let owner: Int64
        let published: OrderEventDerivation.PublishedOrder?
        let record: (CustomerID, [OrderPayment], [OrderNote]) -> OrderRecord
    }

    private static func orderRow(_ row: inout Row) throws -> OrderRow {
        let number = try row.integer()
        let id = OrderID(try row.text())
        let owner = try row.integer()
        let environment: StoreEnvironment = try row.coded()
        let productID = ProductID(try row.text())
        let quantity = Int(try row.integer())
        let price = try Self.money(&row)
        let reference = try row.optionalText()
        let storefront = try row.optionalText()
        guard let token = try row.optionalToken() else { throw RepositoryError.corrupt }
        let createdAt = try row.instant()
        let createdBy = try row.text()
        let expiresAt = try row.instant()
        let rule = try row.optionalText()
        let reason = try row.optionalText()
        let canceledAt = try row.optionalInstant()
        let canceledBy = try row.optionalText()
        let cancelReason = try row.optionalText()
        let fulfilledAt = try row.optionalInstant()
        let askedAt = try row.optionalInstant()
        let state = try row.optionalCoded(OrderState.self)
        let flags = try row.text().split(separator: ",").compactMap { OrderFlag(rawValue: String($0)) }
        let paysFrom = try row.optionalInstant()
        let amount = try Self.money(&row)
        let retention = Span(milliseconds: try row.integer())
        return OrderRow(
            number: number,
            owner: owner,
            published: state.map { OrderEventDerivation.PublishedOrder(state: $0, flags: flags) }
        ) { customer, payments, notes in
            OrderRecord(
                order: Order(
                    id: id,
                    customer: customer,
                    environment: environment,
                    productID: productID,
                    quantity: quantity,
                    price: price,
                    reference: reference,
                    storefront: storefront,
                    token: token,
                    amount: amount,
                    createdAt: createdAt,
                    createdBy: createdBy,
                    expiresAt: expiresAt,
                    retention: retention,
                    remark: rule.map { Order.Remark(rule: $0, reason: reason) },
                    paysFrom: paysFrom
                ),
                cancellation: canceledAt.flatMap { at in
                    canceledBy.map { OrderRecord.Cancellation(at: at, by: $0, reason: cancelReason) }
                },
                fulfilledAt: fulfilledAt,
                payments: payments,
                notes: notes,
                askedAt: askedAt
            )
        }
    }

    private static func money(_ row: inout Row) throws -> Money? {
        let (amount, currency) = (try row.optionalInteger(), try row.optionalText())
        guard let amount, let currency else { return nil }
        return Money(amountMilliunits: amount, currency: currency)
    }

    private func stored(_ row: OrderRow) throws -> NumberedOrder {
        let notes = try self.all(.orders.orderNotes, [.integer(row.number)]) { row in
            OrderNote(at: try row.instant(), by: try row.text(), text: try row.text())
        }
        let customer = try self.countingCustomer(row.owner).name
        let payments = try self.payments(.orders.paymentsOfOrder, [.integer(row.number)]).map(\.payment)
        return NumberedOrder(
            number: row.number,
            owner: row.owner,
            record: row.record(customer, payments, notes),
            published: row.published
        )
    }
}
