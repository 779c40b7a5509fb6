package import Ledger

extension SQLRepository {
    /// The endpoints of an app, oldest first.
    package func webhooks(of app: AppName) async throws(RepositoryError) -> [WebhookEndpoint] {
        try await self.read { session in try session.webhooks(of: app) }
    }

    /// Changes the endpoints of an app.
    package func changeWebhooks<Outcome: Sendable>(
        of app: AppName,
        _ change: @escaping @Sendable (inout [WebhookEndpoint]) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.write { session in try session.changeWebhooks(of: app, change) }
    }

    /// How an endpoint has been doing.
    package func health(of webhook: WebhookID, app: AppName) async throws(RepositoryError) -> WebhookHealth {
        try await self.read { session in try session.health(of: webhook, app: app) }
    }

    /// Takes note of how an endpoint is doing.
    package func note(_ health: WebhookHealth, of webhook: WebhookID, app: AppName) async throws(RepositoryError) {
        try await self.write { session in try session.note(health, of: webhook, app: app) }
    }

    /// Puts a lane back that failed, or parks it.
    package func putBack(
        _ lease: LaneLease,
        until: Instant?,
        after failure: DeliveryFailure
    ) async throws(RepositoryError) {
        try await self.write { session in try session.putBack(lease, until: until, after: failure) }
    }

    /// The lanes of a sink that have failed or are parked.
    package func waitingLanes(
        of sink: SinkName,
        app: AppName,
        after lane: Lane?,
        limit: Int
    ) async throws(RepositoryError) -> [WaitingLane] {
        try await self.read { session in try session.waitingLanes(of: sink, app: app, after: lane, limit: limit) }
    }

    /// How many lanes of a sink have something to tell.
    package func waitingCounts(of sink: SinkName, app: AppName) async throws(RepositoryError) -> WaitingCounts {
        try await self.read { session in try session.waitingCounts(of: sink, app: app) }
    }

    /// Makes a lane that has failed due at once.
    package func release(_ lane: Lane, of sink: SinkName, app: AppName) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.release(lane, of: sink) }
    }

    /// Makes lanes that have failed due at once.
    package func releaseLanes(
        of sink: SinkName,
        app: AppName,
        withParked: Bool,
        limit: Int
    ) async throws(RepositoryError) -> Int {
        try await self.write { session in
            try session.releaseLanes(of: sink, app: app, withParked: withParked, limit: limit)
        }
    }

    /// Makes lanes due at once that failed for want of an answer.
    package func recoverLanes(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { session in try session.recoverLanes(of: sink, app: app, limit: limit) }
    }

    /// Forgets so much of what a sink has not been told.
    package func forgetPending(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { session in try session.forgetPending(of: sink, app: app, limit: limit) }
    }

    /// Passes over the first event of a lane that has not arrived.
    package func skip(
        _ lane: Lane,
        number: Int64,
        of sink: SinkName,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.skip(lane, number: number, of: sink, at: now) }
    }

    /// The number of the first event of a lane that a sink has not been told.
    package func pendingNumber(
        of lane: Lane,
        _ sink: SinkName,
        app: AppName
    ) async throws(RepositoryError) -> Int64? {
        try await self.read { session in try session.pendingNumber(of: lane, sink) }
    }

    /// Events of an app in the order in which they were written.
    package func events(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PlacedEvent] {
        try await self.read { session in try session.events(of: app, after: position, limit: limit) }
    }

    /// The position of an app's event that was written last.
    package func newestEventPosition(of app: AppName) async throws(RepositoryError) -> Int64 {
        try await self.read { session in try session.newestEventPosition(of: app) }
    }

    /// The position of the first event of an app that was written at an instant or later.
    package func eventPosition(of app: AppName, at instant: Instant) async throws(RepositoryError) -> Int64 {
        try await self.read { session in try session.eventPosition(of: app, at: instant) }
    }

    /// Goes on with what an endpoint is to be told once more.
    package func advanceReplay(
        of webhook: WebhookID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Int {
        try await self.write { session in try session.advanceReplay(of: webhook, app: app, limit: limit) }
    }
}
