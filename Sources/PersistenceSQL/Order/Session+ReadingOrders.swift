package import Ledger

extension Session {
    /// Returns an order by its name.
    package func order(_ id: OrderID, app name: AppName) throws -> OrderRecord? {
        guard let app = try self.knownApp(name) else { return nil }
        return try self.storedOrder(.orders.orderByName, [.integer(app), .text(id.rawValue)])?.record
    }

    /// Returns an order by its token.
    package func order(with token: AccountToken, app name: AppName) throws -> OrderRecord? {
        guard let app = try self.knownApp(name) else { return nil }
        return try self.storedOrder(.orders.orderByToken, [.integer(app), .token(token)])?.record
    }

    /// Returns whether an order has a token.
    package func hasOrder(with token: AccountToken, app name: AppName) throws -> Bool {
        guard let app = try self.knownApp(name) else { return false }
        return try self.first(.orders.orderNumberByToken, [.integer(app), .token(token)]) { _ in true } ?? false
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

    /// Returns whether there are closed orders to remove.
    package func hasClosedOrders(at now: Instant) throws -> Bool {
        try !self.closedOrders(at: now, limit: 1).isEmpty
    }

    /// Returns the orders that can be removed, earliest closed first.
    func closedOrders(at now: Instant, limit: Int) throws -> [Int64] {
        let closed: [SQLValue] = [.instant(now - OrderRecord.removedAfter), .integer(Int64(limit))]
        return try self.all(.orders.closedOrders, closed) { row in try row.integer() }
    }

    /// Returns how many orders a customer made since an instant.
    package func orderCount(of customer: CustomerID, app: AppName, since: Instant) throws -> Int {
        try self.people(in: customer, app: app).reduce(0) { count, person in
            let own = try self.first(.orders.orderCount, [.integer(person), .instant(since)]) { row in try row.integer()
            }
            return count + Int(own ?? 0)
        }
    }

    /// Returns the purchases that pay for no order, in the order of their events.
    package func paymentsWithoutOrder(
        app name: AppName,
        after position: Int64,
        limit: Int
    ) throws -> [(position: Int64, payment: OrderPayment)] {
        guard let app = try self.knownApp(name) else { return [] }
        return try self.payments(.orders.openPayments, [.integer(app), .integer(position), .integer(Int64(limit))])
    }

    /// Returns the position up to which orders have processed the events of purchases.
    package func orderProgress(of name: AppName) throws -> Int64? {
        guard let app = try self.knownApp(name) else { return nil }
        return try self.first(.orders.orderProgress, [.integer(app)]) { row in try row.integer() }
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
    func storedOrder(_ query: SQLStatement, _ values: [SQLValue]) throws -> StoredOrder? {
        try self.rows(query, values).first.map { try self.stored($0) }
    }

    /// The content of an order's row without other tables.
    private struct OrderRow {
        let number: Int64
        let owner: Int64
        let id: OrderID
        let environment: StoreEnvironment
        let productID: ProductID
        let quantity: Int64
        let price: Money?
        let reference: String?
        let storefront: String?
        let token: AccountToken
        let createdAt: Instant
        let createdBy: String
        let expiresAt: Instant
        let remark: Order.Remark?
        let cancellation: OrderRecord.Cancellation?
        let fulfilledAt: Instant?
        let askedAt: Instant?
        let published: OrderEventDerivation.PublishedOrder?
        let paysFrom: Instant?
        let amount: Money?
        let retention: Span

        func order(of customer: CustomerID) -> Order {
            Order(
                id: self.id,
                customer: customer,
                environment: self.environment,
                productID: self.productID,
                quantity: Int(self.quantity),
                price: self.price,
                reference: self.reference,
                storefront: self.storefront,
                token: self.token,
                amount: self.amount,
                createdAt: self.createdAt,
                createdBy: self.createdBy,
                expiresAt: self.expiresAt,
                retention: self.retention,
                remark: self.remark,
                paysFrom: self.paysFrom
            )
        }
    }

    private func rows(_ query: SQLStatement, _ values: [SQLValue]) throws -> [OrderRow] {
        try self.all(query, values, read: Self.orderRow)
    }

    private static func orderRow(_ row: inout Row) throws -> OrderRow {
        let number = try row.integer()
        let id = OrderID(try row.text())
        let owner = try row.integer()
        let environment: StoreEnvironment = try row.coded()
        let productID = ProductID(try row.text())
        let quantity = try row.integer()
        let price = try row.optionalInteger()
        let currency = try row.optionalText()
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
        let flags = try row.text()
        let paysFrom = try row.optionalInstant()
        let amount = try row.optionalInteger()
        let amountCurrency = try row.optionalText()
        let retention = Span(milliseconds: try row.integer())
        return OrderRow(
            number: number,
            owner: owner,
            id: id,
            environment: environment,
            productID: productID,
            quantity: quantity,
            price: price.flatMap { price in
                currency.map { Money(amountMilliunits: price, currency: $0) }
            },
            reference: reference,
            storefront: storefront,
            token: token,
            createdAt: createdAt,
            createdBy: createdBy,
            expiresAt: expiresAt,
            remark: rule.map { Order.Remark(rule: $0, reason: reason) },
            cancellation: canceledAt.flatMap { at in
                canceledBy.map { OrderRecord.Cancellation(at: at, by: $0, reason: cancelReason) }
            },
            fulfilledAt: fulfilledAt,
            askedAt: askedAt,
            published: state.map { state in
                let words = flags.split(separator: ",").compactMap { OrderFlag(rawValue: String($0)) }
                return OrderEventDerivation.PublishedOrder(state: state, flags: words)
            },
            paysFrom: paysFrom,
            amount: amount.flatMap { amount in
                amountCurrency.map { Money(amountMilliunits: amount, currency: $0) }
            },
            retention: retention
        )
    }

    private func stored(_ row: OrderRow) throws -> StoredOrder {
        let notes = try self.all(.orders.orderNotes, [.integer(row.number)]) { row in
            OrderNote(at: try row.instant(), by: try row.text(), text: try row.text())
        }
        let record = OrderRecord(
            order: row.order(of: try self.countingCustomer(row.owner).name),
            cancellation: row.cancellation,
            fulfilledAt: row.fulfilledAt,
            payments: try self.payments(.orders.paymentsOfOrder, [.integer(row.number)]).map(\.payment),
            notes: notes,
            askedAt: row.askedAt
        )
        return StoredOrder(number: row.number, owner: row.owner, record: record, published: row.published)
    }

    private func payments(
        _ query: SQLStatement,
        _ values: [SQLValue]
    ) throws -> [(position: Int64, payment: OrderPayment)] {
        let found = try self.all(query, values) { row in
            let position = try row.integer()
            let environment: StoreEnvironment = try row.coded()
            let transactionID = TransactionID(try row.identifier())
            let originalID = OriginalTransactionID(try row.identifier())
            let productID = ProductID(try row.text())
            let quantity = try row.integer()
            let owner = try row.optionalInteger()
            let token = try row.optionalToken()
            let purchasedAt = try row.instant()
            let refundedAt = try row.optionalInstant()
            let refundedShare = try row.optionalInteger()
            let isRefundReported = try row.optionalInteger() == 1
            let eventPosition = try row.integer()
            return (
                position: position, owner: owner,
                payment: { (owner: CustomerID?) in
                    OrderPayment(
                        environment: environment,
                        transactionID: transactionID,
                        originalTransactionID: originalID,
                        productID: productID,
                        quantity: Int(quantity),
                        owner: owner,
                        token: token,
                        purchasedAt: purchasedAt,
                        refundedAt: refundedAt,
                        refundedShare: refundedShare,
                        isRefundReported: isRefundReported,
                        eventPosition: eventPosition
                    )
                }
            )
        }
        return try found.map { found in
            (found.position, found.payment(try found.owner.map { try self.countingCustomer($0).name }))
        }
    }
}

/// An order as the database stores it.
struct StoredOrder {
    /// The number under which all its data is stored.
    let number: Int64
    /// The number of the customer who ordered, whether or not they were merged into another.
    let owner: Int64
    /// The order and its state.
    var record: OrderRecord
    /// The state that was last published; `nil` while none was.
    let published: OrderEventDerivation.PublishedOrder?
}
