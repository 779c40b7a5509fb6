import Ledger

extension MemoryState {
    /// An order with all that became of it, by the names that count now.
    func record(_ kept: MemoryOrders.Entry) -> OrderRecord {
        let people = self.people[kept.app] ?? MemoryCustomerIdentities()
        let payments = self.orders.payments.filter {
            $0.app == kept.app && $0.payment.token == kept.order.token && !$0.closedOrders.contains(kept.position)
                && kept.order.concerns(purchaseAt: $0.payment.purchasedAt)
        }
        return OrderRecord(
            order: kept.order.by(people.resolved(kept.owner), reference: kept.order.reference),
            cancellation: kept.cancellation,
            fulfilledAt: kept.fulfilledAt,
            payments: payments.map { $0.payment.owned(by: $0.payment.owner.map(people.resolved)) },
            notes: kept.notes,
            askedAt: kept.askedAt
        )
    }

    /// Stores a new order.
    mutating func create(
        _ order: Order,
        app: AppName,
        catalog: Catalog,
        after newest: Int64?,
        within limits: OrderLimits
    ) -> OrderCreation {
        if let newest, self.orders(of: order.customer, app: app).last?.position ?? 0 != newest { return .overtaken }
        let own = self.orders.orders.filter { $0.app == app }
        guard !own.contains(where: { $0.order.id == order.id }) else { return .nameTaken }
        guard !own.contains(where: { $0.order.token == order.token }) else { return .tokenTaken }
        let before = self
        let bearer = self.customers[AppToken(app: app, token: order.token)]
        let isKnown = bearer != nil
        let people = self.people[app] ?? MemoryCustomerIdentities()
        if let bearer, people.resolved(bearer) != people.resolved(order.customer) { return .tokenTaken }
        let now = order.createdAt
        let refusal = limits.refusal(
            openCount: self.openOrders(of: order.customer, app: app, at: now).count,
            creations: self.orders(of: order.customer, app: app).map(\.order.createdAt)
                .filter { $0 > now - .days(1) }.sorted(by: >),
            at: now
        )
        if let refusal { return refusal }
        let order = isKnown ? order.withKnownToken : order
        let isFirst = self.orders.progress[app] == nil
        let position = (self.orders.orders.last?.position ?? 0) + 1
        let owner = people.resolved(order.customer)
        self.orders.orders.append(.init(app: app, position: position, owner: owner, order: order))
        if isFirst || !isKnown { self.notePayments(of: order, app: app) }
        guard self.assign(order.token, to: order.customer, app: app, at: order.createdAt, catalog: catalog) else {
            self = before
            return .tokenTaken
        }
        if !isKnown { self.orders.tokens.insert(AppToken(app: app, token: order.token)) }
        if self.orders.progress[app] == nil {
            self.orders.progress[app] = self.outbox.events(of: app).last?.position ?? 0
        }
        if isFirst || !isKnown { self.findPayments(of: order, app: app) }
        let place = self.orders.orders.count - 1
        self.publish(ofOrder: place, at: order.createdAt)
        self.hearFulfillments(ofOrder: place, at: order.createdAt)
        return .created(self.record(self.orders.orders[self.orders.orders.count - 1]))
    }

    /// Performs an action on an order.
    mutating func perform(_ action: OrderAction, on id: OrderID, app: AppName, at now: Instant) -> OrderRecord? {
        let place = self.orders.orders.firstIndex { $0.app == app && $0.order.id == id }
        guard let place else { return nil }
        var record = self.record(self.orders.orders[place])
        guard !record.ignores(action, at: now) else { return nil }
        guard !record.refuses(action) else { return record }
        record.apply(action)
        self.orders.orders[place].cancellation = record.cancellation
        self.orders.orders[place].fulfilledAt = record.fulfilledAt
        self.orders.orders[place].notes = record.notes
        self.orders.orders[place].askedAt = record.askedAt
        self.publish(ofOrder: place, at: now)
        guard case .look = action else { return record }
        self.hearFulfillments(ofOrder: place, at: now)
        return self.record(self.orders.orders[place])
    }

    /// Moves the position up to which events are known.
    mutating func advanceOrderProgress(of app: AppName, from position: Int64, through last: Int64) -> Bool {
        guard self.orders.progress[app] == position else { return false }
        self.orders.progress[app] = last
        return true
    }

    /// Adds payments and fulfillments.
    mutating func hear(
        _ payments: [OrderPayment],
        fulfillments: [FulfillmentID],
        app: AppName,
        at now: Instant
    ) {
        for payment in payments { self.hear(payment, app: app, at: now) }
        for fulfillment in fulfillments {
            guard let name = fulfillment.place else { continue }
            let payment = self.orders.payments.first {
                $0.app == app && $0.payment.transactionID == name.transactionID
                    && $0.payment.environment == name.environment
            }
            guard let token = payment?.payment.token else { continue }
            for (place, kept) in self.orders.orders.enumerated() where kept.app == app && kept.order.token == token {
                self.hearFulfillments(ofOrder: place, at: now)
            }
        }
    }

    private func place(of payment: OrderPayment, app: AppName) -> Int? {
        self.orders.payments.firstIndex {
            $0.app == app && $0.payment.transactionID == payment.transactionID
                && $0.payment.environment == payment.environment
        }
    }

    private mutating func hear(_ payment: OrderPayment, app: AppName, at now: Instant) {
        let known = payment.twins.filter { self.place(of: payment.named($0), app: app) != nil }
        for id in known.isEmpty ? [payment.transactionID] : known {
            self.keep(payment.named(id), app: app, at: now)
        }
    }

    private mutating func keep(_ payment: OrderPayment, app: AppName, at now: Instant) {
        // Those that had closed before this was heard; one that it was known to pay for had not.
        let closed = self.orders.orders.filter {
            $0.app == app && $0.order.token == payment.token && self.record($0).isClosed(at: now)
        }
        var tokens = [payment.token]
        if let known = self.place(of: payment, app: app) {
            guard self.orders.payments[known].payment.eventPosition <= payment.eventPosition else { return }
            tokens.append(self.orders.payments[known].payment.token)
            self.orders.payments[known].payment = payment
        } else {
            let next = Int64(self.orders.payments.count) + 1
            self.orders.payments.append(.init(app: app, position: next, payment: payment))
        }
        if let place = self.place(of: payment, app: app) {
            self.orders.payments[place].closedOrders = Set(closed.map(\.position))
        }
        for (place, kept) in self.orders.orders.enumerated()
        where kept.app == app && tokens.contains(kept.order.token) {
            self.publish(ofOrder: place, at: now)
            self.hearFulfillments(ofOrder: place, at: now)
        }
    }

    /// Removes orders that have closed.
    mutating func removeClosedOrders(at now: Instant, limit: Int) -> Int {
        let newest = self.orders.orders.last?.position
        let closed = self.orders.orders.compactMap { kept -> (position: Int64, closesAt: Instant)? in
            guard kept.dueAt == nil, kept.position != newest, let closesAt = self.record(kept).closesAt,
                closesAt <= now - OrderRecord.removedAfter
            else { return nil }
            return (kept.position, closesAt)
        }
        let removed = Set(closed.sorted { $0.closesAt < $1.closesAt }.prefix(limit).map(\.position))
        self.orders.orders.removeAll { removed.contains($0.position) }
        return removed.count
    }

    /// Evaluates the orders of customers under every id.
    mutating func reviewOrders(of customers: [CustomerID], app: AppName, at now: Instant) {
        let people = self.people[app] ?? MemoryCustomerIdentities()
        let names = Set(customers.map(people.resolved))
        for (place, kept) in self.orders.orders.enumerated()
        where kept.app == app && names.contains(people.resolved(kept.owner)) {
            self.publish(ofOrder: place, at: now)
            self.hearFulfillments(ofOrder: place, at: now)
        }
    }

    /// Adds the purchases with an order's token that are in the ledger, published or not.
    private mutating func findPayments(of order: Order, app: AppName) {
        for payment in self.payments(of: order, app: app, eventPosition: self.orders.progress[app] ?? 0) {
            self.hear(payment, app: app, at: order.createdAt)
        }
    }

    /// Stores new payments without evaluating the order.
    private mutating func notePayments(of order: Order, app: AppName) {
        for payment in self.payments(of: order, app: app, eventPosition: 0)
        where !payment.twins.contains(where: { self.place(of: payment.named($0), app: app) != nil }) {
            let next = Int64(self.orders.payments.count) + 1
            let named = payment.named(payment.transactionID)
            self.orders.payments.append(.init(app: app, position: next, payment: named))
        }
    }

    private func payments(of order: Order, app: AppName, eventPosition: Int64) -> [OrderPayment] {
        var payments: [OrderPayment] = []
        for environment in StoreEnvironment.allCases {
            let scope = Scope(app: app, environment: environment)
            guard let facts = self.facts[scope] else { continue }
            for root in facts.inOrder(facts.roots(bearing: order.token)) {
                let owned: OwnedChain = self.chain(of: root, in: scope)
                payments += owned.payments(of: order, in: environment, eventPosition: eventPosition)
            }
        }
        return payments
    }

    /// Updates an order from the fulfillments of its payments.
    private mutating func hearFulfillments(ofOrder place: Int, at now: Instant) {
        let kept = self.orders.orders[place]
        var record = self.record(kept)
        let fulfillments = record.fulfillmentIDs.compactMap { id in
            self.fulfillments.place(of: id, app: kept.app).map { self.fulfillments.all[$0].fulfillment }
        }
        guard record.hear(fulfillments) else { return }
        self.orders.orders[place].fulfilledAt = record.fulfilledAt
        self.publish(ofOrder: place, at: now)
    }

    /// Publishes what is new about an order.
    private mutating func publish(ofOrder place: Int, at now: Instant) {
        let kept = self.orders.orders[place]
        let record = self.record(kept)
        let published = OrderEventDerivation.PublishedOrder(record, at: now)
        self.orders.orders[place].published = published
        self.orders.orders[place].queue = record.queue(at: now)
        self.orders.orders[place].dueAt = record.dueAt(after: now)
        let body = record.body(at: now)
        self.outbox.write(
            OrderEventDerivation(from: kept.published, to: published).names.map {
                EventDerivation.Draft(recipient: record.order.customer, name: $0, body: body)
            },
            in: Scope(app: kept.app, environment: record.order.environment),
            about: nil,
            at: now,
            cause: nil
        )
    }

    // MARK: Questions

    /// Whether an order waits for something, as it was published last.
    func waits(_ kept: MemoryOrders.Entry, in queue: OrderQueue) -> Bool {
        guard queue != .flagged else { return kept.published.map { !$0.flags.isEmpty } ?? false }
        return kept.queue == queue
    }

    /// Returns the orders of a customer, under every id, by ascending time of creation.
    func orders(of customer: CustomerID, app: AppName) -> [MemoryOrders.Entry] {
        let people = self.people[app] ?? MemoryCustomerIdentities()
        return self.orders.orders.filter {
            $0.app == app && people.resolved($0.owner) == people.resolved(customer)
        }
    }

    /// Sums of the orders of a customer that wait for their payment.
    func openOrders(of customer: CustomerID, app: AppName, at now: Instant) -> OpenOrders {
        var sums = OpenOrders()
        for kept in self.orders(of: customer, app: app) where self.waits(kept, in: .open) && now < kept.order.expiresAt
        {
            sums.add(count: 1, amount: kept.order.amount)
        }
        return sums
    }

    /// The purchases that pay for no order.
    func openPayments(of app: AppName) -> [(position: Int64, payment: OrderPayment)] {
        let people = self.people[app] ?? MemoryCustomerIdentities()
        return self.orders.payments.filter { $0.app == app }.compactMap { kept in
            let payment = kept.payment.owned(by: kept.payment.owner.map(people.resolved))
            let order = self.orders.orders.first { $0.app == app && $0.order.token == payment.token }
            if let order, order.order.concerns(purchaseAt: payment.purchasedAt),
                !kept.closedOrders.contains(order.position),
                self.record(order).isPaid(by: payment)
            {
                return nil
            }
            return (position: kept.position, payment: payment)
        }
    }

    /// The orders that time changes, earliest first.
    var dueOrders: [(app: AppName, id: OrderID, dueAt: Instant)] {
        self.orders.orders.compactMap { kept in kept.dueAt.map { (app: kept.app, id: kept.order.id, dueAt: $0) } }
            .sorted { $0.dueAt < $1.dueAt }
    }

    /// The orders about which Apple is to be asked, earliest first.
    func dueOrderChecks(of app: AppName, at now: Instant) -> [OrderRecord] {
        self.orders.orders.filter { $0.app == app }.map { self.record($0) }
            .compactMap { record in record.askAt.map { (askAt: $0, record: record) } }
            .filter { $0.askAt <= now }.sorted { $0.askAt < $1.askAt }.map(\.record)
    }
}
