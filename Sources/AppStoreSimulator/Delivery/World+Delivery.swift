import AppStore

extension World {
    /// Takes all waiting notifications out of the outbox, in their order.
    ///
    /// Whoever takes them answers for them: say with ``record(_:for:)`` how each went, or they count as never
    /// attempted.
    public func drainOutbox() -> [WorldNotification] {
        self.takeFromOutbox { outbox in
            defer { outbox.removeAll() }
            return outbox
        }
    }

    /// Notes how an attempt to deliver went; where it failed and the store's schedule has another attempt, that goes on
    /// the agenda.
    public func record(_ outcome: WorldDelivery.Outcome, for notification: WorldNotification) {
        self.update { $0.record(outcome, for: notification.uuid) }
    }

    /// Hands every waiting notification to a receiver, one after the other, and notes how it went.
    public func deliver(to receiver: NotificationReceiver) async {
        while let notification = self.takeFromOutbox({ $0.isEmpty ? nil : $0.removeFirst() }) {
            guard let outcome = await receiver(notification) else { continue }
            self.record(outcome, for: notification)
        }
    }

    /// Every notification ever made and what became of it, in the order of their making.
    public var deliveries: [WorldDelivery] {
        self.look { state in state.journal.compactMap { $0.notificationUUID.flatMap { state.deliveries[$0] } } }
    }

    private func takeFromOutbox<Answer: Sendable>(_ take: (inout [WorldNotification]) -> Answer) -> Answer {
        self.update { take(&$0.outbox) }
    }
}
