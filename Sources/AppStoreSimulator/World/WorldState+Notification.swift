import AppStore

extension WorldState {
    /// Makes a notification about a subscription and its latest transaction.
    mutating func emit(
        _ type: NotificationType,
        _ subtype: NotificationSubtype?,
        subscription: Int,
        actor: WorldJournalEntry.Actor = .appStore,
        text: String
    ) {
        let transaction = self.subscriptions[subscription].latest
        self.emit(type, subtype, transaction: transaction, actor: actor, text: text)
    }

    /// Makes a notification about a transaction, and the subscription it belongs to.
    mutating func emit(
        _ type: NotificationType,
        _ subtype: NotificationSubtype?,
        transaction place: Int,
        actor: WorldJournalEntry.Actor = .appStore,
        text: String
    ) {
        let signedAt = self.signTogether(transaction: place)
        let transaction = self.transactions[place]
        let app = self.apps[transaction.app]
        let notification = WorldNotification(
            uuid: self.mint.uuid(),
            type: type,
            subtype: subtype,
            signedAt: Timestamp(milliseconds: signedAt),
            customer: self.customers[transaction.customer].customer,
            app: app,
            transaction: transaction,
            subscription: transaction.subscription.map { self.subscriptions[$0] },
            signer: self.signer
        )
        self.journal.append(
            WorldJournalEntry(
                at: Timestamp(milliseconds: self.now),
                actor: actor,
                text: text,
                transactionId: transaction.id,
                notification: notification.name,
                notificationUUID: notification.uuid
            )
        )
        self.deliveries[notification.uuid] = WorldDelivery(notification: notification)
        self.outbox.append(notification)
    }

    /// Notes the outcome of an attempt to deliver, and plans the next attempt where one is due.
    mutating func record(_ outcome: WorldDelivery.Outcome, for uuid: String) {
        guard var delivery = self.deliveries[uuid] else { return }
        delivery.attempts.append(WorldDelivery.Attempt(at: Timestamp(milliseconds: self.now), outcome: outcome))
        let delays = delivery.notification.app.conduct.redeliveryDelaysMilliseconds
        let failures = delivery.attempts.count
        if !outcome.isSuccess, failures <= delays.count {
            let instant = self.now + delays[failures - 1]
            delivery.nextAttemptAt = Timestamp(milliseconds: instant)
            self.agenda.add(.redelivery(notification: uuid), at: instant)
        }
        self.deliveries[uuid] = delivery
    }

    /// The instant at which a transaction and its subscription are signed: now, or just after what was signed last.
    ///
    /// Each new state of one thing has a later date than the one before, for the newest date is what speaks.
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
