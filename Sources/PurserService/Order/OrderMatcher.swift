internal import AppStore
package import Ledger

/// A matcher that finds which purchases pay for which orders, and lets orders expire.
///
/// It reads the events of an app, which contain every purchase and every change of one exactly once and in order, and
/// stores its position together with the matches. Therefore a crash loses nothing, another node continues at the same
/// position, and ingesting purchases does not wait for orders.
package struct OrderMatcher: Sendable {
    /// The number of events handled together.
    private static let batch = 200

    private struct DueOrder: Hashable {
        let app: AppName
        let id: OrderID
    }

    let repository: any Repository
    let ambient: Ambient
    private let metrics = OrderMetrics()
    private let deferred = DeferredRows<DueOrder>()

    /// Creates a matcher of this ledger's orders.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
    }

    /// Handles all events up to the current last one; does nothing for an app without orders.
    ///
    /// Events that are published meanwhile are left for the next call, so that a call ends even if events are published
    /// faster than it reads them.
    package func follow(_ app: AppName) async throws(RepositoryError) {
        guard try await self.repository.read({ view in try view.orderProgress(of: app) }) != nil else { return }
        let end = try await self.repository.read { view in try view.newestEventPosition(of: app) }
        while let position = try await self.repository.read({ view in try view.orderProgress(of: app) }), position < end
        {
            let events = try await self.repository.read { view in
                try view.events(of: app, after: position, limit: Self.batch)
            }
            guard let last = events.last?.position else { return }
            let payments = events.flatMap { OrderPayment.published(in: $0) }
            let fulfillments = events.compactMap { FulfillmentID.concluded(in: $0.event) }
            // If another node was faster, the next round begins at its position.
            let isFirst = try await self.repository.write { unit in
                try unit.hear(
                    payments,
                    fulfillments: fulfillments,
                    app: app,
                    from: position,
                    through: last,
                    at: self.ambient.now()
                )
            }
            // The node that stores the match counts the event, so that all nodes together count it once.
            if isFirst { self.metrics.note(events, of: app) }
        }
    }

    /// Removes unpaid orders that have closed, and returns their number.
    package func removeClosed(limit: Int) async throws(RepositoryError) -> Int {
        try await self.repository.removeClosedOrders(at: self.ambient.now(), limit: limit)
    }

    /// Lets due orders expire, and returns their number.
    ///
    /// An order that cannot be read is deferred for a while, and `onUnreadable` receives its id.
    package func expire(
        limit: Int,
        onUnreadable: (OrderID) -> Void = { _ in }
    ) async throws(RepositoryError) -> Int {
        let now = self.ambient.now()
        let due = try await self.deferred.allowed(limit, at: now) { (limit) throws(RepositoryError) in
            try await self.repository.read { view in try view.dueOrders(at: now, limit: limit) }.map {
                DueOrder(app: $0.app, id: $0.id)
            }
        }
        for app in Set(due.map(\.app)) {
            // A payment that arrived in time takes precedence over expiry.
            try await self.follow(app)
        }
        for order in due {
            do throws(RepositoryError) {
                _ = try await self.repository.write { unit in
                    try unit.perform(.look, on: order.id, app: order.app, at: now)
                }
            } catch .corrupt {
                self.deferred.add(order, at: now)
                onUnreadable(order.id)
            }
        }
        return due.count
    }
}
