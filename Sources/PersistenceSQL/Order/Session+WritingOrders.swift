package import Ledger

extension Session {
    /// Saves a new order of a customer, and returns its number.
    package func insert(_ order: Order, of owner: Int64, app: Int64) throws -> Int64 {
        try self.insert(
            .orders.insertOrder,
            [
                .integer(app), .text(order.id.rawValue), .integer(owner), .integer(order.environment.code),
                .text(order.productID.rawValue), .integer(Int64(order.quantity)),
                .optional(order.price?.amountMilliunits), .optionalText(order.price?.currency),
                .optionalText(order.reference), .optionalText(order.storefront), .token(order.token),
                .instant(order.createdAt), .text(order.createdBy), .instant(order.expiresAt),
                .optionalText(order.remark?.rule), .optionalText(order.remark?.reason), .instant(order.paysFrom),
                .optional(order.amount?.amountMilliunits), .optionalText(order.amount?.currency),
                .integer(order.retention.milliseconds),
            ]
        )
    }

    /// Saves the facts of an order, and what follows from them.
    package func put(_ order: NumberedOrder, _ evaluation: OrderEvaluation) throws {
        let record = order.record
        let published = evaluation.published
        try self.run(
            .orders.putOrder,
            [
                .instant(record.cancellation?.at), .optionalText(record.cancellation?.by),
                .optionalText(record.cancellation?.reason), .instant(record.fulfilledAt), .instant(record.askedAt),
                .integer(published.state.code), .text(published.flags.map(\.rawValue).joined(separator: ",")),
                .optional(evaluation.queue?.code), .flag(!published.flags.isEmpty), .instant(evaluation.dueAt),
                .instant(evaluation.askAt), .instant(evaluation.closesAt), .integer(order.number),
            ]
        )
    }

    /// Saves a note about an order.
    package func insert(_ note: OrderNote, at ordinal: Int, of order: Int64) throws {
        try self.run(
            .orders.insertOrderNote,
            [.integer(order), .integer(Int64(ordinal)), .instant(note.at), .text(note.by), .text(note.text)]
        )
    }

    /// Saves that an order is due at an instant.
    package func putDue(_ dueAt: Instant, ofOrder number: Int64) throws {
        try self.run(.orders.wakeOrder, [.instant(dueAt), .integer(number)])
    }

    /// Deletes an order.
    package func deleteOrder(_ number: Int64) throws { try self.run(.orders.deleteOrder, [.integer(number)]) }

    /// Saves that a token was made for an order of a customer.
    package func giveOrderToken(_ token: AccountToken, to customer: Int64, app: Int64) throws {
        try self.run(.orders.insertOrderToken, [.integer(app), .token(token), .integer(customer)])
    }

    // MARK: Progress

    /// Returns the position up to which orders have processed the events of purchases.
    package func orderProgress(of name: AppName) throws -> Int64? {
        try self.knownApp(name).flatMap { try self.orderProgress(of: $0) }
    }

    /// Returns the position up to which the orders of an app know its events; `nil` before its first order.
    package func orderProgress(of app: Int64) throws -> Int64? {
        try self.first(.orders.orderProgress, [.integer(app)]) { row in try row.integer() }
    }

    /// Saves the newest event of an app as that position, unless there is one.
    package func startOrderProgress(of app: Int64) throws {
        try self.run(.orders.insertOrderProgress, [.integer(app)])
    }

    /// Moves the position up to which orders know the events, unless another worker has moved it meanwhile.
    package func advanceOrderProgress(of name: AppName, from position: Int64, through last: Int64) throws -> Bool {
        guard let app = try self.knownApp(name) else { return false }
        return try self.change(.orders.advanceOrderProgress, [.integer(last), .integer(app), .integer(position)]) > 0
    }

    // MARK: Blocks

    /// Returns the block that is stored for a customer.
    package func block(of owner: Int64) throws -> CustomerBlock? {
        try self.first(.orders.block, [.integer(owner)]) { row in
            CustomerBlock(at: try row.instant(), by: try row.text(), reason: try row.text())
        }
    }

    /// Saves the block of a customer; `nil` deletes it.
    package func put(_ block: CustomerBlock?, of owner: Int64) throws {
        guard let block else { return try self.run(.orders.deleteBlock, [.integer(owner)]) }
        try self.run(.orders.putBlock, [.integer(owner), .instant(block.at), .text(block.by), .text(block.reason)])
    }
}

extension OrderState: StoredCode {
    var code: Int64 {
        switch self {
        case .created: 0
        case .paid: 1
        case .fulfilled: 2
        case .expired: 3
        case .canceled: 4
        case .refunded: 5
        case .partlyRefunded: 6
        }
    }
}

extension OrderQueue: StoredCode {
    var code: Int64 {
        switch self {
        case .open: 1
        case .paidNotFulfilled: 2
        case .fulfilledNotPaid: 3
        case .flagged: 4
        }
    }
}
