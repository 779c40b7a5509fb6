import AppStore

extension WorldState {
    /// Creates a notification about a subscription, sends it to the family too, and puts both into the outbox.
    mutating func emit(
        _ type: NotificationType,
        _ subtype: NotificationSubtype?,
        subscription: Int,
        byCustomer: Bool = false
    ) {
        self.emit(type, subtype, transaction: self.subscriptions[subscription].latest, byCustomer: byCustomer)
        if self.subscriptions[subscription].source == nil {
            self.notifyFamily(of: subscription, type, subtype)
            self.notifyMembers(of: subscription, type, subtype)
        }
    }

    /// Creates a notification about a transaction and puts it into the outbox.
    mutating func emit(
        _ type: NotificationType,
        _ subtype: NotificationSubtype?,
        transaction index: Int,
        byCustomer: Bool = false,
        refundReason: ConsumptionRequestReason? = nil
    ) {
        let signedAt = self.signTogether(transaction: index)
        let transaction = self.transactions[index]
        let renewal = transaction.subscription.map { self.settledRenewal(of: $0) }
        self.append(
            NotificationFacts(
                type: type,
                subtype: subtype,
                signedAt: signedAt,
                subject: .transaction(index, transaction.condition, renewal),
                isByCustomer: byCustomer,
                refundReason: refundReason
            )
        )
    }

    /// Creates a notification about another subject and puts it into the outbox.
    mutating func emit(
        _ type: NotificationType,
        _ subtype: NotificationSubtype?,
        about subject: NotificationFacts.Subject,
        byCustomer: Bool = false
    ) {
        self.append(
            NotificationFacts(
                type: type,
                subtype: subtype,
                signedAt: self.now,
                subject: subject,
                isByCustomer: byCustomer
            )
        )
    }

    /// Returns the renewal of a subscription as it is signed now, including derived values.
    func settledRenewal(of index: Int) -> RenewalFacts {
        let subscription = self.subscriptions[index]
        var renewal = subscription.renewal
        renewal.nextPrice = subscription.source == nil ? self.nextPrice(of: subscription) : nil
        renewal.nextOffer = subscription.queuedOffers.first
        renewal.winBackOffers = self.winBackOffers(of: subscription)
        renewal.commitment?.nextPrice = self.nextTermPrice(of: subscription)
        self.settleSeats(of: &renewal, for: subscription)
        return renewal
    }

    /// Records the outcome of a delivery attempt, and plans the next one if the schedule has one.
    mutating func record(_ outcome: WorldDelivery.Outcome, for index: Int) {
        let attempt = WorldDelivery.Attempt(at: Timestamp(milliseconds: self.now), outcome: outcome)
        self.notifications[index].attempts.append(attempt)
        var record = JournalRecord(at: self.now, .delivery)
        record.notification = self.notifications[index].name
        record.index = index
        record.result = outcome.result.rawValue
        if case .answered(let status) = outcome { record.status = status }
        self.records.append(record)
        let delays = self.apps[self.app(of: self.notifications[index])].behavior.attemptDelaysMilliseconds
        let failures = self.notifications[index].attempts.count
        if !outcome.isSuccess, failures <= delays.count {
            let instant = self.now + delays[failures - 1]
            self.notifications[index].nextAttemptAt = instant
            self.agenda.add(.delivery(notification: index), at: instant)
        }
    }

    /// Returns the index of the app that receives a notification.
    func app(of notification: NotificationFacts) -> Int {
        switch notification.subject {
        case .transaction(let index, _, _): self.transactions[index].app
        case .app(let index): index
        case .massExtension(let index): self.massExtensions[index].product.app
        case .copy(let copy): copy.app
        case .externalPurchase(let app, _): app
        case .unclaimedSeats(let index, _): self.subscriptions[index].app
        }
    }

    /// Returns the index of the customer that a notification concerns, if it concerns one.
    func customer(of notification: NotificationFacts) -> Int? {
        switch notification.subject {
        case .transaction(let index, _, _): self.transactions[index].customer
        case .copy(let copy): copy.customer
        case .unclaimedSeats(let index, _): self.subscriptions[index].customer
        case .app, .massExtension, .externalPurchase: nil
        }
    }

    private mutating func append(_ notification: NotificationFacts) {
        let index = self.notifications.count
        self.notifications.append(notification)
        self.journal.append(JournalFacts(at: self.now, notification: index, note: nil))
        self.dispatch(index)
    }

    /// Returns an instant at which the transaction and its renewal are signed together, later than either was before.
    private mutating func signTogether(transaction index: Int) -> Int64 {
        var instant = max(self.now, self.transactions[index].lastSignedAt + 1)
        if let subscription = self.transactions[index].subscription {
            instant = max(instant, self.subscriptions[subscription].lastSignedAt + 1)
            self.subscriptions[subscription].lastSignedAt = instant
        }
        self.transactions[index].lastSignedAt = instant
        return instant
    }
}

/// A queue of the indices of waiting notifications: first in, first out, without moving the others.
struct Outbox: Sendable {
    private var indices: [Int] = []
    private var taken = 0

    /// Whether the queue is empty.
    var isEmpty: Bool { self.taken == self.indices.count }
    /// The number of waiting notifications.
    var count: Int { self.indices.count - self.taken }

    /// Appends a notification.
    mutating func append(_ index: Int) {
        self.indices.append(index)
    }

    /// Removes and returns the first notification.
    mutating func popFirst() -> Int? {
        guard !self.isEmpty else { return nil }
        defer {
            self.taken += 1
            if self.isEmpty {
                self.indices.removeAll(keepingCapacity: true)
                self.taken = 0
            }
        }
        return self.indices[self.taken]
    }
}
