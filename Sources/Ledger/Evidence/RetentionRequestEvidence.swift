/// A signed request for a retention message: the customer opened the page on which a subscription is canceled.
///
/// Apple signs it before it shows the page. Whether the customer then canceled follows from later evidence.
package struct RetentionRequestEvidence: Hashable, Sendable {
    /// The original transaction ID of the subscription.
    package let originalTransactionID: OriginalTransactionID
    /// The instant at which Apple signed it.
    package let signedAt: Instant

    /// Creates a request of one subscription.
    package init(originalTransactionID: OriginalTransactionID, signedAt: Instant) {
        self.originalTransactionID = originalTransactionID
        self.signedAt = signedAt
    }
}

/// The requests for retention messages of one original transaction ID: the first of each day in UTC.
///
/// A customer who opens the page again and again on one day adds nothing, so the list stays short.
package struct RetentionRequests: Hashable, Sendable {
    /// The instants at which Apple signed the requests, in ascending order.
    package private(set) var instants: [Instant]

    /// Creates the list of these instants.
    package init(_ instants: some Sequence<Instant> = []) {
        self.instants = []
        for instant in instants { self.add(instant) }
    }

    /// Adds a request; returns whether it is the first of its day.
    @discardableResult
    package mutating func add(_ instant: Instant) -> Bool {
        let day = CivilDay(of: instant)
        guard let place = self.instants.firstIndex(where: { CivilDay(of: $0) >= day }) else {
            self.instants.append(instant)
            return true
        }
        guard CivilDay(of: self.instants[place]) == day else {
            self.instants.insert(instant, at: place)
            return true
        }
        guard instant < self.instants[place] else { return false }
        self.instants[place] = instant
        return true
    }
}
