package import Ledger

extension Session {
    /// Stores a new order and assigns its token to its customer.
    package func create(
        _ order: Order,
        app name: AppName,
        catalog: Catalog,
        after newest: Int64?,
        within limits: OrderLimits
    ) throws -> OrderCreation {
        if let newest {
            let last = try self.orders(of: order.customer, app: name, before: .max, limit: 1).first?.position ?? 0
            guard last == newest else { return .overtaken }
        }
        let app = try self.app(name)
        let named = try self.first(.orders.orderNumberByName, [.integer(app), .text(order.id.rawValue)]) {
            try $0.integer()
        }
        guard named == nil else { return .nameTaken }
        let borne = try self.first(.orders.orderNumberByToken, [.integer(app), .token(order.token)]) {
            try $0.integer()
        }
        guard borne == nil else { return .tokenTaken }
        var order = order
        if let bearer = try self.customer(of: order.token, app: name) {
            let own = try self.countingNumber(of: order.customer, app: app)
            guard try own.map({ try self.customer($0) == bearer }) ?? false else { return .tokenTaken }
            order = order.withKnownToken
        }
        if let refusal = try self.refusal(of: order, app: name, within: limits) { return refusal }
        let owner = try self.countingCustomer(try self.number(of: order.customer, app: app)).number
        let number = try self.insert(
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
        let sources = try self.paymentSources(of: order, owner: owner, app: app)
        let since = order.paysFrom ?? Instant(milliseconds: .min)
        // Whether the order releases a purchase depends on all purchases with its token, so all are stored before one
        // is evaluated.
        for payment in try self.payments(of: order, in: sources, app: app, eventPosition: 0) {
            try self.noteQuietly(payment, app: app, at: order.createdAt)
        }
        try self.run(.orders.adoptPayments, [.integer(number), .integer(app), .token(order.token), .instant(since)])
        // The order releases what was bought with the token long ago, so it must exist already.
        let isOwn = try self.assign(
            order.token,
            to: order.customer,
            app: name,
            at: order.createdAt,
            catalog: catalog,
            forOrder: true
        )
        guard isOwn else { throw RepositoryError.corrupt }
        try self.run(.orders.insertOrderProgress, [.integer(app)])
        try self.findPayments(of: order, in: sources, app: app, named: name)
        guard let stored = try self.storedOrder(.orders.orderByNumber, [.integer(number)]) else {
            throw RepositoryError.corrupt
        }
        try self.put(stored, at: order.createdAt, app: name)
        return .created(try self.hearFulfillments(of: number, at: order.createdAt, app: name) ?? stored.record)
    }

    /// Returns why a customer cannot make another order now.
    private func refusal(of order: Order, app: AppName, within limits: OrderLimits) throws -> OrderCreation? {
        let now = order.createdAt
        let creations = try self.people(in: order.customer, app: app).flatMap { person in
            try self.all(
                .orders.orderInstants,
                [.integer(person), .instant(now - .days(1)), .integer(Int64(limits.perDay))]
            ) { row in try row.instant() }
        }
        let open = try self.openOrders(of: order.customer, app: app, at: now)
        return limits.refusal(openCount: open.count, creations: creations.sorted(by: >), at: now)
    }

    /// Performs an action on an order.
    package func perform(
        _ action: OrderAction,
        on id: OrderID,
        app name: AppName,
        at now: Instant
    ) throws -> OrderRecord? {
        guard let app = try self.knownApp(name),
            var stored = try self.storedOrder(.orders.orderByName, [.integer(app), .text(id.rawValue)])
        else { return nil }
        guard !stored.record.ignores(action, at: now) else { return nil }
        guard !stored.record.refuses(action) else { return stored.record }
        let noteCount = stored.record.notes.count
        stored.record.apply(action)
        for (ordinal, note) in stored.record.notes.enumerated().dropFirst(noteCount) {
            try self.run(
                .orders.insertOrderNote,
                [
                    .integer(stored.number), .integer(Int64(ordinal)), .instant(note.at), .text(note.by),
                    .text(note.text),
                ]
            )
        }
        try self.put(stored, at: now, app: name)
        guard case .look = action else { return stored.record }
        // Processes events of its fulfillment that came while the order or the fulfillment could not be read.
        return try self.hearFulfillments(of: stored.number, at: now, app: name) ?? stored.record
    }

    /// Removes closed orders, and returns how many.
    package func removeClosedOrders(at now: Instant, limit: Int) throws -> Int {
        let numbers = try self.closedOrders(at: now, limit: limit)
        for number in numbers { try self.run(.orders.deleteOrder, [.integer(number)]) }
        return numbers.count
    }

    /// Stores the new state of an order and publishes the changes.
    private func put(_ stored: StoredOrder, at now: Instant, app name: AppName) throws {
        let record = stored.record
        let published = OrderEventDerivation.PublishedOrder(record, at: now)
        let cancellation = record.cancellation
        self.note(.orders, dueAt: record.dueAt(after: now))
        self.note(.orders, dueAt: record.askAt)
        try self.run(
            .orders.putOrder,
            [
                .instant(cancellation?.at), .optionalText(cancellation?.by), .optionalText(cancellation?.reason),
                .instant(record.fulfilledAt), .instant(record.askedAt), .integer(published.state.code),
                .text(published.flags.map(\.rawValue).joined(separator: ",")), .optional(record.queue(at: now)?.code),
                .flag(!published.flags.isEmpty), .instant(record.dueAt(after: now)), .instant(record.askAt),
                .instant(record.closesAt), .integer(stored.number),
            ]
        )
        let scope = try self.scope(ScopeName(app: name, environment: record.order.environment))
        for payment in record.payments {
            let key = try self.key(of: payment, app: scope.app)
            try self.run(.orders.openPayment, [.flag(!record.isPaid(by: payment))] + key)
        }
        let names = OrderEventDerivation(from: stored.published, to: published).names
        guard !names.isEmpty else { return }
        var people = CustomerCache(self)
        let recipient = try people.canonicalCustomer(stored.owner)
        let body = record.body(at: now)
        let context = RecordingContext(scope: scope, now: now)
        let drafts = names.map { EventDerivation.Draft(recipient: recipient, name: $0, body: body) }
        // Every draft has a recipient, so no chain is needed.
        try self.write(drafts, about: 0, on: context, people: &people)
    }

    // MARK: Payments

    /// Moves the position up to which orders know the events, unless another worker has moved it meanwhile.
    package func advanceOrderProgress(of name: AppName, from position: Int64, through last: Int64) throws -> Bool {
        guard let app = try self.knownApp(name) else { return false }
        return try self.change(.orders.advanceOrderProgress, [.integer(last), .integer(app), .integer(position)]) > 0
    }

    /// Processes the states of purchases and fulfillments.
    package func hear(
        _ payments: [OrderPayment],
        fulfillments: [FulfillmentID],
        app name: AppName,
        at now: Instant
    ) throws {
        guard let app = try self.knownApp(name) else { return }
        for payment in payments { try self.hear(payment, app: app, named: name, at: now) }
        for fulfillment in fulfillments {
            guard let place = fulfillment.place else { continue }
            let key: [SQLValue] = [
                .integer(app), .integer(place.environment.code), .identifier(place.transactionID.rawValue),
            ]
            let order = try self.first(.orders.orderOfPayment, key) { row in try row.optionalInteger() }
            guard let order = order.flatMap(\.self) else { continue }
            try self.orLater(order, at: now) { _ = try self.hearFulfillments(of: order, at: now, app: name) }
        }
    }

    /// Processes the state of the fulfillments of an order; returns the order if it has changed.
    private func hearFulfillments(of number: Int64, at now: Instant, app: AppName) throws -> OrderRecord? {
        guard var stored = try self.storedOrder(.orders.orderByNumber, [.integer(number)]) else {
            throw RepositoryError.corrupt
        }
        var people = CustomerCache(self)
        let fulfillments = try stored.record.fulfillmentIDs.compactMap {
            try self.storedFulfillment($0, of: app, people: &people)?.fulfillment
        }
        guard stored.record.hear(fulfillments) else { return nil }
        try self.put(stored, at: now, app: app)
        return stored.record
    }

    /// Re-evaluates the orders of customers whose canonical customer changed.
    package func reviewOrders(of people: some Sequence<Int64>, app: Int64, at now: Instant) throws {
        let name = try self.appName(app)
        var numbers: Set<Int64> = []
        for person in people {
            numbers.formUnion(
                try self.all(.orders.ordersPaidByAnother, [.integer(person)]) { row in try row.integer() }
            )
        }
        for number in numbers.sorted() { try self.judge(number, at: now, app: name) }
    }

    /// Evaluates an order again after a change of its payments.
    private func judge(_ number: Int64, at now: Instant, app name: AppName) throws {
        try self.orLater(number, at: now) {
            guard let stored = try self.storedOrder(.orders.orderByNumber, [.integer(number)]) else {
                throw RepositoryError.corrupt
            }
            try self.put(stored, at: now, app: name)
            _ = try self.hearFulfillments(of: number, at: now, app: name)
        }
    }

    /// Works on an order; an order that cannot be read becomes due, and is evaluated as soon as it can be read.
    ///
    /// Its events are stored meanwhile, and other orders do not wait for it.
    private func orLater(_ number: Int64, at now: Instant, _ work: () throws -> Void) throws {
        do {
            try work()
        } catch RepositoryError.corrupt {
            self.note(.orders, dueAt: now)
            try self.run(.orders.wakeOrder, [.instant(now), .integer(number)])
        }
    }

    /// Processes the state of a purchase by one of its transactions, or by those under which orders know it.
    func hear(_ payment: OrderPayment, app: Int64, named name: AppName, at now: Instant) throws {
        // A restored purchase has several transactions, and is one payment.
        let known = try payment.twins.filter {
            try self.first(.orders.orderOfPayment, self.key(of: payment.named($0), app: app)) { _ in true } ?? false
        }
        for id in known.isEmpty ? [payment.transactionID] : known {
            try self.keep(payment.named(id), app: app, named: name, at: now)
        }
    }

    /// Stores a new purchase without evaluating the order that it may pay for.
    private func noteQuietly(_ payment: OrderPayment, app: Int64, at now: Instant) throws {
        let isKnown = try payment.twins.contains {
            try self.first(.orders.orderOfPayment, self.key(of: payment.named($0), app: app)) { _ in true } ?? false
        }
        if !isKnown { _ = try self.store(payment.named(payment.transactionID), app: app, at: now) }
    }

    private func keep(_ payment: OrderPayment, app: Int64, named name: AppName, at now: Instant) throws {
        for number in try self.store(payment, app: app, at: now).sorted() { try self.judge(number, at: now, app: name) }
    }

    /// Stores the state of a payment, unless a later one is stored, and returns its order and its earlier order.
    private func store(_ payment: OrderPayment, app: Int64, at now: Instant) throws -> Set<Int64> {
        let key = try self.key(of: payment, app: app)
        let known = try self.first(.orders.orderOfPayment, key) { row in
            (order: try row.optionalInteger(), eventPosition: try row.integer())
        }
        if let known, known.eventPosition > payment.eventPosition { return [] }
        let order = try payment.token.flatMap { token in
            let values: [SQLValue] = [.integer(app), .token(token), .instant(payment.purchasedAt), .instant(now)]
            return try self.first(.orders.orderNumberOfPayment, values) { row in try row.integer() }
        }
        let owner = try payment.owner.flatMap { try self.knownCustomer($0, app: app) }
        try self.run(
            .orders.putOrderPayment,
            key + [
                .identifier(payment.originalTransactionID.rawValue), .text(payment.productID.rawValue),
                .integer(Int64(payment.quantity)), .optional(owner), payment.token.map(SQLValue.token) ?? .null,
                .instant(payment.purchasedAt), .instant(payment.refundedAt), .optional(payment.refundedShare),
                payment.isRefundReported ? .integer(1) : .null, .integer(payment.eventPosition), .optional(order),
            ]
        )
        return Set([known?.order, order].compactMap(\.self))
    }

    private func key(of payment: OrderPayment, app: Int64) throws -> [SQLValue] {
        [.integer(app), .integer(payment.environment.code), .identifier(payment.transactionID.rawValue)]
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
