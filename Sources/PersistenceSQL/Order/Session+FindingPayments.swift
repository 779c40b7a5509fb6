import Ledger

/// The search for payments of a new order that no later event will report: those recorded silently, or before an app's
/// first order.
extension Session {
    /// Returns where purchases that pay for an order can be: in originals with a token that identified no customer, and
    /// before an app's first order in the originals of the customer.
    ///
    /// A new token has none, so the search costs one query.
    func paymentSources(of order: Order, owner: Int64, app: Int64) throws -> [(original: Int64, scope: Int64)] {
        func source(_ row: inout Row) throws -> (original: Int64, scope: Int64) {
            (original: try row.integer(), scope: try row.integer())
        }
        guard order.paysFrom != nil else {
            return try self.all(.ownership.awaitingOriginals, [.integer(app), .token(order.token)], read: source)
        }
        guard try self.first(.orders.orderProgress, [.integer(app)], read: { _ in true }) == nil else { return [] }
        return try self.everybody(whoIs: owner).flatMap { person in
            try self.all(.orders.originalsWithToken, [.integer(person), .token(order.token)], read: source)
        }
    }

    /// Processes the purchases with an order's token in these sources.
    func findPayments(
        of order: Order,
        in sources: [(original: Int64, scope: Int64)],
        app: Int64,
        named name: AppName
    ) throws {
        guard !sources.isEmpty,
            let position = try self.first(.orders.orderProgress, [.integer(app)], read: { row in try row.integer() })
        else { return }
        for payment in try self.payments(of: order, in: sources, app: app, eventPosition: position) {
            try self.hear(payment, app: app, named: name, at: order.createdAt)
        }
    }

    /// Returns the purchases with an order's token in these sources, in their current state.
    func payments(
        of order: Order,
        in sources: [(original: Int64, scope: Int64)],
        app: Int64,
        eventPosition position: Int64
    ) throws -> [OrderPayment] {
        guard !sources.isEmpty else { return [] }
        var payments: [OrderPayment] = []
        for scope in try self.scopes(of: app) {
            var roots: Set<Int64> = []
            for source in sources where source.scope == scope.number {
                let original = try self.original(source.original)
                guard roots.insert(original.root).inserted else { continue }
                var people = CustomerCache(self)
                let owned = try self.chain(of: original, scope: scope).owned(by: &people)
                payments += owned.payments(of: order, in: scope.environment, eventPosition: position)
            }
        }
        return payments
    }
}
