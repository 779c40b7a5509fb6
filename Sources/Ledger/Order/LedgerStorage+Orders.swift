extension LedgerStorage {
    /// Performs an action on an order.
    package func perform(
        _ action: OrderAction,
        on id: OrderID,
        app name: AppName,
        at now: Instant
    ) throws -> OrderRecord? {
        guard let app = try self.knownApp(name), var order = try self.order(named: id, app: app),
            !order.record.ignores(action, at: now)
        else { return nil }
        guard !order.record.refuses(action) else { return order.record }
        let noteCount = order.record.notes.count
        order.record.apply(action)
        for (ordinal, note) in order.record.notes.enumerated().dropFirst(noteCount) {
            try self.insert(note, at: ordinal, of: order.number)
        }
        try self.save(order, at: now, app: name)
        guard case .look = action else { return order.record }
        // Processes events of its fulfillment that came while the order or the fulfillment could not be read.
        return try self.hearFulfillments(of: order.number, at: now, app: name) ?? order.record
    }

    /// Saves the new state of an order and publishes the changes.
    func save(_ order: NumberedOrder, at now: Instant, app name: AppName) throws {
        let record = order.record
        let evaluation = OrderEvaluation(of: order, at: now)
        self.note(.orders, dueAt: evaluation.dueAt)
        self.note(.orders, dueAt: evaluation.askAt)
        try self.put(order, evaluation)
        let scope = try self.scope(ScopeName(app: name, environment: record.order.environment))
        for payment in record.payments {
            try self.put(payment, isOpen: !record.isPaid(by: payment), app: scope.app)
        }
        guard !evaluation.events.isEmpty else { return }
        var people = CustomerCache(self)
        let recipient = try people.canonicalCustomer(order.owner)
        let body = record.body(at: now)
        let drafts = evaluation.events.map { EventDerivation.Draft(recipient: recipient, name: $0, body: body) }
        // Every draft has a recipient, so no chain is needed.
        try self.write(drafts, about: 0, on: RecordingContext(scope: scope, now: now), people: &people)
    }

    // MARK: Closed orders

    /// Returns whether there are closed orders to remove.
    package func hasClosedOrders(at now: Instant) throws -> Bool {
        try !self.orders(closedUntil: now - OrderRecord.removedAfter, limit: 1).isEmpty
    }

    /// Removes closed orders, and returns how many.
    package func removeClosedOrders(at now: Instant, limit: Int) throws -> Int {
        let numbers = try self.orders(closedUntil: now - OrderRecord.removedAfter, limit: limit)
        for number in numbers { try self.deleteOrder(number) }
        return numbers.count
    }

    // MARK: Payments and fulfillments

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
            guard let place = fulfillment.place,
                let order = try self.knownPayment(place.transactionID, in: place.environment, app: app)?.order
            else { continue }
            try self.orLater(order, at: now) { _ = try self.hearFulfillments(of: order, at: now, app: name) }
        }
    }

    /// Processes the state of a purchase by one of its transactions, or by those under which orders know it.
    func hear(_ payment: OrderPayment, app: Int64, named name: AppName, at now: Instant) throws {
        // A restored purchase has several transactions, and is one payment.
        let known = try self.known(payment, app: app)
        for id in known.isEmpty ? [payment.transactionID] : known {
            for number in try self.store(payment.named(id), app: app, at: now).sorted() {
                try self.judge(number, at: now, app: name)
            }
        }
    }

    /// Saves a new purchase without evaluating the order that it may pay for.
    func noteQuietly(_ payment: OrderPayment, app: Int64, at now: Instant) throws {
        guard try self.known(payment, app: app).isEmpty else { return }
        _ = try self.store(payment.named(payment.transactionID), app: app, at: now)
    }

    /// Processes the state of the fulfillments of an order; returns the order if it has changed.
    func hearFulfillments(of number: Int64, at now: Instant, app: AppName) throws -> OrderRecord? {
        var order = try self.order(numbered: number)
        let fulfillments = try order.record.fulfillmentIDs.compactMap { try self.fulfillment($0, of: app) }
        guard order.record.hear(fulfillments) else { return nil }
        try self.save(order, at: now, app: app)
        return order.record
    }

    /// Evaluates the orders of customers again whose canonical customer changed.
    package func reviewOrders(of people: some Sequence<Int64>, app: Int64, at now: Instant) throws {
        let name = try self.appName(app)
        let numbers = Set(try people.flatMap { try self.ordersPaidByAnother(of: $0) })
        for number in numbers.sorted() { try self.judge(number, at: now, app: name) }
    }

    /// Evaluates an order again after a change of its payments.
    private func judge(_ number: Int64, at now: Instant, app: AppName) throws {
        try self.orLater(number, at: now) {
            try self.save(try self.order(numbered: number), at: now, app: app)
            _ = try self.hearFulfillments(of: number, at: now, app: app)
        }
    }

    /// Works on an order; an order that cannot be read becomes due, and is evaluated as soon as it can be read.
    ///
    /// Its events are saved meanwhile, and other orders do not wait for it.
    private func orLater(_ number: Int64, at now: Instant, _ work: () throws -> Void) throws {
        do {
            try work()
        } catch RepositoryError.corrupt {
            self.note(.orders, dueAt: now)
            try self.putDue(now, ofOrder: number)
        }
    }

    /// Returns the transactions of a purchase under which it is stored as a payment.
    private func known(_ payment: OrderPayment, app: Int64) throws -> [TransactionID] {
        try payment.twins.filter { try self.knownPayment($0, in: payment.environment, app: app) != nil }
    }

    /// Saves the state of a payment, unless a later one is stored, and returns its order and its earlier order.
    private func store(_ payment: OrderPayment, app: Int64, at now: Instant) throws -> Set<Int64> {
        let known = try self.knownPayment(payment.transactionID, in: payment.environment, app: app)
        if let known, known.eventPosition > payment.eventPosition { return [] }
        let order = try payment.token.flatMap { token in
            try self.order(with: token, paidAt: payment.purchasedAt, at: now, app: app)
        }
        let owner = try payment.owner.flatMap { try self.knownCustomer($0, app: app) }
        try self.put(payment, of: owner, for: order, app: app)
        return Set([known?.order, order].compactMap(\.self))
    }
}
