import AppStore

extension WorldState {
    /// Makes a notification about a subscription, passes it to the family, and puts both into the outbox.
    mutating func emit(
        _ type: NotificationType,
        _ subtype: NotificationSubtype?,
        subscription: Int,
        byCustomer: Bool = false
    ) {
        self.emit(type, subtype, transaction: self.subscriptions[subscription].latest, byCustomer: byCustomer)
        if self.subscriptions[subscription].source == nil {
            self.tellFamily(of: subscription, type, subtype)
        }
    }

    /// Makes a notification about a transaction and puts it into the outbox.
    mutating func emit(
        _ type: NotificationType,
        _ subtype: NotificationSubtype?,
        transaction place: Int,
        byCustomer: Bool = false,
        refundReason: ConsumptionRequestReason? = nil
    ) {
        let signedAt = self.signTogether(transaction: place)
        let transaction = self.transactions[place]
        let renewal = transaction.subscription.map { self.settledRenewal(of: $0) }
        self.append(
            NotificationFacts(
                type: type,
                subtype: subtype,
                signedAt: signedAt,
                subject: .transaction(place, transaction.condition, renewal),
                isByCustomer: byCustomer,
                refundReason: refundReason
            )
        )
    }

    /// Makes a notification about something else and puts it into the outbox.
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

    /// The renewal of a subscription as it is signed now, with what follows from the rest.
    func settledRenewal(of place: Int) -> RenewalFacts {
        let subscription = self.subscriptions[place]
        var renewal = subscription.renewal
        renewal.nextPrice = subscription.source == nil ? self.nextPrice(of: subscription) : nil
        renewal.nextOffer = subscription.queuedOffers.first
        renewal.winBackOffers = self.winBackOffers(of: subscription)
        return renewal
    }

    /// Notes how an attempt to deliver went, and plans the next one where there is one.
    mutating func record(_ outcome: WorldDelivery.Outcome, for place: Int) {
        let attempt = WorldDelivery.Attempt(at: Timestamp(milliseconds: self.now), outcome: outcome)
        self.notifications[place].attempts.append(attempt)
        var record = JournalRecord(at: self.now, .delivery)
        record.notification = self.notifications[place].name
        record.place = place
        record.result = outcome.result.rawValue
        if case .answered(let status) = outcome { record.status = status }
        self.records.append(record)
        let delays = self.apps[self.app(of: self.notifications[place])].conduct.attemptDelaysMilliseconds
        let failures = self.notifications[place].attempts.count
        if !outcome.isSuccess, failures <= delays.count {
            let instant = self.now + delays[failures - 1]
            self.notifications[place].nextAttemptAt = instant
            self.agenda.add(.delivery(notification: place), at: instant)
        }
    }

    /// The place of the app a notification is for.
    func app(of notification: NotificationFacts) -> Int {
        switch notification.subject {
        case .transaction(let place, _, _): self.transactions[place].app
        case .app(let place): place
        case .massExtension(let place): self.massExtensions[place].product.app
        case .copy(let copy): copy.app
        case .externalPurchase(let app, _): app
        }
    }

    /// The place of the customer a notification is about, where it is about one.
    func customer(of notification: NotificationFacts) -> Int? {
        switch notification.subject {
        case .transaction(let place, _, _): self.transactions[place].customer
        case .copy(let copy): copy.customer
        case .app, .massExtension, .externalPurchase: nil
        }
    }

    private mutating func append(_ notification: NotificationFacts) {
        let place = self.notifications.count
        self.notifications.append(notification)
        self.journal.append(JournalFacts(at: self.now, notification: place, note: nil))
        self.dispatch(place)
    }

    /// An instant at which the transaction and its renewal are signed together, later than either was before.
    private mutating func signTogether(transaction place: Int) -> Int64 {
        var instant = max(self.now, self.transactions[place].lastSignedAt + 1)
        if let subscription = self.transactions[place].subscription {
            instant = max(instant, self.subscriptions[subscription].lastSignedAt + 1)
            self.subscriptions[subscription].lastSignedAt = instant
        }
        self.transactions[place].lastSignedAt = instant
        return instant
    }
}

/// Notifications that wait to be sent, by their places: first in, first out, without moving the rest.
struct Outbox: Sendable {
    private var places: [Int] = []
    private var taken = 0

    /// Whether nothing waits.
    var isEmpty: Bool { self.taken == self.places.count }
    /// How many wait.
    var count: Int { self.places.count - self.taken }

    /// Puts one in.
    mutating func append(_ place: Int) {
        self.places.append(place)
    }

    /// Takes the first one out.
    mutating func popFirst() -> Int? {
        guard !self.isEmpty else { return nil }
        defer {
            self.taken += 1
            if self.isEmpty {
                self.places.removeAll(keepingCapacity: true)
                self.taken = 0
            }
        }
        return self.places[self.taken]
    }
}
