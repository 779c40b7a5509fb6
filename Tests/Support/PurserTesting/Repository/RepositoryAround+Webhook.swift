package import Ledger

extension RepositoryAround {
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
        _ lease: LaneLease,
        until: Instant?,
        after failure: DeliveryFailure
    ) async throws(RepositoryError) {
        try await self.base.putBack(lease, until: until, after: failure)
    }

    package func waitingLanes(
        of sink: SinkName,
        app: AppName,
        after lane: Lane?,
        limit: Int
    ) async throws(RepositoryError) -> [WaitingLane] {
        try await self.base.waitingLanes(of: sink, app: app, after: lane, limit: limit)
    }

    package func waitingCounts(of sink: SinkName, app: AppName) async throws(RepositoryError) -> WaitingCounts {
        try await self.base.waitingCounts(of: sink, app: app)
    }

    package func release(_ lane: Lane, of sink: SinkName, app: AppName) async throws(RepositoryError) -> Bool {
        try await self.base.release(lane, of: sink, app: app)
    }

    package func releaseLanes(
        of sink: SinkName,
        app: AppName,
        withParked: Bool,
        limit: Int
    ) async throws(RepositoryError) -> Int {
        try await self.base.releaseLanes(of: sink, app: app, withParked: withParked, limit: limit)
    }

    package func recoverLanes(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.base.recoverLanes(of: sink, app: app, limit: limit)
    }

    package func forgetPending(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.base.forgetPending(of: sink, app: app, limit: limit)
    }

    package func skip(
        _ lane: Lane,
        number: Int64,
        of sink: SinkName,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.base.skip(lane, number: number, of: sink, app: app, at: now)
    }

    package func pendingNumber(
        of lane: Lane,
        _ sink: SinkName,
        app: AppName
    ) async throws(RepositoryError) -> Int64? {
        try await self.base.pendingNumber(of: lane, sink, app: app)
    }

    package func events(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PlacedEvent] {
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
