import Ledger

extension MemoryUnit {
    /// The endpoints of an app, oldest first.
    func webhooks(of app: AppName) throws -> [WebhookEndpoint] {
        self.open { memory in memory.outbox.sinks.webhooks(of: app) }
    }

    /// Changes the endpoints of an app.
    func changeWebhooks<Outcome: Sendable>(
        of app: AppName,
        _ change: (inout [WebhookEndpoint]) -> Outcome
    ) throws -> Outcome {
        self.open { memory in memory.outbox.sinks.changeWebhooks(of: app, change) }
    }

    /// How an endpoint has been doing.
    func health(of webhook: WebhookID, app: AppName) throws -> WebhookHealth {
        self.open { memory in memory.outbox.sinks.health(of: webhook, app: app) }
    }

    /// Stores the health of an endpoint.
    func note(_ health: WebhookHealth, of webhook: WebhookID, app: AppName) throws {
        self.open { memory in memory.outbox.sinks.note(health, of: webhook, app: app) }
    }

    /// Returns a failed event stream, to be leased again at an instant, or suspends it if there is none.
    func putBack(
        _ lease: EventStreamLease,
        until: Instant?,
        after failure: DeliveryFailure
    ) throws {
        self.open { memory in memory.outbox.sinks.putBack(lease, until: until, after: failure) }
    }

    /// The event streams of a sink that have failed or are suspended, after one of them, in an order of the ledger's
    /// own.
    func waitingStreams(
        of sink: SinkName,
        app: AppName,
        after stream: EventStream?,
        limit: Int
    ) throws -> [WaitingEventStream] {
        self.open { memory in memory.outbox.sinks.waitingStreams(of: sink, app: app, after: stream, limit: limit) }
    }

    /// Returns the numbers of a sink's event streams with pending events.
    func waitingCounts(of sink: SinkName, app: AppName) throws -> WaitingCounts {
        self.open { memory in memory.outbox.sinks.waitingCounts(of: sink, app: app) }
    }

    /// Makes an event stream that has failed due at once.
    func retry(_ stream: EventStream, of sink: SinkName, app: AppName) throws -> Bool {
        self.open { memory in
            memory.outbox.sinks.retry(stream, of: sink, app: app, withSuspended: true, limit: 1) > 0
        }
    }

    /// Makes event streams that have failed due at once.
    func retryStreams(
        of sink: SinkName,
        app: AppName,
        withSuspended: Bool,
        limit: Int
    ) throws -> Int {
        self.open { memory in
            memory.outbox.sinks.retry(nil, of: sink, app: app, withSuspended: withSuspended, limit: limit)
        }
    }

    /// Makes event streams due at once that failed for want of an answer.
    func recoverStreams(of sink: SinkName, app: AppName, limit: Int) throws -> Int {
        self.open { memory in memory.outbox.sinks.recover(sink, app: app, limit: limit) }
    }

    /// Deletes a limited number of a sink's pending events.
    func forgetPending(of sink: SinkName, app: AppName, limit: Int) throws -> Int {
        self.open { memory in memory.outbox.sinks.forget(sink, app: app, limit: limit) }
    }

    /// Passes over the first event of an event stream that has not arrived.
    func skip(
        _ stream: EventStream,
        number: Int64,
        of sink: SinkName,
        app: AppName,
        at now: Instant
    ) throws -> Bool {
        self.open { memory in
            let count = memory.outbox.count(of: stream)
            return memory.outbox.sinks.skip(stream, number: number, of: sink, at: now, count: count)
        }
    }

    /// The number of the first event of an event stream that a sink has not received.
    func pendingNumber(
        of stream: EventStream,
        _ sink: SinkName,
        app: AppName
    ) throws -> Int64? {
        self.open { memory in memory.outbox.sinks.pendingNumber(of: stream, sink) }
    }

    /// Events of an app in the order in which they were written, after a position; the position starts at 0.
    func events(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedEvent] {
        self.open { memory in Array(memory.outbox.events(of: app).filter { $0.position > position }.prefix(limit)) }
    }

    /// The position of an app's event that was written last, or 0 when there is none.
    func newestEventPosition(of app: AppName) throws -> Int64 {
        self.open { memory in Int64(memory.outbox.events(of: app).count) }
    }

    /// The position of the first event of an app that was written at an instant or later, or after the newest.
    func eventPosition(of app: AppName, at instant: Instant) throws -> Int64 {
        self.open { memory in memory.outbox.position(of: app, at: instant) }
    }

    /// Continues a replay to an endpoint.
    func advanceReplay(
        of webhook: WebhookID,
        app: AppName,
        limit: Int
    ) throws -> Int {
        self.open { memory in
            let step = memory.outbox.sinks.changeWebhooks(of: app) { endpoints -> ClosedRange<Int64>? in
                guard let place = endpoints.firstIndex(where: { $0.id == webhook }),
                    let step = endpoints[place].replay?.step(limit)
                else { return nil }
                endpoints[place].replay = step.rest
                return step.positions
            }
            return step.map { memory.outbox.replay($0, to: SinkName(webhook.rawValue), app: app) } ?? 0
        }
    }
}
