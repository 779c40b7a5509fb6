package import Ledger

extension InMemoryRepository {
    /// The endpoints of an app, oldest first.
    package func webhooks(of app: AppName) async throws(RepositoryError) -> [WebhookEndpoint] {
        try self.open { books in books.outbox.sinks.webhooks(of: app) }
    }

    /// Changes the endpoints of an app.
    package func changeWebhooks<Outcome: Sendable>(
        of app: AppName,
        _ change: @escaping @Sendable (inout [WebhookEndpoint]) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try self.open { books in books.outbox.sinks.changeWebhooks(of: app, change) }
    }

    /// How an endpoint has been doing.
    package func health(of webhook: WebhookID, app: AppName) async throws(RepositoryError) -> WebhookHealth {
        try self.open { books in books.outbox.sinks.health(of: webhook, app: app) }
    }

    /// Takes note of how an endpoint is doing.
    package func note(_ health: WebhookHealth, of webhook: WebhookID, app: AppName) async throws(RepositoryError) {
        try self.open { books in books.outbox.sinks.note(health, of: webhook, app: app) }
    }

    /// Puts a lane back that failed, to be leased again at an instant, or parks it where there is none.
    package func putBack(
        _ lease: LaneLease,
        until: Instant?,
        after failure: DeliveryFailure
    ) async throws(RepositoryError) {
        try self.open { books in books.outbox.sinks.putBack(lease, until: until, after: failure) }
    }

    /// The lanes of a sink that have failed or are parked, after one of them, in an order of the books' own.
    package func waitingLanes(
        of sink: SinkName,
        app: AppName,
        after lane: Lane?,
        limit: Int
    ) async throws(RepositoryError) -> [WaitingLane] {
        try self.open { books in books.outbox.sinks.waitingLanes(of: sink, app: app, after: lane, limit: limit) }
    }

    /// How many lanes of a sink have something to tell.
    package func waitingCounts(of sink: SinkName, app: AppName) async throws(RepositoryError) -> WaitingCounts {
        try self.open { books in books.outbox.sinks.waitingCounts(of: sink, app: app) }
    }

    /// Makes a lane that has failed due at once.
    package func release(_ lane: Lane, of sink: SinkName, app: AppName) async throws(RepositoryError) -> Bool {
        try self.open { books in
            books.outbox.sinks.release(lane, of: sink, app: app, withParked: true, limit: 1) > 0
        }
    }

    /// Makes lanes that have failed due at once.
    package func releaseLanes(
        of sink: SinkName,
        app: AppName,
        withParked: Bool,
        limit: Int
    ) async throws(RepositoryError) -> Int {
        try self.open { books in
            books.outbox.sinks.release(nil, of: sink, app: app, withParked: withParked, limit: limit)
        }
    }

    /// Makes lanes due at once that failed for want of an answer.
    package func recoverLanes(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try self.open { books in books.outbox.sinks.recover(sink, app: app, limit: limit) }
    }

    /// Forgets so much of what a sink has not been told.
    package func forgetPending(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try self.open { books in books.outbox.sinks.forget(sink, app: app, limit: limit) }
    }

    /// Passes over the first event of a lane that has not arrived.
    package func skip(
        _ lane: Lane,
        number: Int64,
        of sink: SinkName,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        try self.open { books in
            let count = books.outbox.count(of: lane)
            return books.outbox.sinks.skip(lane, number: number, of: sink, at: now, count: count)
        }
    }

    /// The number of the first event of a lane that a sink has not been told.
    package func pendingNumber(
        of lane: Lane,
        _ sink: SinkName,
        app: AppName
    ) async throws(RepositoryError) -> Int64? {
        try self.open { books in books.outbox.sinks.pendingNumber(of: lane, sink) }
    }

    /// Events of an app in the order in which they were written, after a position; the position starts at 0.
    package func events(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PlacedEvent] {
        try self.open { books in Array(books.outbox.events(of: app).filter { $0.position > position }.prefix(limit)) }
    }

    /// The position of an app's event that was written last, or 0 when there is none.
    package func newestEventPosition(of app: AppName) async throws(RepositoryError) -> Int64 {
        try self.open { books in Int64(books.outbox.events(of: app).count) }
    }

    /// The position of the first event of an app that was written at an instant or later, or after the newest.
    package func eventPosition(of app: AppName, at instant: Instant) async throws(RepositoryError) -> Int64 {
        try self.open { books in books.outbox.position(of: app, at: instant) }
    }

    /// Goes on with what an endpoint is to be told once more.
    package func advanceReplay(
        of webhook: WebhookID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Int {
        try self.open { books in
            let step = books.outbox.sinks.changeWebhooks(of: app) { endpoints -> ClosedRange<Int64>? in
                guard let place = endpoints.firstIndex(where: { $0.id == webhook }),
                    let step = endpoints[place].replay?.step(limit)
                else { return nil }
                endpoints[place].replay = step.rest
                return step.places
            }
            return step.map { books.outbox.replay($0, to: SinkName(webhook.rawValue), app: app) } ?? 0
        }
    }
}
