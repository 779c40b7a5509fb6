/// Where events are numbered: one after the other for each customer, and for each chain as long as nobody owns it.
package struct EventStream: Hashable, Sendable {
    /// Whose events these are.
    package enum Subject: Hashable, Sendable {
        /// A customer's, of every environment.
        case customer(CustomerID)
        /// A chain's of one environment, named by the first of its original transaction ids that became known.
        case chain(StoreEnvironment, OriginalTransactionID)
        /// One of Apple's notifications, for those to whom it is passed on untouched; it holds no events.
        case notification(EvidenceDigest)
    }

    /// The app.
    package let app: AppName
    /// Whose events these are.
    package let subject: Subject

    /// The event stream of a subject in an app.
    package init(app: AppName, subject: Subject) {
        self.app = app
        self.subject = subject
    }
}

/// The name of somebody in an app who receives events.
package typealias SinkName = Identifier<SinkNamespace>

/// The subject of `SinkName`.
package enum SinkNamespace {}

/// The right of one worker to tell a sink the events of one event stream for a while.
///
/// Two workers never hold one event stream: a lease that ran out, or was taken back, no longer acknowledges anything.
package struct EventStreamLease: Hashable, Sendable {
    /// What is left after an acknowledgment.
    package enum Progress: Hashable, Sendable {
        /// The event stream has more to publish from this number on, to another number if there is one, and the lease
        /// goes on.
        case more(from: Int64, through: Int64?)
        /// Everything is told, and the lease is over.
        case done
        /// Somebody else holds the event stream by now, or nobody; nothing was changed.
        case lost
    }

    /// Who receives events.
    package let sink: SinkName
    /// What is told.
    package let stream: EventStream
    /// The number of the first event that the sink has not acknowledged.
    package let nextNumber: Int64
    /// The number of the last event that is to be told before the event stream goes on elsewhere, where something is
    /// told again.
    package let through: Int64?
    /// How often the first event was tried in vain.
    package let attempts: Int
    /// Since when that fails; `nil` while nothing does.
    package let failingSince: Instant?
    /// The number of the lease, which no other lease of this ledger has.
    package let number: Int64

    /// A lease of these values.
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
