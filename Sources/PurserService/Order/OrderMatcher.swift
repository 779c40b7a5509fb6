internal import AppStore
package import Ledger

/// Finds out which purchases pay for which orders, and lets time pass over orders.
///
/// It follows the events of an app, which tell of every purchase and of every change to one exactly once and in order,
/// and takes note of how far it has come together with what it finds. So nothing is missed over a crash, whoever goes
/// on does so where the last one stood, and what takes purchases in is not burdened with orders.
package struct OrderMatcher: Sendable {
    /// How many events are looked at together.
    private static let batch = 200

    private struct DueOrder: Hashable {
        let app: AppName
        let id: OrderID
    }

    let repository: any Repository
    let ambient: Ambient
    private let metrics = OrderMetrics()
    private let deferred = DeferredRows<DueOrder>()

    /// Keeps the orders of this ledger.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
    }

    /// Takes in all that was told of purchases until now; does nothing for an app without orders.
    ///
    /// What is told meanwhile is left for the next time, or nobody would ever be answered while much is told.
    package func follow(_ app: AppName) async throws(RepositoryError) {
        guard try await self.repository.orderProgress(of: app) != nil else { return }
        let end = try await self.repository.newestEventPosition(of: app)
        while let position = try await self.repository.orderProgress(of: app), position < end {
            let events = try await self.repository.events(of: app, after: position, limit: Self.batch)
            guard let last = events.last?.position else { return }
            let payments = events.flatMap { OrderPayment.published(in: $0) }
            let fulfillments = events.compactMap { FulfillmentID.concluded(in: $0.event) }
            // Where somebody else was quicker, the next round begins where he ended.
            let isFirst = try await self.repository.hear(
                payments,
                fulfillments: fulfillments,
                app: app,
                from: position,
                through: last,
                at: self.ambient.now()
            )
            // Whoever hears an event counts it, so that all nodes together count it once.
            if isFirst { self.metrics.note(events, of: app) }
        }
    }

    /// Removes orders that nobody paid for and that have closed, and returns how many there were.
    package func removeClosed(limit: Int) async throws(RepositoryError) -> Int {
        try await self.repository.removeClosedOrders(at: self.ambient.now(), limit: limit)
    }

    /// Lets orders expire whose time has come, and returns how many there were.
    ///
    /// One that cannot be read is left alone for a while; `onUnreadable` is told of it.
    package func expire(
        limit: Int,
        onUnreadable: (OrderID) -> Void = { _ in }
    ) async throws(RepositoryError) -> Int {
        let now = self.ambient.now()
        let due = try await self.deferred.allowed(limit, at: now) { (limit) throws(RepositoryError) in
            try await self.repository.dueOrders(at: now, limit: limit).map { DueOrder(app: $0.app, id: $0.id) }
        }
        for app in Set(due.map(\.app)) {
            // Whoever has paid in time has paid.
            try await self.follow(app)
        }
        for order in due {
            do throws(RepositoryError) {
                _ = try await self.repository.perform(.look, on: order.id, app: order.app, at: now)
            } catch .corrupt {
                self.deferred.add(order, at: now)
                onUnreadable(order.id)
            }
        }
        return due.count
    }
}
