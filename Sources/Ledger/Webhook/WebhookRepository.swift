/// Keeps who receives events, and what has become of deliveries.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol WebhookRepository: Sendable {
    /// The endpoints of an app, oldest first.
    func webhooks(of app: AppName) async throws(RepositoryError) -> [WebhookEndpoint]

    /// Changes the endpoints of an app: the change is given all of them, oldest first. Nobody else changes them in
    /// between.
    ///
    /// One that is new is told of what comes after this call; one that is taken out is forgotten with what it has not
    /// been told.
    func changeWebhooks<Outcome: Sendable>(
        of app: AppName,
        _ change: @escaping @Sendable (inout [WebhookEndpoint]) -> Outcome
    ) async throws(RepositoryError) -> Outcome

    /// How an endpoint has been doing.
    func health(of webhook: WebhookID, app: AppName) async throws(RepositoryError) -> WebhookHealth

    /// Takes note of how an endpoint is doing. Does nothing when it is gone.
    func note(_ health: WebhookHealth, of webhook: WebhookID, app: AppName) async throws(RepositoryError)

    /// Puts an event stream back that failed, to be leased again at an instant, or suspends it where there is none.
    ///
    /// Does nothing when the lease is over.
    func putBack(
        _ lease: EventStreamLease,
        until: Instant?,
        after failure: DeliveryFailure
    ) async throws(RepositoryError)

    /// The event streams of a sink that have failed or are suspended, after one of them, in an order of the ledger's
    /// own.
    func waitingStreams(
        of sink: SinkName,
        app: AppName,
        after stream: EventStream?,
        limit: Int
    ) async throws(RepositoryError) -> [WaitingEventStream]

    /// How many event streams of a sink have something to publish.
    func waitingCounts(of sink: SinkName, app: AppName) async throws(RepositoryError) -> WaitingCounts

    /// Makes an event stream that has failed or is suspended due at once, as if it had never failed, and says whether
    /// it did. One that somebody has leased is not touched.
    func retry(_ stream: EventStream, of sink: SinkName, app: AppName) async throws(RepositoryError) -> Bool

    /// Does that with so many event streams that have failed, those that are suspended only on request, and returns how
    /// many.
    func retryStreams(
        of sink: SinkName,
        app: AppName,
        withSuspended: Bool,
        limit: Int
    ) async throws(RepositoryError) -> Int

    /// Makes so many event streams due at once that failed for want of an answer (`DeliveryFailure.isUnanswered`) and
    /// are not suspended, and returns how many. Their failures go on counting, and what an endpoint has answered itself
    /// waits for its time.
    func recoverStreams(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int

    /// Forgets so much of what a sink has not received, and returns how many event streams: before one with much of it
    /// is removed, so that nobody waits for long.
    func forgetPending(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int

    /// The number of the first event of an event stream that a sink has not received; `nil` when it was told all.
    func pendingNumber(of stream: EventStream, _ sink: SinkName, app: AppName) async throws(RepositoryError) -> Int64?

    /// Passes over the first event of an event stream that has not arrived, and says whether it did: not when that is
    /// another one by now, and not when somebody has the event stream leased.
    func skip(
        _ stream: EventStream,
        number: Int64,
        of sink: SinkName,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> Bool

    /// Events of an app in the order in which they were written, after a position; the position starts at 0.
    ///
    /// In this order too no event of an event stream comes before an earlier one.
    func events(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedEvent]

    /// The position of an app's event that was written last, or 0 when there is none.
    func newestEventPosition(of app: AppName) async throws(RepositoryError) -> Int64

    /// The position of the first event of an app that bears an instant or a later one, or after the newest.
    func eventPosition(of app: AppName, at instant: Instant) async throws(RepositoryError) -> Int64

    /// Goes on with what an endpoint is to be sent again, by so many events at most, and returns how many these were.
    ///
    /// An event stream that has something else to tell goes on with it afterwards. What is suspended stays so. Whoever
    /// has such an event stream leased loses the lease, and nobody else gets one before its end.
    func advanceReplay(of webhook: WebhookID, app: AppName, limit: Int) async throws(RepositoryError) -> Int
}
