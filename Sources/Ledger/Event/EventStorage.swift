/// Loads and saves events, the sinks that receive them, and what each sink has not received.
package protocol EventStorage: CustomerStorage {
    /// Returns the sinks of an app.
    func sinks(of app: Int64) throws -> [NumberedSink]

    /// Adds to the number of an app's events; returns the position of the last one, and the latest instant of any.
    func countEvents(_ count: Int, at now: Instant, app: Int64) throws -> (lastPosition: Int64, latestAt: Instant)

    /// Adds to the number of events in an event stream, and returns the number of the last one.
    func countEvents(_ count: Int, in stream: EventStreamNumber) throws -> Int64

    /// Returns the number of events in an event stream.
    func eventCount(of stream: EventStreamNumber) throws -> Int64

    /// Returns whether an event stream has an event after a number.
    func hasEvent(in stream: EventStreamNumber, after number: Int64) throws -> Bool

    /// Returns the numbers of the events at these positions of an app, in order.
    func eventNumbers(
        at positions: ClosedRange<Int64>,
        app: Int64
    ) throws -> [(stream: EventStreamNumber, number: Int64)]

    /// Saves an event; `latestAt` is the latest instant of the app's events up to this one.
    func insert(_ event: NumberedEvent, latestAt: Instant, on context: RecordingContext) throws

    /// Returns a sink's place in an event stream; `nil` where the sink or the event stream is not known.
    func pendingStream(_ stream: EventStream, of sink: SinkName) throws -> PendingStream?

    /// Returns the events of an event stream that a sink must receive; `nil` when it has received all.
    func pendingEvents(in pending: PendingStream) throws -> EventStreamReplay?

    /// Makes an event stream due for a sink from an event on, unless the sink waits for an earlier one.
    func addPending(_ pending: PendingStream, from number: Int64, at position: Int64) throws

    /// Saves which events of an event stream a sink must receive once more, and ends a lease on them.
    func put(_ replay: EventStreamReplay, in pending: PendingStream) throws

    /// Saves that a sink received all events of a leased event stream, if this one is the last and the lease is valid;
    /// returns whether it did.
    func finish(_ pending: PendingStream, through number: Int64, lease: Int64) throws -> Bool

    /// Saves that a sink received all events of an event stream.
    func finish(_ pending: PendingStream) throws

    /// Saves the next event of a leased event stream without its failures, and extends the lease; returns the events
    /// that the sink must receive, `nil` when the lease is over.
    func acknowledge(_ pending: PendingStream, next: Int64, until: Instant, lease: Int64) throws -> EventStreamReplay?

    /// Saves that a sink has received the replayed events, so that it continues where the replay began.
    func endReplay(in pending: PendingStream) throws

    /// Skips the next event of an event stream, and returns whether it did: not while the event stream is leased.
    func skipEvent(in pending: PendingStream, at now: Instant) throws -> Bool

    /// Changes the endpoints of an app, saves the differences, and returns what the change returns.
    func changeWebhooks<Outcome: Sendable>(
        of app: AppName,
        _ change: (inout [WebhookEndpoint]) -> Outcome
    ) throws -> Outcome

    /// Returns the number of a sink; `nil` where it is not known.
    func number(of sink: SinkName, of app: AppName) throws -> Int64?
}

/// The number of an event stream: that of the customer or the original which counts its events, and a lowest bit that
/// distinguishes the two.
package struct EventStreamNumber: Hashable, Sendable {
    /// The number as the repository stores it.
    package let rawValue: Int64

    /// Creates the number that the repository stored.
    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Creates the number of the event stream of a customer.
    package init(customer: Int64) {
        self.rawValue = customer << 1
    }

    /// Creates the number of the event stream of a chain, by the original that represents it.
    package init(original: Int64) {
        self.rawValue = original << 1 | 1
    }

    /// Creates the number of the event stream of a relayed notification, by the position of its evidence; it is
    /// negative.
    package init(notification position: Int64) {
        self.rawValue = -position
    }

    /// The position of the notification's evidence, if this is the event stream of a notification.
    package var notification: Int64? { self.rawValue < 0 ? -self.rawValue : nil }

    /// The customer or the original that counts its events.
    package var counter: Int64 { self.rawValue >> 1 }

    /// Whether it is the event stream of a chain.
    package var isChain: Bool { self.rawValue & 1 == 1 }
}

/// An event with its numbers: in its event stream, and among all events of its app.
package struct NumberedEvent: Sendable {
    /// The event.
    package let draft: EventDerivation.Draft
    /// The event stream.
    package let stream: EventStreamNumber
    /// The number in the event stream, from 1.
    package let number: Int64
    /// The position among the events of the app, from 1.
    package let position: Int64
}

/// An event stream from which a sink must receive events.
package struct PendingStream: Hashable, Sendable {
    /// The number of the sink.
    package let sink: Int64
    /// The event stream.
    package let stream: EventStreamNumber

    /// Creates the place of a sink in an event stream.
    package init(sink: Int64, stream: EventStreamNumber) {
        self.sink = sink
        self.stream = stream
    }
}
