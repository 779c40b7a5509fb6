/// Where events are numbered: one after the other for each customer, and for each chain as long as nobody owns it.
package struct Lane: Hashable, Sendable {
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

    /// The lane of a subject in an app.
    package init(app: AppName, subject: Subject) {
        self.app = app
        self.subject = subject
    }
}

/// The name of somebody in an app who is told of events.
package typealias SinkName = Identifier<SinkNamespace>

/// The subject of `SinkName`.
package enum SinkNamespace {}

/// The right of one worker to tell a sink the events of one lane for a while.
///
/// Two workers never hold one lane: a lease that ran out, or was taken back, no longer acknowledges anything.
package struct LaneLease: Hashable, Sendable {
    /// What is left after an acknowledgement.
    package enum Progress: Hashable, Sendable {
        /// The lane has more to tell from this number on, to another number if there is one, and the lease goes on.
        case more(from: Int64, through: Int64?)
        /// Everything is told, and the lease is over.
        case done
        /// Somebody else holds the lane by now, or nobody; nothing was changed.
        case lost
    }

    /// Who is told.
    package let sink: SinkName
    /// What is told.
    package let lane: Lane
    /// The number of the first event that the sink has not acknowledged.
    package let nextNumber: Int64
    /// The number of the last event that is to be told before the lane goes on elsewhere, where something is told again.
    package let through: Int64?
    /// How often the first event was tried in vain.
    package let attempts: Int
    /// Since when that fails; `nil` while nothing does.
    package let failingSince: Instant?
    /// The number of the lease, which no other lease of these books has.
    package let number: Int64

    /// A lease of these values.
    package init(
        sink: SinkName,
        lane: Lane,
        nextNumber: Int64,
        through: Int64? = nil,
        attempts: Int = 0,
        failingSince: Instant? = nil,
        number: Int64
    ) {
        self.sink = sink
        self.lane = lane
        self.nextNumber = nextNumber
        self.through = through
        self.attempts = attempts
        self.failingSince = failingSince
        self.number = number
    }
}
