/// Reads webhook endpoints and the state of their deliveries.
package protocol WebhookReads {
    /// Returns the endpoints of an app, oldest first.
    func webhooks(of app: AppName) throws -> [WebhookEndpoint]

    /// Returns the health of an endpoint.
    func health(of webhook: WebhookID, app: AppName) throws -> WebhookHealth

    /// Returns the event streams of a sink that have failed or are suspended, after one of them, in an order of the
    /// repository.
    func waitingStreams(
        of sink: SinkName,
        app: AppName,
        after stream: EventStream?,
        limit: Int
    ) throws -> [WaitingEventStream]

    /// Returns the number of event streams of a sink with pending events.
    func waitingCounts(of sink: SinkName, app: AppName) throws -> WaitingCounts

    /// Returns the number of the first event of an event stream that a sink has not received; `nil` when it has
    /// received all.
    func pendingNumber(of stream: EventStream, _ sink: SinkName, app: AppName) throws -> Int64?

    /// Returns events of an app in the order in which they were written, after a position; positions start at 0.
    ///
    /// In this order too, no event of an event stream precedes an earlier one.
    func events(of app: AppName, after position: Int64, limit: Int) throws -> [PositionedEvent]

    /// Returns the position of the last written event of an app, or 0 when there is none.
    func newestEventPosition(of app: AppName) throws -> Int64

    /// Returns the position of the first event of an app with an instant that is not before another, or the position
    /// after the newest event.
    func eventPosition(of app: AppName, at instant: Instant) throws -> Int64
}

/// Stores webhook endpoints and the state of their deliveries.
package protocol WebhookWrites {
    /// Changes the endpoints of an app: `change` receives all of them, oldest first.
    ///
    /// No other call changes them in between.
    ///
    /// A new endpoint receives events from this call on; a removed one is deleted together with its pending events.
    func changeWebhooks<Outcome: Sendable>(
        of app: AppName,
        _ change: (inout [WebhookEndpoint]) -> Outcome
    ) throws -> Outcome

    /// Stores the health of an endpoint.
    ///
    /// Does nothing when the endpoint was deleted.
    func note(_ health: WebhookHealth, of webhook: WebhookID, app: AppName) throws

    /// Returns an event stream that failed, to be leased again at an instant, or suspends it where no instant is given.
    ///
    /// Does nothing when the lease is over.
    func putBack(_ lease: EventStreamLease, until: Instant?, after failure: DeliveryFailure) throws

    /// Makes an event stream that has failed or is suspended due immediately, without its failures, and returns whether
    /// it did.
    ///
    /// A leased stream is not changed.
    func retry(_ stream: EventStream, of sink: SinkName, app: AppName) throws -> Bool

    /// Retries so many event streams that have failed, suspended ones only on request, and returns their number.
    func retryStreams(of sink: SinkName, app: AppName, withSuspended: Bool, limit: Int) throws -> Int

    /// Makes so many event streams due immediately that failed without an answer (`DeliveryFailure.isUnanswered`) and
    /// are not suspended, and returns their number.
    ///
    /// Their failures still count, and a stream whose last delivery the endpoint answered waits for its time.
    func recoverStreams(of sink: SinkName, app: AppName, limit: Int) throws -> Int

    /// Deletes so much of what a sink has not received, and returns the number of event streams: callers delete in
    /// parts before they remove an endpoint, so that no other call waits for long.
    func forgetPending(of sink: SinkName, app: AppName, limit: Int) throws -> Int

    /// Skips the first pending event of an event stream, and returns whether it did: not when another event is the
    /// first by now, and not when the event stream is leased.
    func skip(_ stream: EventStream, number: Int64, of sink: SinkName, app: AppName, at now: Instant) throws -> Bool

    /// Continues the replay of an endpoint by so many events at most, and returns their number.
    ///
    /// An event stream with pending events continues with them afterwards. Suspended streams remain suspended. A lease
    /// on such an event stream is lost, and no worker gets a new one before its end.
    func advanceReplay(of webhook: WebhookID, app: AppName, limit: Int) throws -> Int
}
