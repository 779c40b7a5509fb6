package import Ledger

/// One entry of a customer's timeline.
package struct TimelineEntry: Hashable, Sendable {
    /// The kind of an entry.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Apple signed or stated something about one of the customer's purchases.
        case evidence
        /// The server published an event about the customer.
        case event
        /// Purchases were transferred from or to the customer.
        case transfer
        /// The customer, or the customer's app, submitted a transaction.
        case submission
        /// An operator or a key carried out an action for the customer.
        case action
    }

    /// Evidence from Apple.
    package enum AppleEvidence: Hashable, Sendable {
        /// The state of a transaction.
        case transaction(TransactionSnapshot)
        /// The renewal state of a subscription at the end of its period.
        case renewal(RenewalSnapshot)
        /// The status of a subscription.
        case status(StatusEvidence)
        /// A refund request, or its end.
        case refundRequest(RefundRequestEvidence)
    }

    /// The object of an entry.
    package enum Subject: Hashable, Sendable {
        /// Evidence from Apple, with its environment.
        case evidence(AppleEvidence, StoreEnvironment)
        /// An event.
        case event(Event)
        /// A transfer.
        case transfer(OwnershipTransfer)
        /// A submission, with its environment.
        case submission(Submission, StoreEnvironment)
        /// An entry of the audit log.
        case action(AuditEntry)
    }

    /// The instant of the entry: for evidence, when Apple signed it; for the others, when the server recorded them.
    package let at: Instant
    /// An id that is unique among the customer's entries.
    package let id: String
    /// The object of the entry.
    package let subject: Subject

    /// The kind of the entry.
    package var kind: Kind {
        switch self.subject {
        case .evidence: .evidence
        case .event: .event
        case .transfer: .transfer
        case .submission: .submission
        case .action: .action
        }
    }

    /// Returns whether the entry precedes another in a list with the newest first; entries of one instant have a fixed
    /// order.
    func precedes(_ other: Self) -> Bool { other.follows(at: self.at, id: self.id) }

    /// Returns whether the entry follows a position in that list.
    func follows(at instant: Instant, id: String) -> Bool {
        if self.at != instant { return self.at < instant }
        return self.id.utf8.lexicographicallyPrecedes(id.utf8)
    }
}

/// A page of a customer's timeline.
package struct TimelinePage: Hashable, Sendable {
    /// The entries, newest first.
    package let entries: [TimelineEntry]
    /// The start of the next page; `nil` on the last page.
    package let next: TimelineCursor?
}

/// The position at which a customer's timeline continues.
///
/// New entries between two pages neither repeat an entry nor cause one to be left out.
package struct TimelineCursor: Hashable, Sendable {
    /// The instant of the last entry shown.
    let at: Instant
    /// The id of the last entry shown.
    let id: String
    /// The number below which no event was shown yet.
    let eventNumber: Int64

    /// Creates a position after this entry.
    init(at: Instant, id: String, eventNumber: Int64) {
        self.at = at
        self.id = id
        self.eventNumber = eventNumber
    }

    /// Parses the position in a text; returns `nil` for a text of another form.
    package init?(_ text: String) {
        let parts = text.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let at = Int64(parts[0]), let number = Int64(parts[1]), number >= 0 else { return nil }
        self.at = Instant(milliseconds: at)
        self.eventNumber = number
        self.id = String(parts[2])
    }

    /// The position as a text that fits into a URL.
    package var text: String { "\(self.at.milliseconds)_\(self.eventNumber)_\(self.id)" }
}
