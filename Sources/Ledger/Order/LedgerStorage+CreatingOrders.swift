extension LedgerStorage {
    /// Saves a new order and assigns its token to its customer.
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
        guard try !self.hasOrder(order.id, app: app) else { return .nameTaken }
        guard try !self.hasOrder(with: order.token, app: app) else { return .tokenTaken }
        var order = order
        if let bearer = try self.customer(withToken: order.token, app: app) {
            guard try self.isCustomer(order.customer, numbered: bearer, app: app) else { return .tokenTaken }
            order = order.withKnownToken
        }
        if let refusal = try self.refusal(of: order, app: name, within: limits) { return refusal }
        let owner = try self.countingCustomer(try self.number(of: order.customer, app: app)).number
        let number = try self.insert(order, of: owner, app: app)
        let sources = try self.paymentSources(of: order, owner: owner, app: app)
        // Whether the order releases a purchase depends on all purchases with its token, so all are saved before one
        // is evaluated.
        for payment in try self.payments(of: order, in: sources, app: app, eventPosition: 0) {
            try self.noteQuietly(payment, app: app, at: order.createdAt)
        }
        try self.adoptPayments(with: order.token, since: order.paysFrom, to: number, app: app)
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
        try self.startOrderProgress(of: app)
        if !sources.isEmpty, let position = try self.orderProgress(of: app) {
            let payments = try self.payments(of: order, in: sources, app: app, eventPosition: position)
            for payment in payments { try self.hear(payment, app: app, named: name, at: order.createdAt) }
        }
        let created = try self.order(numbered: number)
        try self.save(created, at: order.createdAt, app: name)
        return .created(try self.hearFulfillments(of: number, at: order.createdAt, app: name) ?? created.record)
    }

    /// Returns why a customer cannot make another order now.
    private func refusal(of order: Order, app: AppName, within limits: OrderLimits) throws -> OrderCreation? {
        let now = order.createdAt
        let creations = try self.people(in: order.customer, app: app).flatMap { person in
            try self.orderInstants(of: person, after: now - .days(1), limit: limits.perDay)
        }
        let open = try self.openOrders(of: order.customer, app: app, at: now)
        return limits.refusal(openCount: open.count, creations: creations.sorted(by: >), at: now)
    }

    // MARK: Payments that no later event reports

    /// Returns where purchases that pay for a new order can be, which were recorded silently or before an app's first
    /// order: in originals with a token that identified no customer, and before an app's first order in the originals
    /// of the customer.
    ///
    /// A new token has none, so the search costs one query.
    private func paymentSources(
        of order: Order,
        owner: Int64,
        app: Int64
    ) throws -> [(original: Int64, scope: Int64)] {
        guard order.paysFrom != nil else { return try self.originals(awaiting: order.token, app: app) }
        guard try self.orderProgress(of: app) == nil else { return [] }
        return try self.everybody(whoIs: owner).flatMap { try self.originals(of: $0, with: order.token) }
    }

    /// Returns the purchases with an order's token in these sources, in their current state.
    private func payments(
        of order: Order,
        in sources: [(original: Int64, scope: Int64)],
        app: Int64,
        eventPosition position: Int64
    ) throws -> [OrderPayment] {
        guard !sources.isEmpty else { return [] }
        var people = CustomerCache(self)
        return try self.scopes(of: app).flatMap { scope in
            let originals = sources.filter { $0.scope == scope.number }.map(\.original)
            return try self.chains(of: originals, scope: scope).flatMap { chain in
                try chain.owned(by: &people).payments(of: order, in: scope.environment, eventPosition: position)
            }
        }
    }
}
