package import Ledger

extension SQLRepository {
    /// Returns the endpoints of an app, oldest first.
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

    /// Returns the health of an endpoint.
    package func health(of webhook: WebhookID, app: AppName) async throws(RepositoryError) -> WebhookHealth {
        try await self.read { session in try session.health(of: webhook, app: app) }
    }

    /// Records the health of an endpoint.
    package func note(_ health: WebhookHealth, of webhook: WebhookID, app: AppName) async throws(RepositoryError) {
        try await self.write { session in try session.note(health, of: webhook, app: app) }
    }

    /// Returns an event stream that failed, to be leased again later, or suspends it.
    package func putBack(
        _ lease: EventStreamLease,
        until: Instant?,
        after failure: DeliveryFailure
    ) async throws(RepositoryError) {
        try await self.write { session in try session.putBack(lease, until: until, after: failure) }
    }

    /// Returns the event streams of a sink that have failed or are suspended.
    package func waitingStreams(
        of sink: SinkName,
        app: AppName,
        after stream: EventStream?,
        limit: Int
    ) async throws(RepositoryError) -> [WaitingEventStream] {
        try await self.read { session in try session.waitingStreams(of: sink, app: app, after: stream, limit: limit) }
    }

    /// Returns how many event streams of a sink have something to publish.
    package func waitingCounts(of sink: SinkName, app: AppName) async throws(RepositoryError) -> WaitingCounts {
        try await self.read { session in try session.waitingCounts(of: sink, app: app) }
    }

    /// Makes a failed event stream due at once.
    package func retry(_ stream: EventStream, of sink: SinkName, app: AppName) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.retry(stream, of: sink) }
    }

    /// Makes failed event streams due at once.
    package func retryStreams(
        of sink: SinkName,
        app: AppName,
        withSuspended: Bool,
        limit: Int
    ) async throws(RepositoryError) -> Int {
        try await self.write { session in
            try session.retryStreams(of: sink, app: app, withSuspended: withSuspended, limit: limit)
        }
    }

    /// Makes the event streams due at once that failed because no answer came.
    package func recoverStreams(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { session in try session.recoverStreams(of: sink, app: app, limit: limit) }
    }

    /// Deletes a part of what a sink has not received.
    package func forgetPending(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { session in try session.forgetPending(of: sink, app: app, limit: limit) }
    }

    /// Skips the first event of an event stream that has not arrived.
    package func skip(
        _ stream: EventStream,
        number: Int64,
        of sink: SinkName,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.write { session in try session.skip(stream, number: number, of: sink, at: now) }
    }

    /// Returns the number of the first event of an event stream that a sink has not received.
    package func pendingNumber(
        of stream: EventStream,
        _ sink: SinkName,
        app: AppName
    ) async throws(RepositoryError) -> Int64? {
        try await self.read { session in try session.pendingNumber(of: stream, sink) }
    }

    /// Returns events of an app in the order in which they were written.
    package func events(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedEvent] {
        try await self.read { session in try session.events(of: app, after: position, limit: limit) }
    }

    /// Returns the position of an app's event that was written last.
    package func newestEventPosition(of app: AppName) async throws(RepositoryError) -> Int64 {
        try await self.read { session in try session.newestEventPosition(of: app) }
    }

    /// Returns the position of the first event of an app that was written at an instant or later.
    package func eventPosition(of app: AppName, at instant: Instant) async throws(RepositoryError) -> Int64 {
        try await self.read { session in try session.eventPosition(of: app, at: instant) }
    }

    /// Continues the replay of an endpoint.
    package func advanceReplay(
        of webhook: WebhookID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Int {
        try await self.write { session in try session.advanceReplay(of: webhook, app: app, limit: limit) }
    }
}
