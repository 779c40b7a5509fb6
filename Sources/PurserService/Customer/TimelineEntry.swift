package import Ledger

/// One thing that happened to a customer.
package struct TimelineEntry: Hashable, Sendable {
    /// What kind of thing.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Apple signed or said something about one of his purchases.
        case evidence
        /// Purser told something of him.
        case event
        /// Purchases passed from or to him.
        case transfer
        /// He, or his app, handed a transaction in.
        case submission
        /// An operator or a key did something for him.
        case action
    }

    /// What Apple signed or said.
    package enum AppleEvidence: Hashable, Sendable {
        /// The state of a transaction.
        case transaction(TransactionSnapshot)
        /// What will happen at the end of a period.
        case renewal(RenewalSnapshot)
        /// A status.
        case status(StatusEvidence)
        /// That a refund was asked for, or that the asking is over.
        case refundRequest(RefundRequestEvidence)
    }

    /// What happened.
    package enum Subject: Hashable, Sendable {
        /// Apple's word, and the environment.
        case evidence(AppleEvidence, StoreEnvironment)
        /// An event.
        case event(Event)
        /// A transfer.
        case transfer(OwnershipTransfer)
        /// A submission, and the environment.
        case submission(Submission, StoreEnvironment)
        /// An entry of the audit log.
        case action(AuditEntry)
    }

    /// When: for Apple's words when they were signed, for the others when Purser took note.
    package let at: Instant
    /// A name that no other entry of the customer has.
    package let id: String
    /// What happened.
    package let subject: Subject

    /// What kind of thing it is.
    package var kind: Kind {
        switch self.subject {
        case .evidence: .evidence
        case .event: .event
        case .transfer: .transfer
        case .submission: .submission
        case .action: .action
        }
    }

    /// Whether it stands above another in a list with the newest first; a fixed order among those of one instant.
    func precedes(_ other: Self) -> Bool {
        if self.at != other.at { return self.at > other.at }
        return other.id.utf8.lexicographicallyPrecedes(self.id.utf8)
    }
}

/// A part of what happened to a customer.
package struct TimelinePage: Hashable, Sendable {
    /// What happened, newest first.
    package let entries: [TimelineEntry]
    /// Where the next part begins; `nil` when this is the last.
    package let next: TimelineCursor?
}

/// Where a list of what happened to a customer goes on.
///
/// New things may happen between two pages; nothing is shown twice or left out for that.
package struct TimelineCursor: Hashable, Sendable {
    /// The instant of the last entry shown.
    let at: Instant
    /// Its name.
    let id: String
    /// The events with a smaller number were not shown yet.
    let eventNumber: Int64

    /// A place after this entry.
    init(at: Instant, id: String, eventNumber: Int64) {
        self.at = at
        self.id = id
        self.eventNumber = eventNumber
    }

    /// The place that a text names, or `nil` when it names none.
    package init?(_ text: String) {
        let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let at = Int64(parts[0]), let number = Int64(parts[1]), number >= 0 else { return nil }
        self.at = Instant(milliseconds: at)
        self.eventNumber = number
        self.id = String(parts[2])
    }

    /// The place as a text that fits into an address.
    package var text: String { "\(self.at.milliseconds)_\(self.eventNumber)_\(self.id)" }
}
