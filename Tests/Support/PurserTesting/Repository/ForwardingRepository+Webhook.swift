package import Ledger

extension ForwardingRepository {
    package func webhooks(of app: AppName) async throws(RepositoryError) -> [WebhookEndpoint] {
        try await self.base.webhooks(of: app)
    }

    package func changeWebhooks<Outcome: Sendable>(
        of app: AppName,
        _ change: @escaping @Sendable (inout [WebhookEndpoint]) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.base.changeWebhooks(of: app, change)
    }

    package func health(of webhook: WebhookID, app: AppName) async throws(RepositoryError) -> WebhookHealth {
        try await self.base.health(of: webhook, app: app)
    }

    package func note(_ health: WebhookHealth, of webhook: WebhookID, app: AppName) async throws(RepositoryError) {
        try await self.base.note(health, of: webhook, app: app)
    }

    package func putBack(
        _ lease: EventStreamLease,
        until: Instant?,
        after failure: DeliveryFailure
    ) async throws(RepositoryError) {
        try await self.base.putBack(lease, until: until, after: failure)
    }

    package func waitingStreams(
        of sink: SinkName,
        app: AppName,
        after stream: EventStream?,
        limit: Int
    ) async throws(RepositoryError) -> [WaitingEventStream] {
        try await self.base.waitingStreams(of: sink, app: app, after: stream, limit: limit)
    }

    package func waitingCounts(of sink: SinkName, app: AppName) async throws(RepositoryError) -> WaitingCounts {
        try await self.base.waitingCounts(of: sink, app: app)
    }

    package func retry(_ stream: EventStream, of sink: SinkName, app: AppName) async throws(RepositoryError) -> Bool {
        try await self.base.retry(stream, of: sink, app: app)
    }

    package func retryStreams(
        of sink: SinkName,
        app: AppName,
        withSuspended: Bool,
        limit: Int
    ) async throws(RepositoryError) -> Int {
        try await self.base.retryStreams(of: sink, app: app, withSuspended: withSuspended, limit: limit)
    }

    package func recoverStreams(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.base.recoverStreams(of: sink, app: app, limit: limit)
    }

    package func forgetPending(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.base.forgetPending(of: sink, app: app, limit: limit)
    }

    package func skip(
        _ stream: EventStream,
        number: Int64,
        of sink: SinkName,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.base.skip(stream, number: number, of: sink, app: app, at: now)
    }

    package func pendingNumber(
        of stream: EventStream,
        _ sink: SinkName,
        app: AppName
    ) async throws(RepositoryError) -> Int64? {
        try await self.base.pendingNumber(of: stream, sink, app: app)
    }

    package func events(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedEvent] {
        try await self.base.events(of: app, after: position, limit: limit)
    }

    package func newestEventPosition(of app: AppName) async throws(RepositoryError) -> Int64 {
        try await self.base.newestEventPosition(of: app)
    }

    package func eventPosition(of app: AppName, at instant: Instant) async throws(RepositoryError) -> Int64 {
        try await self.base.eventPosition(of: app, at: instant)
    }

    package func advanceReplay(
        of webhook: WebhookID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Int {
        try await self.base.advanceReplay(of: webhook, app: app, limit: limit)
    }
}
