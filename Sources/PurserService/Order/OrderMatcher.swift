internal import AppStore
package import Ledger

/// A matcher that finds which purchases pay for which orders, and lets orders expire.
///
/// It reads the events of an app, which contain every purchase and every change of one exactly once and in order, and
/// stores its position together with the matches. Therefore a crash loses nothing, and another node continues at the
/// same position. What has an order's token is matched as soon as it is recorded (`UnitOfWork.ingest`); the events add
/// the purchases without an order, and the changes that no evidence reports.
package struct OrderMatcher: Sendable {
    /// The number of events handled together.
    fileprivate static let batch = 200

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
        var end: Int64?
        while let batch = try await self.repository.read({ [end] view in try view.orderEvents(of: app, through: end) })
        {
            end = batch.end
            let payments = batch.events.flatMap { OrderPayment.published(in: $0) }
            let fulfillments = batch.events.compactMap { FulfillmentID.concluded(in: $0.event) }
            // If another node was faster, the next round begins at its position.
            let isFirst = try await self.repository.write { unit in
                try unit.hear(
                    payments,
                    fulfillments: fulfillments,
                    app: app,
                    from: batch.position,
                    through: batch.last,
                    at: self.ambient.now()
                )
            }
            // The node that stores the match counts the event, so that all nodes together count it once.
            if isFirst { self.metrics.note(batch.events, of: app) }
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

/// Events of an app that its orders do not know yet.
private struct OrderEvents: Sendable {
    /// The position up to which the orders know the events.
    let position: Int64
    /// The next events.
    let events: [PositionedEvent]
    /// The position of the last of them.
    let last: Int64
    /// The position of the last event to be handled in this call.
    let end: Int64
}

extension ReadView {
    /// Returns the next events that an app's orders do not know, up to a position or else to the current last one;
    /// `nil` without any, and for an app without orders.
    fileprivate func orderEvents(of app: AppName, through end: Int64?) throws -> OrderEvents? {
        guard let position = try self.orderProgress(of: app) else { return nil }
        let end = try end ?? self.newestEventPosition(of: app)
        guard position < end else { return nil }
        let events = try self.events(of: app, after: position, limit: OrderMatcher.batch)
        guard let last = events.last?.position else { return nil }
        return OrderEvents(position: position, events: events, last: last, end: end)
    }
}
