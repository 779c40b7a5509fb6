/// A stream in which events are numbered consecutively: one for each customer, and one for each chain while it has no
/// owner.
package struct EventStream: Hashable, Sendable {
    /// The subject of an event stream.
    package enum Subject: Hashable, Sendable {
        /// A customer, in all environments.
        case customer(CustomerID)
        /// A chain of one environment, named by the first of its original transaction IDs that became known.
        case chain(StoreEnvironment, OriginalTransactionID)
        /// One of Apple's notifications, for webhooks that receive them unchanged; the stream contains no events.
        case notification(EvidenceDigest)
    }

    /// The app.
    package let app: AppName
    /// The subject.
    package let subject: Subject

    /// Creates the event stream of a subject in an app.
    package init(app: AppName, subject: Subject) {
        self.app = app
        self.subject = subject
    }
}

/// The name of a receiver of events in an app.
package typealias SinkName = Identifier<SinkNamespace>

/// The subject of `SinkName`.
package enum SinkNamespace {}

/// A worker's lease on sending the events of one event stream to a sink.
///
/// Two workers never hold the lease of one event stream: a lease that has expired or was revoked acknowledges nothing
/// any more.
package struct EventStreamLease: Hashable, Sendable {
    /// The progress of an event stream after an acknowledgment.
    package enum Progress: Hashable, Sendable {
        /// The event stream has more events to send from this number on, through another number if there is one, and
        /// the lease continues.
        case more(from: Int64, through: Int64?)
        /// All events are sent, and the lease has ended.
        case done
        /// The worker does not hold the lease any more; nothing was changed.
        case lost
    }

    /// The receiver of the events.
    package let sink: SinkName
    /// The event stream.
    package let stream: EventStream
    /// The number of the first event that the sink has not acknowledged.
    package let nextNumber: Int64
    /// In a replay, the number of the last event to send before the event stream continues elsewhere.
    package let through: Int64?
    /// The number of failed attempts to send the first event.
    package let attempts: Int
    /// The instant from which on sending has failed; `nil` while it does not.
    package let failingSince: Instant?
    /// The number of the lease, unique in this ledger.
    package let number: Int64

    /// Creates a lease with these values.
    package init(
        sink: SinkName,
        stream: EventStream,
        nextNumber: Int64,
        through: Int64? = nil,
        attempts: Int = 0,
        failingSince: Instant? = nil,
        number: Int64
    ) {
        self.sink = sink
        self.stream = stream
        self.nextNumber = nextNumber
        self.through = through
        self.attempts = attempts
        self.failingSince = failingSince
        self.number = number
    }
}
